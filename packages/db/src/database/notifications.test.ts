import { openTestDatabase, placeFor, type TestDatabase, testEngines } from '@tenbin/testkit';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DatabaseUnavailableError } from './database-error.ts';
import { openPostgresEngine } from './engine.ts';

describe.each(testEngines)('notifications on %s', (engine) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(engine);
  });
  afterAll(() => opened.close());

  test('reach every listener of their channel and no other', async () => {
    const { database } = opened;
    const heard: string[] = [];
    await database.listen('bot_news', (payload) => heard.push(`first ${payload}`));
    await database.listen('bot_news', (payload) => heard.push(`second ${payload}`));
    await database.listen('bot_wishes', (payload) => heard.push(`other ${payload}`));
    await database.notify('bot_news', 'é 1');
    await expect.poll(() => heard).toEqual(['first é 1', 'second é 1']);
  });

  test('stop when nobody listens any more', async () => {
    const { database } = opened;
    const heard: string[] = [];
    const stopFirst = await database.listen('prices', (payload) => heard.push(`first ${payload}`));
    const stopSecond = await database.listen('prices', (payload) => heard.push(`second ${payload}`));
    await stopFirst();
    await database.notify('prices', '1');
    await expect.poll(() => heard).toEqual(['second 1']);
    await stopSecond();
    await database.notify('prices', '2');
    await database.ping();
    expect(heard).toEqual(['second 1']);
  });

  test('reach the others when one listener fails', async () => {
    const { database } = opened;
    const heard: string[] = [];
    await database.listen('faults', () => {
      throw new Error('mine');
    });
    await database.listen('faults', (payload) => heard.push(payload));
    await database.notify('faults', 'x');
    await expect.poll(() => heard).toEqual(['x']);
  });

  test('are refused when they cannot be sent whole, or to a name that is none', async () => {
    const { database } = opened;
    await expect(database.notify('news', 'x'.repeat(8000))).rejects.toThrow('payloadTooLong');
    await expect(database.notify('no-such; drop table users', '')).rejects.toThrow('invalidChannel');
    await expect(database.listen('"', () => undefined)).rejects.toThrow('invalidChannel');
  });
});

test('a lost connection to PostgreSQL is opened again, its listeners told, and statements go on', async () => {
  const { database, options, close } = await openTestDatabase('postgres');
  const heard: string[] = [];
  await database.listen(
    'bot_news',
    (payload) => heard.push(payload),
    () => heard.push('reconnected'),
  );
  const admin = new Client({ connectionString: options.databaseUrl });
  await admin.connect();
  await admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await admin.end();
  await expect.poll(() => heard).toEqual(['reconnected']);
  await database.notify('bot_news', 'after');
  await expect.poll(() => heard).toEqual(['reconnected', 'after']);
  await close();
});

test('a statement under way when the connection is lost says so, and the next one has a new connection', async () => {
  const place = await placeFor('postgres');
  const engine = await openPostgresEngine(place.options.databaseUrl ?? '', { ...place.options, platformConnections: 1 });
  const refused = expect(engine.platform.query('platform', 'select pg_sleep(600)', [], 'array')).rejects.toThrow(DatabaseUnavailableError);
  const admin = new Client({ connectionString: place.options.databaseUrl });
  await admin.connect();
  const cut =
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like '%pg_sleep%' and pid <> pg_backend_pid()";
  await expect.poll(async () => (await admin.query(cut)).rowCount).toBe(1);
  await refused;
  expect(await engine.platform.query('platform', 'select 1', [], 'array')).toEqual([[1]]);
  await admin.end();
  await engine.close();
  await place.close();
});
