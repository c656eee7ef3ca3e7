import { generatedFeed } from '@tenbin/exchange-virtual';
import { messageOf } from '@tenbin/messages';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LeapingClock } from './testing/leaping-clock.ts';
import { until } from './testing/trading-floor.ts';
import { openWatchedFloor, type WatchedFloor } from './testing/watched-floor.ts';

/** Less than a worker may be out of touch before it takes its claims for stale. */
const leapMs = 2_000;

const clock = new LeapingClock();
let watched: WatchedFloor;
beforeAll(async () => {
  watched = await openWatchedFloor({ feed: generatedFeed({ seed: 2, speed: 1 }) }, { timeScale: 1, worker: { clock } });
});
afterAll(() => watched.close());

/** Time passes quickly until something is so. @returns how much of it */
async function passTimeUntil(isSo: () => Promise<boolean>): Promise<number> {
  const began = clock.now().getTime();
  await until(async () => {
    if (await isSo()) return true;
    clock.leap(leapMs);
    return null;
  });
  return clock.now().getTime() - began;
}

test('what somebody else takes out of a wallet stops the bot that lacks it, once that lasts; its user reads how much', async () => {
  const { floor } = watched;
  const { bot, key } = await floor.addBot(floor.evenWallet('6000'));
  await floor.setActive(bot, true);
  await floor.untilPhase(bot.id, 'running');
  const account = floor.exchange.findAccount(key)?.id ?? '';
  await until(async () => (floor.openOrderCount(key) === 6 ? true : null));
  floor.served.faults.inject({ type: 'changeBalance', account, currency: 'USDT', amount: '-25.5' });
  const passedMs = await passTimeUntil(async () => (await floor.bot(bot.id)).phase.kind === 'stopped');
  expect(passedMs).toBeGreaterThan(45_000);
  const { messages, phase, active } = await floor.bot(bot.id);
  expect(messages).toMatchObject([{ code: 'ledgerDifference', facts: { USDT: '-25.5' } }]);
  expect(active).toBe(false);
  expect(phase).toMatchObject({ receipt: { by: 'automatic', reason: 'ledgerDifference' } });
  expect(floor.openOrderCount(key)).toBe(0);
  expect(await watched.timelineOf(bot)).toEqual(
    expect.arrayContaining([
      { kind: 'ledgerDifference', reason: null },
      { kind: 'stopRequested', reason: 'ledgerDifference' },
      { kind: 'stopped', reason: 'ledgerDifference' },
    ]),
  );
  const { subject, text } = await watched.mailAbout(bot);
  expect(subject).toBe(`ボット「${bot.name}」が自動停止しました`);
  expect(text).toContain(messageOf('ledgerDifference', 'ja').text);
});
