import { type Log, noMetrics, silentLog } from '@tenbin/telemetry';
import { buildOrganization, fakeClock, openTestDatabase, testEngines } from '@tenbin/testkit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkAuditDays } from './check-audit-days.ts';

const dayMs = 86_400_000;
const signal = new AbortController().signal;
const entry = { actor: 'visitor', actorId: null, action: 'signIn', refusal: null, network: null, agent: null, facts: {} } as const;

/** An hour and a half past midnight, so that the day before is over for good. */
const morning = new Date('2026-03-10T01:30:00Z');
const dayBefore = (days: number): Date => new Date(morning.getTime() - days * dayMs);

describe.each(testEngines)('days of the audit log on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>;
  beforeAll(async () => {
    opened = await openTestDatabase(engine);
  });
  afterAll(() => opened.close());

  test('those that are over are sealed, with those on which nothing was done; what changes none is sound, and the next night goes on', async () => {
    const { platform } = opened.database;
    const { id } = await buildOrganization(opened.database);
    const own = opened.database.forOrganization(id);
    const clock = fakeClock(morning);
    expect(await own.auditCheck()).toEqual({ sealedTo: null, seal: null, entries: 0, checkedAt: null, brokenDays: [] });
    for (const days of [40, 40, 3, 0]) await own.audit.append({ ...entry, at: dayBefore(days) });
    const said: { readonly message: string; readonly day: unknown }[] = [];
    const log = {
      ...silentLog,
      info: (fields: { day?: unknown }, message: string) => said.push({ message, day: fields.day }),
    } as unknown as Log;
    await checkAuditDays({ platform, clock, log, metrics: noMetrics }, signal);
    expect(await own.auditCheck()).toMatchObject({ sealedTo: '2026-03-09', entries: 3, checkedAt: morning, brokenDays: [] });
    expect(said.filter(({ message }) => message === 'audit.sealed').map(({ day }) => day)).toContain('2026-03-09');
    expect(await platform.auditDays.seal(id, { before: clock.now(), at: clock.now() })).toEqual([]);
    clock.advance(dayMs);
    await checkAuditDays({ platform, clock, log: silentLog, metrics: noMetrics }, signal);
    expect(await own.auditCheck()).toMatchObject({ sealedTo: '2026-03-10', entries: 4, checkedAt: clock.now(), brokenDays: [] });
  });

  test('a log that cannot be read is said, and keeps no other from being sealed', async () => {
    const { platform } = opened.database;
    const logs = await Promise.all(Array.from({ length: 3 }, () => buildOrganization(opened.database)));
    for (const { id } of logs) await opened.database.forOrganization(id).audit.append({ ...entry, at: dayBefore(3) });
    const auditDays: typeof platform.auditDays = {
      ...platform.auditDays,
      check: async (id, limits) => {
        // The platform's is the first.
        if (id === null) throw new Error('a month is not there');
        return platform.auditDays.check(id, limits);
      },
    };
    const errors: unknown[] = [];
    const log = { ...silentLog, error: (fields: object, message: string) => errors.push([message, fields]) } as unknown as Log;
    const { organizations } = platform;
    const counted: string[] = [];
    const metrics = { ...noMetrics, count: (name: string) => void counted.push(name) };
    await checkAuditDays({ platform: { auditDays, organizations }, clock: fakeClock(morning), log, metrics }, signal);
    expect(counted).toEqual(['audit_checks_failed_total']);
    expect(errors).toEqual([['audit.check_failed', { organizationId: null, err: expect.any(Error) }]]);
    for (const { id } of logs) expect((await opened.database.forOrganization(id).auditCheck()).sealedTo).toBe('2026-03-09');
  });

  test('a night reads no more than it may, and the next ones the rest', async () => {
    const { platform } = opened.database;
    const { id } = await buildOrganization(opened.database);
    const own = opened.database.forOrganization(id);
    for (const days of [100, 60, 20]) await own.audit.append({ ...entry, at: dayBefore(days) });
    const clock = fakeClock(morning);
    await checkAuditDays({ platform, clock, log: silentLog, metrics: noMetrics }, signal);
    const nights: (Date | null)[] = [];
    for (let night = 0; night < 4; night += 1) {
      clock.advance(1000);
      await checkAuditDays({ platform, clock, log: silentLog, metrics: noMetrics, maxEntries: 1 }, signal);
      nights.push((await own.auditCheck()).checkedAt);
    }
    const at = (seconds: number) => new Date(morning.getTime() + seconds * 1000);
    expect(nights).toEqual([at(0), at(0), at(0), at(2)]);
  });
});

describe('on a database that somebody else writes to', () => {
  test.each([
    {
      what: 'changed',
      change: "update audit_entries set action = 'pardonUser' where organization_id = $1 and at = $2",
      broken: ['2026-03-05'],
    },
    { what: 'taken away', change: 'delete from audit_entries where organization_id = $1 and at = $2', broken: ['2026-03-05'] },
    {
      what: 'added',
      change:
        "insert into audit_entries (id, organization_id, at, actor, action, facts) values (gen_random_uuid(), $1, $2, 'user', 'signIn', '{}')",
      broken: ['2026-03-05'],
    },
    {
      what: 'taken away with its seal',
      change:
        "with gone as (delete from audit_entries where organization_id = $1 and at = $2) delete from audit_days where organization_id = $1 and day = '2026-03-05'",
      broken: ['2026-03-06'],
    },
  ])('an entry that was $what is found, said as an error, and kept for who reads the log', async ({ change, broken }) => {
    const { database, options, close } = await openTestDatabase('postgres');
    const { id } = await buildOrganization(database);
    const { id: other } = await buildOrganization(database);
    const clock = fakeClock(morning);
    for (const days of [6, 5, 4])
      for (const owner of [id, other]) await database.forOrganization(owner).audit.append({ ...entry, at: dayBefore(days) });
    await checkAuditDays({ platform: database.platform, clock, log: silentLog, metrics: noMetrics }, signal);
    const client = new pg.Client({ connectionString: options.databaseUrl });
    await client.connect();
    await client.query("set session_replication_role = 'replica'");
    await client.query(change, [id, dayBefore(5)]);
    await client.end();
    const errors: unknown[] = [];
    const log = { ...silentLog, error: (fields: object, message: string) => errors.push([message, fields]) } as unknown as Log;
    await checkAuditDays({ platform: database.platform, clock, log, metrics: noMetrics }, signal);
    expect(errors).toEqual([['audit.broken', { organizationId: id, days: broken }]]);
    expect((await database.forOrganization(id).auditCheck()).brokenDays).toEqual(broken);
    expect((await database.forOrganization(other).auditCheck()).brokenDays).toEqual([]);
    await close();
  });
});
