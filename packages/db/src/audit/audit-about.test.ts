import { buildTenant, newId, placeFor, type Tenant, testEngines } from '@tenbin/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../database/database.ts';
import { type Engine, openPgliteEngine, openPostgresEngine } from '../database/engine.ts';
import { migrate } from '../database/migrate.ts';
import { databaseOver } from '../database/open-database.ts';
import { tenantContext } from '../database/organization-database.ts';
import { installJobs } from '../jobs/install-jobs.ts';
import type { StoredAuditEntry } from './audit.ts';
import { auditRepository } from './audit-repository.ts';

const at = new Date('2026-01-02T03:04:05Z');
const nobody = { at, actor: 'visitor', actorId: null, refusal: null, network: null, agent: null } as const;
const page = { offset: 0, limit: 50 };

describe.each(testEngines)('what the audit log says of somebody, on %s', (name) => {
  let engine: Engine;
  let database: Database;
  let closePlace: () => Promise<void>;
  let a: Tenant;
  let b: Tenant;
  const said: StoredAuditEntry[] = [];

  beforeAll(async () => {
    const place = await placeFor(name);
    closePlace = place.close;
    const { databaseUrl } = place.options;
    engine = databaseUrl === undefined ? await openPgliteEngine(place.options) : await openPostgresEngine(databaseUrl, place.options);
    await engine.platform.transaction('platform', migrate);
    await installJobs(engine);
    database = await databaseOver(engine, { ...place.options, onAudit: (entry) => said.push(entry) });
    [a, b] = [await buildTenant(database), await buildTenant(database)];
  });
  afterAll(async () => {
    await database.close();
    await closePlace();
  });

  test('is what they did and what else names them, newest first, each once, in their organization only', async () => {
    const own = database.forOrganization(a.organization.id);
    const [one, other] = [newId(), newId()];
    await own.audit.append({ ...nobody, actor: 'user', actorId: one, action: 'updateSelf', facts: {} });
    await own.audit.append({ ...nobody, action: 'signIn', facts: { accountId: one, tries: 2 } });
    await own.audit.append({ ...nobody, actor: 'user', actorId: one, action: 'deleteSelf', facts: { id: one } });
    await own.audit.append({ ...nobody, action: 'banUser', facts: { id: one, stopId: other } });
    await own.audit.append({ ...nobody, action: 'signIn', facts: { accountId: other } });
    await database.forOrganization(b.organization.id).audit.append({ ...nobody, action: 'elsewhere', facts: { id: one } });
    await database.platform.audit.append({ ...nobody, action: 'ofPlatform', facts: { id: one } });
    const about = async (id: string, { audit } = own) => (await audit.list(page, { about: [id] })).map(({ action }) => action);
    expect(await about(one)).toEqual(['banUser', 'deleteSelf', 'signIn', 'updateSelf']);
    expect(await about(other)).toEqual(['signIn', 'banUser']);
    expect(await about(one, database.forOrganization(b.organization.id))).toEqual(['elsewhere']);
    expect((await database.platform.audit.list(page, { about: [one] })).map(({ action }) => action)).toEqual(['ofPlatform']);
    expect(await own.audit.count({ about: [one], actions: ['signIn', 'banUser'] })).toBe(2);
    const pages: StoredAuditEntry[][] = [];
    for await (const entries of own.audit.all({ about: [one] }, 3)) pages.push([...entries]);
    expect(pages.map((entries) => entries.map(({ action }) => action))).toEqual([['updateSelf', 'signIn', 'deleteSelf'], ['banUser']]);
    expect((await own.audit.list({ offset: 1, limit: 1 }, { about: [one] }))[0]).toMatchObject({
      facts: { id: one },
      at,
      organizationId: a.organization.id,
    });
  });

  test('is found without reading the log of everybody else', async () => {
    const { id: organizationId } = a.organization;
    const id = newId();
    await engine.platform.query(
      'platform',
      `insert into audit_entries (id, organization_id, at, actor, action, facts)
       select gen_random_uuid(), $1::uuid, $2::timestamptz, 'visitor', 'signIn', jsonb_build_object('accountId', case when n % 2500 = 0 then $3 else gen_random_uuid()::text end)
       from generate_series(1, 5000) n`,
      [organizationId, at.toISOString(), id],
      'array',
    );
    const context = tenantContext(engine.tenants, organizationId, {
      clock: { now: () => at, newId },
      onAudit: undefined,
      putMailJob: async () => undefined,
      putPushJobs: async () => undefined,
      publish: async () => undefined,
    });
    const rows = await context.transaction(async ({ sql, run, clock }) => {
      const audit = auditRepository({ sql, organizationId, clock, onEntry: undefined });
      const read = async () =>
        Number(
          (
            (await run(
              "select coalesce(sum(seq_tup_read), 0)::float8 + coalesce(sum(idx_tup_fetch), 0)::float8 from pg_stat_xact_user_tables where relname ~ '^audit_entries'",
              [],
              'array',
            )) as [number][]
          )[0]?.[0],
        );
      const before = await read();
      expect(await audit.list(page, { about: [id] })).toHaveLength(2);
      return (await read()) - before;
    });
    expect(rows).toBeLessThanOrEqual(10);
    expect(rows).toBeGreaterThanOrEqual(2);
  });

  test('is told to whoever listens once it is committed, and not at all where that is taken back', async () => {
    const own = database.forOrganization(a.organization.id);
    const told = () => said.filter(({ action }) => action === 'told').map(({ facts }) => facts.turn);
    await own.transaction(async (within) => {
      await within.transaction(({ audit }) => audit.append({ ...nobody, action: 'told', facts: { turn: 1 } }));
      expect(told()).toEqual([]);
    });
    expect(told()).toEqual([1]);
    const takenBack = own.transaction(async ({ audit }) => {
      await audit.append({ ...nobody, action: 'told', facts: { turn: 2 } });
      throw new Error('on second thoughts');
    });
    await expect(takenBack).rejects.toThrow('on second thoughts');
    expect(told()).toEqual([1]);
    expect(await own.audit.count({ actions: ['told'] })).toBe(1);
  });
});
