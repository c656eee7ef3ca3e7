/** Bots at the trading limit of their user's plan: what stops them is the order that reaches it, not a minute that is over. */
import { type Database, openDatabase } from '@tenbin/db';
import { type Feed, generatedFeed } from '@tenbin/exchange-virtual';
import { compare, multiply, roundDecimal } from '@tenbin/market';
import { systemRuntime } from '@tenbin/runtime';
import { lendMigratedFolder, newSubscription, openTestDatabase, planTerms } from '@tenbin/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { mailSettingsFor } from './testing/mail-settings.ts';
import { quickPolicy } from './testing/quick-policy.ts';
import { TradingFloor, until } from './testing/trading-floor.ts';
import { spawnWorker } from './testing/worker-process.ts';

const speed = 6_000;
const dayMs = 86_400_000;
const market = { feed: generatedFeed({ seed: 11, speed }) };
const limitReached = '取引高が上限に達し、ボットを停止しました';
const limitNear = '取引高が上限の80%に達しました';

/** Without the jobs of a minute: what stops a bot here is that it traded. */
const withoutJobs = (db: Database): Database =>
  new Proxy(db, {
    get(target, name) {
      if (name === 'jobs') return { ...target.jobs, repeat: async () => async () => {}, work: async () => async () => {} };
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

/** The floor's user gets a plan, given for free, whose period runs now. */
async function givePlan(floor: TradingFloor, tradingLimit: string): Promise<void> {
  const now = Date.now();
  const plan = await floor.organization.userPlans.create(planTerms({ tradingLimit }), new Date(now));
  const period = { start: new Date(now - dayMs), end: new Date(now + 28 * dayMs) };
  const gift = { source: 'gift', paypalSubscriptionId: null, anchorDay: 1, startedAt: period.start, paidAt: null } as const;
  await floor.organization.subscriptions.create(newSubscription({ userId: floor.userId, plan, period, ...gift }), null);
  await floor.db.platform.organizations.update(floor.organization.organizationId, { isFree: false });
}

const subjects = async (floor: TradingFloor) => (await floor.db.platform.mailQueue.listNewest(50)).map(({ subject }) => subject);
const volumeOf = (floor: TradingFloor) => floor.organization.records.volumeOfUser(floor.userId, {});

test('all bots of a user stop by the order that reaches the limit of their plan, nothing stays open, and one mail tells it', async () => {
  const { database, close } = await openTestDatabase('pglite');
  onTestFinished(close);
  const floor = await TradingFloor.open(database, market, { timeScale: speed });
  onTestFinished(() => floor.close());
  const made = [await floor.addBot(floor.evenWallet('6000')), await floor.addBot(floor.evenWallet('6000'))];
  await givePlan(floor, '600');
  await floor.startWorker({ db: withoutJobs(database), stopMails: await mailSettingsFor(floor.organization) });
  for (const { bot } of made) await floor.setActive(bot, true);
  for (const { bot, key } of made) {
    await until(async () => ((await floor.bot(bot.id)).active ? null : true));
    expect((await floor.untilPhase(bot.id, 'stopped')).phase).toMatchObject({
      receipt: { by: 'automatic', confirmedAt: expect.any(Date) },
    });
    expect(floor.openOrderCount(key)).toBe(0);
  }
  expect(compare(await volumeOf(floor), '600')).toBeGreaterThanOrEqual(0);
  expect((await subjects(floor)).filter((subject) => subject === limitReached)).toHaveLength(1);
});

/** A market that stands still when it is told to: from then on nothing is traded. Orders are filled whole. */
function marketThatStands(): { readonly feed: Feed; standStill(): void } {
  const moving = generatedFeed({ seed: 11, speed });
  let stands = false;
  return {
    feed: {
      ...moving,
      fills: 'whole',
      advance: (realMs) => (stands ? [] : moving.advance(realMs)),
      step: () => (stands ? null : moving.step()),
    },
    standStill() {
      stands = true;
    },
  };
}

test('whose plan’s volume is used to 80% is told by one mail, however often the worker looks, and their bot runs on', async () => {
  const { database, close } = await openTestDatabase('pglite');
  onTestFinished(close);
  const { feed, standStill } = marketThatStands();
  const floor = await TradingFloor.open(database, { feed }, { timeScale: speed });
  onTestFinished(() => floor.close());
  const { bot, key } = await floor.addBot(floor.evenWallet('6000'));
  const stopMails = await mailSettingsFor(floor.organization);
  await floor.startWorker({ stopMails });
  await floor.setActive(bot, true);
  await floor.untilRecords(bot.id, 12);
  standStill();
  await until(async () => {
    const traded = new Set(floor.exchange.accountTrades(key).map(({ clientOrderId }) => clientOrderId)).size;
    return (await floor.organization.records.count(bot.id)) === traded ? true : null;
  });
  await floor.stopWorker();
  await givePlan(floor, roundDecimal(multiply(await volumeOf(floor), '1.1'), 0));
  // The next one looks as it takes the bot up, and by its job.
  await floor.startWorker({ stopMails });
  await until(async () => ((await subjects(floor)).includes(limitNear) ? true : null));
  await floor.stopWorker();
  await floor.startWorker({ stopMails });
  // What stops the bot says that the worker has looked once more: its user's plan ends.
  const { organization, userId } = floor;
  const subscription = await organization.subscriptions.findLatestOfUser(userId);
  expect((await floor.bot(bot.id)).active).toBe(true);
  if (!subscription) throw new Error('no subscription');
  await organization.subscriptions.save(subscription, { ...subscription, status: { kind: 'cancelled', at: new Date() } });
  await database.jobs.wake('entitlements');
  await until(async () => ((await floor.bot(bot.id)).active ? null : true));
  expect((await subjects(floor)).filter((subject) => [limitNear, limitReached].includes(subject))).toEqual([limitNear]);
});

test('what was traded before a worker was killed stops the bot when the next one takes it up', async () => {
  const { dataDir, remove } = await lendMigratedFolder();
  onTestFinished(remove);
  const before = await openDatabase({ runtime: systemRuntime(), dataDir });
  const floor = await TradingFloor.open(before, market, { timeScale: speed });
  onTestFinished(() => floor.close());
  const { bot, key } = await floor.addBot(floor.evenWallet('6000'));
  await floor.setActive(bot, true);
  await before.close();

  // Nothing limits it yet: as far as the database tells, it is killed between the fill and the stop.
  let last = floor;
  let traded = '0';
  // A worker may be killed before it stored what it traded: then another trades on.
  while (compare(traded, '0') === 0) {
    const { length: tradedBefore } = floor.exchange.accountTrades(key);
    const worker = spawnWorker({ DATA_DIR: dataDir }, 'killed');
    onTestFinished(() => worker.kill());
    await until(async () => (floor.exchange.accountTrades(key).length >= tradedBefore + 3 ? true : null));
    await worker.kill();
    const after = await openDatabase({ runtime: systemRuntime(), dataDir });
    last = floor.over(after);
    traded = await volumeOf(last);
    if (compare(traded, '0') === 0) await after.close();
    else onTestFinished(() => after.close());
  }
  onTestFinished(() => last.stopWorker());
  await givePlan(last, traded);
  await last.startWorker({
    db: withoutJobs(last.db),
    unknownOrderPolicy: quickPolicy,
    stopMails: await mailSettingsFor(last.organization),
  });
  await until(async () => ((await last.bot(bot.id)).active ? null : true));
  await last.untilPhase(bot.id, 'stopped');
  expect(last.openOrderCount(key)).toBe(0);
  expect((await subjects(last)).filter((subject) => subject === limitReached)).toHaveLength(1);
});
