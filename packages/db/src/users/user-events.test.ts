import { buildTenant, newBroadcast, newId, newPayment, placeFor, type Tenant, testEngines } from '@tenbin/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database, OrganizationDatabase } from '../database/database.ts';
import { type Engine, openPgliteEngine, openPostgresEngine } from '../database/engine.ts';
import { migrate } from '../database/migrate.ts';
import { databaseOver } from '../database/open-database.ts';
import { tenantContext } from '../database/organization-database.ts';
import { installJobs } from '../jobs/install-jobs.ts';
import { userEventRepository } from './user-event-repository.ts';
import type { UserEvent } from './user-events.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1) + minutes * 60_000);
const page = { offset: 0, limit: 50 };
const nobody = { actor: 'visitor', actorId: null, refusal: null, network: null, agent: null } as const;

const toldOf = (event: UserEvent): string =>
  event.kind === 'act'
    ? event.act.action
    : event.kind === 'payment'
      ? `${event.payment.type} ${event.payment.result}`
      : `${event.mail.kind} ${event.mail.status}`;

describe.each(testEngines)('what happened to a user, on %s', (name) => {
  let engine: Engine;
  let database: Database;
  let closePlace: () => Promise<void>;
  let tenant: Tenant;
  let own: OrganizationDatabase;

  beforeAll(async () => {
    const place = await placeFor(name);
    closePlace = place.close;
    const { databaseUrl } = place.options;
    engine = databaseUrl === undefined ? await openPgliteEngine(place.options) : await openPostgresEngine(databaseUrl, place.options);
    await engine.platform.transaction('platform', migrate);
    await installJobs(engine);
    database = await databaseOver(engine, place.options);
  });
  beforeEach(async () => {
    tenant = await buildTenant(database);
    own = database.forOrganization(tenant.organization.id);
  });
  afterAll(async () => {
    await database.close();
    await closePlace();
  });

  const act = (minutes: number, action: string, userId = tenant.user.id) =>
    own.audit.append({ ...nobody, at: at(minutes), action, facts: { id: userId } });
  const mail = (minutes: number, kind: string, recipientId = tenant.user.id) =>
    own.mails.put({ to: 'a@example.com', subject: 's', text: 't', html: 'h', at: at(minutes), about: { recipientId, kind } });
  const paid = (minutes: number, given: Parameters<typeof newPayment>[0] = {}) =>
    own.payments.record([newPayment({ at: at(minutes), userId: tenant.user.id, ...given })]);
  const told = async (given: Partial<typeof page> = {}, userId = tenant.user.id) =>
    (await own.userEvents.listOf(userId, { ...page, ...given })).map(toldOf);

  test('is what was done, paid and mailed, newest first, an act before what it led to', async () => {
    const { mailQueue } = database.platform;
    await act(1, 'verifyUser');
    await paid(2, { key: 'failed', result: 'FAILED' });
    const failed = await mail(2, 'paymentFailed');
    await paid(4, { key: 'sale' });
    const started = await mail(5, 'planStarted');
    await act(6, 'banUser');
    await mail(6, 'factorChanged');
    await paid(7, { key: 'refund', type: 'REFUND', refundOf: 'sale' });
    await mailQueue.markFailed(failed, { error: 'e', status: 'refused', bounce: { reason: '550 5.1.1', at: at(3) } });
    await mailQueue.markSent(started, at(5));
    await act(8, 'noteUser', newId());
    await mail(8, 'planStarted', newId());
    const all = [
      'REFUND COMPLETED',
      'factorChanged waiting',
      'banUser',
      'planStarted sent',
      'SUBSCRIPTION_FEE COMPLETED',
      'paymentFailed bounced',
      'SUBSCRIPTION_FEE FAILED',
      'verifyUser',
    ];
    expect(await told()).toEqual(all);
    expect(await told({ offset: 0, limit: 3 })).toEqual(all.slice(0, 3));
    expect(await told({ offset: 3, limit: 3 })).toEqual(all.slice(3, 6));
    expect(await told({ offset: 6, limit: 3 })).toEqual(all.slice(6));
    expect(await told({ offset: 8 })).toEqual([]);
    const stranger = await buildTenant(database);
    expect(await database.forOrganization(stranger.organization.id).userEvents.listOf(tenant.user.id, page)).toEqual([]);
  });

  test('has the mails of broadcasts, sent or not, under the name of their kind', async () => {
    const { user } = tenant;
    const send = async (kind: 'news' | 'service', minutes: number) => {
      const { id } = await own.broadcasts.create(newBroadcast({ kind, at: at(minutes), sendAt: at(minutes) }));
      await own.broadcasts.start(id, at(minutes));
      const [taken] = await own.broadcasts.take(id, { at: at(minutes), leaseMs: 1000, limit: 1 });
      if (!taken) throw new Error('nobody is mailed');
      return { id, taken };
    };
    const news = await send('news', 1);
    await own.broadcasts.markSent(news.id, user.id, at(1));
    await own.broadcasts.markSent(news.id, user.id, at(2));
    const service = await send('service', 3);
    const failure = { reason: '550 5.1.1', at: at(3), putOffSince: null, bounced: true };
    await own.broadcasts.markFailed(service.id, service.taken, { ...failure, nextAt: new Date(service.taken.leaseEnd) });
    expect(await told()).toEqual(['newsBroadcast sent']);
    await own.broadcasts.markFailed(service.id, service.taken, { ...failure, nextAt: null });
    expect(await told()).toEqual(['serviceBroadcast bounced', 'newsBroadcast sent']);
  });

  test('stays when its mails are removed, until it is removed itself, or the user is gone', async () => {
    const { mailQueue } = database.platform;
    for (const minutes of [1, 5]) await mailQueue.markSent(await mail(minutes, 'newDevice'), at(minutes));
    await mailQueue.removeDone(at(9));
    expect(await told()).toEqual(['newDevice sent', 'newDevice sent']);
    await mailQueue.removeRecords(at(5));
    expect(await told()).toEqual(['newDevice sent']);
    await own.users.forget(tenant.user.id, at(10));
    expect(await told()).toEqual([]);
  });

  test('is read without reading what happened to everybody else', async () => {
    const { organization, user } = tenant;
    const fill = (text: string) => engine.platform.query('platform', text, [organization.id, user.id, at(0).toISOString()], 'array');
    const whose = (every: number) => `case when n % ${every} = 0 then $2::uuid else gen_random_uuid() end`;
    await fill(`insert into mail_records (organization_id, id, recipient_id, kind, status, at)
      select $1::uuid, gen_random_uuid(), ${whose(10)}, 'newDevice', 'sent', $3::timestamptz + n * interval '1 second' from generate_series(1, 5000) n`);
    await fill(`insert into payment_records (organization_id, fact_key, key, at, user_id, plan_name, payment, type, result, is_unexpected, recorded_at)
      select $1::uuid, n::text, n::text, $3::timestamptz + n * interval '1 second', ${whose(500)}, 'P', 1, 'SUBSCRIPTION_FEE', 'COMPLETED', false, $3::timestamptz
      from generate_series(1, 5000) n`);
    await engine.platform.query('platform', 'analyze mail_records, payment_records', [], 'array');
    const context = tenantContext(engine.tenants, organization.id, {
      clock: { now: () => at(0), newId },
      onAudit: undefined,
      putMailJob: async () => undefined,
      putPushJobs: async () => undefined,
      publish: async () => undefined,
    });
    const { rows, events } = await context.transaction(async (inside) => {
      const read = async () => {
        const [[count] = [0]] = (await inside.run(
          `select coalesce(sum(seq_tup_read), 0)::float8 + coalesce(sum(idx_tup_fetch), 0)::float8 from pg_stat_xact_user_tables
           where relname in ('mail_records', 'payment_records') or relname ~ '^audit_entries'`,
          [],
          'array',
        )) as [number][];
        return count;
      };
      const before = await read();
      const found = await userEventRepository(inside).listOf(user.id, { offset: 40, limit: 20 });
      return { rows: (await read()) - before, events: found };
    });
    expect(events).toHaveLength(20);
    expect(rows).toBeGreaterThanOrEqual(20);
    expect(rows).toBeLessThanOrEqual(100);
  });
});
