/** A stop that its owner forces while the exchange cancels nothing, through the real worker, and what the next start finds. */
import { channels, type StopReceipt } from '@tenbin/bots';
import { generatedFeed } from '@tenbin/exchange-virtual';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LeapingClock } from './testing/leaping-clock.ts';
import { until } from './testing/trading-floor.ts';
import { openWatchedFloor, type WatchedFloor } from './testing/watched-floor.ts';

/** Less than a worker may be out of touch before it takes its claims for stale. */
const leapMs = 2_000;

const clock = new LeapingClock();
let watched: WatchedFloor;
beforeAll(async () => {
  watched = await openWatchedFloor({ feed: generatedFeed({ seed: 4, speed: 1 }) }, { timeScale: 1, worker: { clock } });
});
afterAll(() => watched.close());

test('ends with a receipt that names what the exchange still has open; the next start finds it', async () => {
  const { floor } = watched;
  const { bot, key } = await floor.addBot(floor.evenWallet('6000'));
  await floor.setActive(bot, true);
  await floor.untilPhase(bot.id, 'running');
  await until(async () => (floor.openOrderCount(key) === 6 ? true : null));
  const { id: outage } = floor.served.faults.inject({ type: 'serverError', status: 503, where: { call: 'cancel' } });
  await floor.setActive(bot, false);
  await floor.untilPhase(bot.id, 'stopping');
  await floor.organization.bots.forceStop(bot.userId, bot.id, { by: bot.userId, at: new Date() });
  const signal = { organizationId: floor.organization.organizationId, exchangeAccountId: bot.exchangeAccountId, botId: bot.id };
  await floor.db.notify(channels.desiredStates, JSON.stringify(signal));
  await until(async () => {
    if ((await floor.bot(bot.id)).phase.kind === 'stopped') return true;
    clock.leap(leapMs);
    return null;
  });
  const { phase, forcedAt } = await floor.bot(bot.id);
  const receipt: StopReceipt | null = phase.kind === 'stopped' ? phase.receipt : null;
  expect(floor.openOrderCount(key)).toBe(6);
  expect(receipt).toMatchObject({ confirmedAt: null, forced: { by: bot.userId, unconfirmed: { length: 6 } } });
  expect(forcedAt).toBeNull();
  expect(await watched.timelineOf(bot)).toEqual(expect.arrayContaining([{ kind: 'stopForced', reason: null }]));

  floor.served.faults.clear(outage ?? '');
  await floor.setActive(bot, true);
  await floor.untilPhase(bot.id, 'running');
  await until(async () => (floor.openOrderCount(key) === 6 ? true : null));
  await floor.setActive(bot, false);
  await floor.untilPhase(bot.id, 'stopped');
  expect(floor.openOrderCount(key)).toBe(0);
  const confirmed = (await floor.bot(bot.id)).phase;
  expect(confirmed).toMatchObject({ receipt: { confirmedAt: expect.any(Date) } });
});
