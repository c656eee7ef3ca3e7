import type { Subscription } from '@tenbin/billing';
import { silentLog } from '@tenbin/telemetry';
import { buildTenant, contractRecord, fakeClock, newSubscription, openTestDatabase, planTerms, type TestDatabase } from '@tenbin/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UserMails } from '../mails/user-mails.ts';
import { mailSettingsFor } from '../testing/mail-settings.ts';
import { stopUnentitled } from './stop-unentitled.ts';

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
  if (tradingLimit !== undefined) {
    const plan = await own.userPlans.create(planTerms({ tradingLimit }), clock.now());
    await own.subscriptions.create(newSubscription({ userId: user.id, plan, ...given }), null);
  }
  await own.bots.setActive(user.id, bot.id, { active: true, by: user.id, at: new Date('2026-01-10T00:00:00Z') });
  const records = [contractRecord({ createdAt: new Date('2026-01-15T00:00:00Z'), volume: '100' })];
  await own.journal.record({ botId: bot.id, epoch: 0 }, { records });
  const mails = new UserMails(await mailSettingsFor(own), { clock, log: silentLog });
  return {
    work: () => stopUnentitled({ db: opened.database, clock, log: silentLog, mails }),
    isWanted: async () => (await own.bots.require(user.id, bot.id)).active,
    activeStops: () => own.stops.listActive(user.id),
    subjects: async () =>
      (await opened.database.platform.mailQueue.listNewest(99)).filter(({ to }) => to === user.email).map(({ subject }) => subject),
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
