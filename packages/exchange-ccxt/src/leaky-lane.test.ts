import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LeakyLane } from './leaky-lane.ts';

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
  const lane = new LeakyLane(() => ({ msPerCost: 100 }));
  await departures(lane, [5]);
  expect(await departures(lane, [1, 4, 1])).toEqual([500, 600, 1000]);
});

test('after a quiet time a few go out at once', async () => {
  const lane = new LeakyLane(() => ({ msPerCost: 100 }));
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
  const lane = new LeakyLane(() => ({ msPerCost: pace }));
  await departures(lane, [5]);
  pace = 10;
  expect(await departures(lane, [1, 1, 1])).toEqual([500, 510, 520]);
});
