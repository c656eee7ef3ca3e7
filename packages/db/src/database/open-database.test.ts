import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemRuntime } from '@tenbin/runtime';
import { silentLog } from '@tenbin/telemetry';
import { buildTenant, buildUser, openTestDatabase, placeFor, type TestDatabase, testEngines } from '@tenbin/testkit';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPgliteEngine } from './engine.ts';
import { openDatabase } from './open-database.ts';

describe.each(testEngines)('a database on %s', (engine) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(engine);
  });
  afterAll(() => opened.close());

  test('answers', async () => {
    expect(opened.database.engine).toBe(engine);
    await opened.database.ping();
  });

  test('takes everything of a failed transaction back', async () => {
    const { organization } = await buildTenant(opened.database);
    const tenant = opened.database.forOrganization(organization.id);
    const before = await tenant.users.count();
    const failed = tenant.transaction(async (inside) => {
      await inside.users.create({ email: 'gone@example.com', passwordHash: '' });
      await inside.transaction((deeper) => deeper.users.create({ email: 'gone-too@example.com', passwordHash: '' }));
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    expect(await tenant.users.count()).toBe(before);
  });

  test('goes on after a statement that failed inside a transaction', async () => {
    const { organization, user } = await buildTenant(opened.database);
    const tenant = opened.database.forOrganization(organization.id);
    const other = await buildUser(opened.database, organization.id);
    await expect(tenant.transaction((inside) => inside.users.update(other.id, { email: user.email }))).rejects.toThrow('emailTaken');
    expect(await tenant.users.find(user.id)).toEqual(user);
  });

  test('says nothing of the values of a statement that failed', async () => {
    const { organization } = await buildTenant(opened.database);
    const failed = opened.database.forOrganization(organization.id).users.create({
      email: 'x@example.com',
      passwordHash: 'the-secret-hash',
      referredBy: 'no-uuid',
    });
    const error = await failed.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(`${error} ${error instanceof Error ? error.stack : ''} ${JSON.stringify(error)}`).not.toContain('the-secret-hash');
  });

  test('refuses an organization id that is none', () => {
    expect(() => opened.database.forOrganization("' or true")).toThrow('organizationNotFound');
  });

  test('is clear about being closed', async () => {
    const { database, close } = await openTestDatabase(engine);
    const { organization } = await buildTenant(database);
    await close();
    await expect(database.forOrganization(organization.id).users.count()).rejects.toThrow('The database is closed');
    await expect(database.ping()).rejects.toThrow('The database is closed');
  });
});

test('PostgreSQL is migrated by one of several that open it at once, and by none that comes later', async () => {
  const { options, close } = await placeFor('postgres', { ownServer: true });
  const applied: number[] = [];
  const log = { ...silentLog, info: (fields: object) => applied.push(Number(Object.entries(fields).at(-1)?.[1])) };
  const several = await Promise.all([1, 2, 3].map(() => openDatabase({ ...options, log })));
  const later = await openDatabase({ ...options, log });
  expect(applied.toSorted((a, b) => a - b)).toEqual([0, 0, 0, expect.any(Number)]);
  expect(Math.max(...applied)).toBeGreaterThan(0);
  expect(applied[3]).toBe(0);
  await Promise.all([...several, later].map((database) => database.close()));
  await close();
});

test('PostgreSQL may belong to somebody who is no superuser, once the role of tenants is granted to them', async () => {
  const { options, close } = await openTestDatabase('postgres', { ownServer: true });
  const admin = new Client({ connectionString: options.databaseUrl });
  await admin.connect();
  await admin.query("create role owner login password 'word'");
  await admin.query('create database owned owner owner');
  const owned = new URL(options.databaseUrl ?? '');
  Object.assign(owned, { username: 'owner', password: 'word', pathname: '/owned' });
  await expect(openDatabase({ runtime: systemRuntime(), databaseUrl: owned.href })).rejects.toThrow(
    'permission denied to grant role "tenbin_tenant"',
  );
  await admin.query('grant tenbin_tenant to owner');
  const database = await openDatabase({ runtime: systemRuntime(), databaseUrl: owned.href });
  const { organization, user, bot } = await buildTenant(database);
  expect(await database.forOrganization(organization.id).bots.listOfUser(user.id)).toEqual([bot]);
  await database.close();
  await admin.query('drop database owned');
  await admin.end();
  await close();
});

test('a PostgreSQL that does not answer is named without its address', async () => {
  const failed = openDatabase({ runtime: systemRuntime(), databaseUrl: 'postgres://tenbin:hidden-word@127.0.0.1:1/tenbin' });
  const error = await failed.catch((reason: unknown) => reason);
  expect(String(error)).toBe('DatabaseUnavailableError: PostgreSQL cannot be reached');
  expect(`${error instanceof Error ? `${error.stack} ${error.cause}` : ''}`).not.toContain('hidden-word');
});

test('PGlite keeps its rows in its folder, and has it to itself', async () => {
  const dataDir = path.join(await mkdtemp(path.join(tmpdir(), 'tenbin-data-')), 'database');
  const first = await openDatabase({ runtime: systemRuntime(), dataDir });
  const { id } = await first.platform.organizations.create({ slug: 'kept', name: 'Kept' });
  await expect(openDatabase({ runtime: systemRuntime(), dataDir })).rejects.toThrow('is in use by process');
  await first.close();
  await first.close();
  expect(await readdir(dataDir)).toEqual(['pglite']);
  const second = await openDatabase({ runtime: systemRuntime(), dataDir });
  expect(await second.platform.organizations.findBySlug('kept')).toMatchObject({ id });
  await second.close();
});

test('PGlite is vacuumed on its schedule', async () => {
  const warnings: string[] = [];
  const log = { ...silentLog, warn: (_: object, event: string) => warnings.push(event) };
  const { options, close } = await placeFor('pglite');
  const engine = await openPgliteEngine({ ...options, vacuumEveryMs: 20, log });
  const count = "select vacuum_count::int from pg_stat_user_tables where relname = 'bots'";
  const vacuumed = async () => ((await engine.platform.query('platform', count, [], 'array')) as [number][])[0]?.[0] ?? 0;
  const before = await vacuumed();
  await expect.poll(vacuumed).toBeGreaterThan(before + 1);
  await engine.close();
  await close();
  expect(warnings).toEqual([]);
});
