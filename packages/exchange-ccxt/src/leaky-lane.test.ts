import { systemRuntime } from '@tenbin/runtime';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LeakyLane } from './leaky-lane.ts';

const runtime = systemRuntime();

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** When each of some requests went out, in ms from now. */
async function departures(lane: LeakyLane, costs: readonly number[]): Promise<number[]> {
  const began = performance.now();
  const times = costs.map((cost) => lane.throttle(cost).then(() => Math.round(performance.now() - began)));
  await vi.runAllTimersAsync();
  return Promise.all(times);
}

test('requests go out as far apart as their costs say, after what went before', async () => {
  const lane = new LeakyLane(runtime, () => ({ msPerCost: 100 }));
  await departures(lane, [5]);
  expect(await departures(lane, [1, 4, 1])).toEqual([500, 600, 1000]);
});

test('after a quiet time a few go out at once', async () => {
  const lane = new LeakyLane(runtime, () => ({ msPerCost: 100 }));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(
    await departures(
      lane,
      Array.from({ length: 8 }, () => 1),
    ),
  ).toEqual([0, 0, 0, 0, 0, 0, 100, 200]);
});

test('a pace that the exchange tells later holds from then on', async () => {
  let pace = 100;
  const lane = new LeakyLane(runtime, () => ({ msPerCost: pace }));
  await departures(lane, [5]);
  pace = 10;
  expect(await departures(lane, [1, 1, 1])).toEqual([500, 510, 520]);
});

describe('whoever waits only so long', () => {
  const busy = async () => {
    const lane = new LeakyLane(runtime, () => ({ msPerCost: 100 }));
    await departures(lane, [15]);
    return lane;
  };
  const patience = (waitMs: number) => ({ waitMs, signal: new AbortController().signal });

  test('is refused at once where their turn comes later, and takes nothing', async () => {
    const lane = await busy();
    const first = lane.throttle(3);
    await expect(lane.throttle(1, patience(1700))).rejects.toThrow('there is no turn');
    const second = lane.throttle(1, patience(1800));
    const began = performance.now();
    await vi.runAllTimersAsync();
    await Promise.all([first, second]);
    expect(Math.round(performance.now() - began)).toBe(1800);
  });

  test('gives their turn to those behind when they leave', async () => {
    const lane = await busy();
    const leaving = new AbortController();
    const left = [5, 5, 5].map((cost) => lane.throttle(cost, { waitMs: 60_000, signal: leaving.signal }));
    const behind = departures(lane, [1, 1]);
    const outcomes = Promise.allSettled(left);
    leaving.abort();
    expect(await behind).toEqual([1500, 1600]);
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });

  test('and has left before is not let in', async () => {
    const lane = await busy();
    await expect(lane.throttle(1, { waitMs: 60_000, signal: AbortSignal.abort() })).rejects.toThrow('there is no turn');
  });
});

test('a brake holds back everybody behind the first, and is told of each that goes', async () => {
  let heldUntil = 700;
  let gone = 0;
  const note = () => {
    gone += 1;
  };
  const brake = { delayMs: () => Math.max(0, heldUntil - performance.now()), note };
  const lane = new LeakyLane(
    runtime,
    () => ({ msPerCost: 100 }),
    () => brake,
  );
  heldUntil += performance.now();
  expect(await departures(lane, [1, 1, 1])).toEqual([700, 700, 700]);
  expect(gone).toBe(3);
  await expect(lane.throttle(10)).resolves.toBeUndefined();
});
