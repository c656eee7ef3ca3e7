import { renewed, type Subscription } from '@tenbin/billing';
import { noMetrics, silentLog } from '@tenbin/telemetry';
import {
  buildTenant,
  contractRecord,
  fakeClock,
  newId,
  newSubscription,
  openTestDatabase,
  planTerms,
  type TestDatabase,
} from '@tenbin/testkit';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UserMails } from '../mails/user-mails.ts';
import { mailSettingsFor } from '../testing/mail-settings.ts';
import { stopUnentitled, stopUnentitledOf } from './stop-unentitled.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase('postgres');
});
afterAll(() => opened.close());

const clock = fakeClock(new Date('2026-01-20T00:00:00Z'));

/** Somebody whose bot is wanted to run and has traded 100 USD this month. */
async function trading({
  isFree = false,
  tradingLimit,
  ...given
}: { readonly isFree?: boolean; readonly tradingLimit?: string | null } & Partial<Subscription> = {}) {
  const { organization, user, bot } = await buildTenant(opened.database);
  await opened.database.platform.organizations.update(organization.id, { isFree });
  const own = opened.database.forOrganization(organization.id);
  const planWith = (limit: string | null) => own.userPlans.create(planTerms({ tradingLimit: limit }), clock.now());
  if (tradingLimit !== undefined) {
    const plan = await planWith(tradingLimit);
    await own.subscriptions.create(newSubscription({ userId: user.id, plan, ...given }), null);
  }
  await own.bots.setActive(user.id, bot.id, { active: true, by: user.id, at: new Date('2026-01-10T00:00:00Z') });
  const records = [contractRecord({ createdAt: new Date('2026-01-15T00:00:00Z'), volume: '100' })];
  await own.journal.record({ botId: bot.id, epoch: 0 }, { records });
  const mails = new UserMails(await mailSettingsFor(own), { clock, log: silentLog });
  return {
    own,
    userId: user.id,
    mails,
    work: () => stopUnentitled({ db: opened.database, clock, log: silentLog, metrics: noMetrics, mails }),
    isWanted: async () => (await own.bots.require(user.id, bot.id)).active,
    activeStops: () => own.stops.listActive(user.id),
    subjects: async () =>
      (await opened.database.platform.mailQueue.listNewest(99)).filter(({ to }) => to === user.email).map(({ subject }) => subject),
    /** What becomes of their subscription. */
    change: async (to: Partial<Subscription>) => {
      const latest = await own.subscriptions.findLatestOfUser(user.id);
      if (latest) await own.subscriptions.save(latest, { ...latest, ...to });
    },
    planWith,
    start: () => own.bots.setActive(user.id, bot.id, { active: true, by: user.id, at: clock.now() }),
  };
}

test.each([
  ['a free organization', { isFree: true }, true],
  ['a plan without a limit', { tradingLimit: null }, true],
  ['a plan whose limit is above what was traded', { tradingLimit: '100.1' }, true],
  ['a plan whose limit is used up', { tradingLimit: '100' }, false],
  ['no plan', {}, false],
] as const)('with %s, bots go on: %j, %s', async (_, given, goesOn) => {
  const trader = await trading(given);
  await trader.work();
  expect(await trader.isWanted()).toBe(goesOn);
  expect(await trader.activeStops()).toHaveLength(goesOn ? 0 : 1);
});

test.each([
  ['counts from there on', '2026-01-12T10:00:00Z', false],
  ['is left out where it came before', '2026-01-16T10:00:00Z', true],
] as const)('volume after the end of a period, before the next one is known, %s', async (_, end, goesOn) => {
  const period = { start: new Date('2025-12-12T10:00:00Z'), end: new Date(end) };
  const trader = await trading({ tradingLimit: '100', period });
  await trader.work();
  expect(await trader.isWanted()).toBe(goesOn);
});

test('who is stopped at the limit is mailed once, and stopped again after another start', async () => {
  const trader = await trading({ tradingLimit: '50' });
  await trader.work();
  await trader.work();
  expect(await trader.subjects()).toEqual(['取引高が上限に達し、ボットを停止しました']);
  expect(await trader.activeStops()).toMatchObject([{ by: 'automatic', scope: 'user' }]);
  clock.advance(60_000);
  await trader.start();
  await trader.work();
  expect(await trader.isWanted()).toBe(false);
});

