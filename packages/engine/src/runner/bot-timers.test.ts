import { expect, test } from 'vitest';
import { ManualClock } from '../testing/manual-clock.ts';
import { BotTimers } from './bot-timers.ts';

const none = async () => {};

/** Counts the timers that are set, and rings each a little early, as a machine may. */
class EarlyClock extends ManualClock {
  pending = 0;

  override after(delayMs: number, wake: () => void): () => void {
    this.pending += 1;
    const stop = super.after(delayMs > 10 ? delayMs - 1 : delayMs, () => {
      this.pending -= 1;
      wake();
    });
    return () => {
      this.pending -= 1;
      stop();
    };
  }
}

test('a strategy that is asked more often than it names is asked that long after the last time, and by one timer', async () => {
  const clock = new EarlyClock();
  const timers = new BotTimers(clock);
  const asked: number[] = [];
  const begin = clock.now().getTime();
  for (let second = 0; second < 10; second += 1) {
    timers.askAt(new Date(clock.now().getTime() + 60_000), () => asked.push(clock.now().getTime() - begin));
    await clock.advance(1_000, none);
  }
  expect(clock.pending).toBe(1);
  await clock.advance(120_000, none);
  expect(asked).toEqual([69_000]);
});

test('nothing rings after the bot was left', async () => {
  const clock = new EarlyClock();
  const timers = new BotTimers(clock);
  const ring = () => expect.unreachable();
  timers.askAt(new Date(clock.now().getTime() + 1_000), ring);
  timers.tickAt(new Date(clock.now().getTime() + 1_000), ring);
  timers.stop();
  expect(clock.pending).toBe(0);
  await clock.advance(5_000, none);
});