const failedAt = new Date('2026-01-10T00:00:00Z');
const failed = (graceUntil: string) =>
  ({ kind: 'paymentFailed', cause: 'declined', failedAt, graceUntil: new Date(graceUntil), isGraceOver: false }) as const;

test.each([
  ['whose payment failed, within the grace', { status: failed('2026-01-21T00:00:00Z') }, true, []],
  ['whose grace is over', { status: failed('2026-01-20T00:00:00Z') }, false, ['お支払いを確認できないため、ボットを停止しました']],
  [
    'whose plan is suspended',
    { status: { kind: 'suspended', since: failedAt } },
    false,
    ['お支払いを確認できないため、ボットを停止しました'],
  ],
  ['whose plan was cancelled', { status: { kind: 'cancelled', at: failedAt } }, false, ['プランがないため、ボットを停止しました']],
  ['whose plan has come to its end, which is told with the end', { expiresAt: failedAt }, false, []],
] as const)('who is stopped is told why: %s', async (_, given, goesOn, subjects) => {
  const trader = await trading({ tradingLimit: null, ...given });
  await trader.work();
  await trader.work();
  expect(await trader.isWanted()).toBe(goesOn);
  expect(await trader.subjects()).toEqual(subjects);
});

test('who has no plan at all is told that bots need one', async () => {
  const trader = await trading();
  await trader.work();
  expect(await trader.subjects()).toEqual(['プランがないため、ボットを停止しました']);
});

test('who comes near the limit is told once in a period, and their bots go on', async () => {
  const trader = await trading({ tradingLimit: '124' });
  for (const _ of [1, 2]) await trader.work();
  expect(await trader.subjects()).toEqual(['取引高が上限の80%に達しました']);
  expect(await trader.isWanted()).toBe(true);
  const far = await trading({ tradingLimit: '126' });
  await far.work();
  expect(await far.subjects()).toEqual([]);
});

test('who takes a larger plan is told of its limit as well, and who pays the same one anew is not told twice', async () => {
  const near = '取引高が上限の80%に達しました';
  const larger = await trading({ tradingLimit: '90' });
  await larger.change({ plan: await larger.planWith('120') });
  await larger.work();
  expect(await larger.subjects()).toEqual([near]);
  await larger.change({ plan: await larger.planWith('124') });
  await larger.work();
  expect(await larger.subjects()).toEqual([near, near]);
  const anew = await trading({ tradingLimit: '124' });
  await anew.work();
  const latest = await anew.own.subscriptions.findLatestOfUser(anew.userId);
  if (!latest) throw new Error('they are on a plan');
  await anew.change({ status: { kind: 'cancelled', at: clock.now() } });
  const renewal = renewed(latest, { id: newId(), paypalSubscriptionId: 'I-RENEWED', period: latest.period });
  await anew.own.subscriptions.create({ ...renewal, status: { kind: 'active' } }, null);
  await anew.work();
  expect(await anew.subjects()).toEqual([near]);
});

test('who was told that the limit is near costs no transaction any more while they trade on', async () => {
  const { own, mails, userId, subjects } = await trading({ tradingLimit: '124' });
  let transactions = 0;
  const counted = new Proxy(own, {
    get(target, name) {
      if (name === 'transaction') transactions += 1;
      return Reflect.get(target, name);
    },
  });
  const { isFree, settings } = await own.organization();
  const deps = {
    db: { platform: opened.database.platform, forOrganization: () => counted },
    clock,
    log: silentLog,
    metrics: noMetrics,
    mails,
  };
  const look = () => stopUnentitledOf({ id: own.organizationId, isFree, settings }, deps, [userId]);
  await look();
  expect(transactions).toBe(1);
  for (const _ of [1, 2, 3]) await look();
  expect(transactions).toBe(1);
  expect(await subjects()).toHaveLength(1);
});

test('what fails for one user keeps nobody behind them from being stopped, and is done with the next look', async () => {
  const all = [await trading({ tradingLimit: '50' }), await trading({ tradingLimit: '50' }), await trading({ tradingLimit: '50' })];
  const organizations = (await opened.database.platform.organizations.list()).map(({ id }) => id);
  const first = all.toSorted((a, b) => organizations.indexOf(a.own.organizationId) - organizations.indexOf(b.own.organizationId))[0];
  const failing = {
    platform: opened.database.platform,
    forOrganization: (id: string) => {
      const own = opened.database.forOrganization(id);
      return id === first?.own.organizationId ? { ...own, transaction: () => Promise.reject(new Error('broken')) } : own;
    },
  };
  const counted: object[] = [];
  const metrics = { ...noMetrics, count: (name: string, labels: object) => void counted.push({ name, ...labels }) };
  await stopUnentitled({ db: failing, clock, log: silentLog, metrics, mails: null });
  expect(counted).toEqual([{ name: 'job_parts_failed_total', queue: 'entitlements' }]);
  expect((await Promise.all(all.map((one) => one.isWanted()))).filter((isWanted) => isWanted)).toHaveLength(1);
  await first?.work();
  expect(await first?.isWanted()).toBe(false);
});

test('a stop at the limit and one of a payment at the same time wait for one another in one order', async () => {
  const { own, userId, work, isWanted } = await trading({ tradingLimit: '100' });
  const watching = new Client({ connectionString: opened.options.databaseUrl });
  await watching.connect();
  const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  let stopped: Promise<void> | null = null;
  await own.transaction(async (within) => {
    const subscription = await within.subscriptions.findLatestOfUser(userId);
    if (subscription) await within.subscriptions.save(subscription, { ...subscription, status: { kind: 'suspended', since: failedAt } });
    stopped = work();
    await expect.poll(async () => (await watching.query(waiting)).rowCount).toBe(1);
    await within.stops.ask({ scope: 'user', userId }, { by: 'automatic', at: clock.now() });
  });
  await stopped;
  await watching.end();
  expect(await isWanted()).toBe(false);
  expect((await own.subscriptions.findLatestOfUser(userId))?.status.kind).toBe('suspended');
});

describe('who was stopped at the limit', () => {
  const [stopped, near, lifted] = ['取引高が上限に達し、ボットを停止しました', '取引高が上限の80%に達しました', 'ボットを再び開始できます'];
  const atLimit = async () => {
    const trader = await trading({ tradingLimit: '100' });
    await trader.work();
    return trader;
  };

  test('is stopped and told once, however many find it at the same time', async () => {
    const trader = await trading({ tradingLimit: '100' });
    await Promise.all([trader.work(), trader.work(), trader.work()]);
    expect(await trader.subjects()).toEqual([stopped]);
    expect(await trader.activeStops()).toHaveLength(1);
  });

  test.each([
    ['a larger plan', async (trader: Awaited<ReturnType<typeof trading>>) => trader.change({ plan: await trader.planWith('200') })],
    [
      'the next period',
      async (trader: Awaited<ReturnType<typeof trading>>) =>
        trader.change({ period: { start: new Date('2026-01-18T10:00:00Z'), end: new Date('2026-02-18T10:00:00Z') } }),
    ],
  ])('is told once that bots can be started again with %s, and they stay stopped', async (_, begin) => {
    const trader = await atLimit();
    await trader.work();
    expect(await trader.subjects()).toEqual([stopped]);
    await begin(trader);
    await Promise.all([trader.work(), trader.work()]);
    expect(await trader.subjects()).toEqual([lifted, stopped]);
    expect(await trader.isWanted()).toBe(false);
    await trader.work();
    expect(await trader.subjects()).toHaveLength(2);
  });

  test('hears nothing of it while a payment stands out, or after the plan has ended', async () => {
    const trader = await atLimit();
    await trader.change({ plan: await trader.planWith(null), status: { kind: 'suspended', since: failedAt } });
    await trader.work();
    expect(await trader.subjects()).toEqual([stopped]);
    await trader.change({ status: { kind: 'cancelled', at: failedAt } });
    await trader.work();
    expect(await trader.subjects()).toEqual([stopped]);
    const other = await trading({ tradingLimit: '120' });
    await other.work();
    expect(await other.subjects(), 'others are told what is of theirs').toEqual([near]);
  });
});
