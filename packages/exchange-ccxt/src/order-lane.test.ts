import { VirtualRuntime } from '@tenbin/runtime';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TurnRule } from './next-turns.ts';
import { OrderLane, OrdersSpent } from './order-lane.ts';
import { binanceQuirks } from './quirks/binance.ts';
import { findQuirks } from './quirks/find-quirks.ts';

const spent = (error: unknown): OrdersSpent => {
  if (!(error instanceof OrdersSpent)) throw error;
  return error;
};

test('whatever is asked for, no window of any rule holds more orders than it takes', async () => {
  const rules: TurnRule[] = [
    { most: 5, windowMs: 2_000 },
    { most: 12, windowMs: 10_000 },
    { most: 288, windowMs: 86_400_000 },
  ];
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 1, maxLength: 100 }), async (pauses) => {
      const runtime = new VirtualRuntime();
      const lane = new OrderLane(runtime, () => rules);
      const sent: number[] = [];
      for (const ms of pauses) {
        lane.throttle().then(() => sent.push(runtime.elapsedMs()), spent);
        await runtime.advance(ms);
      }
      await runtime.advance(2_000);
      expect(sent.length).toBeGreaterThan(0);
      for (const { most, windowMs } of rules)
        for (const from of sent) expect(sent.filter((at) => at >= from && at < from + windowMs).length).toBeLessThanOrEqual(most);
    }),
    { numRuns: 30 },
  );
});

test('what is granted goes out at once; an order that would wait long is refused with the time of the next turn', async () => {
  const runtime = new VirtualRuntime();
  const lane = new OrderLane(runtime, () => [{ most: 3, windowMs: 10_000 }]);
  for (let order = 0; order < 3; order += 1) await lane.throttle();
  expect(runtime.elapsedMs()).toBe(0);
  const refused = await lane.throttle().catch(spent);
  expect(refused).toMatchObject({ retryAfterMs: 10_500 });
  await runtime.advance(10_500);
  await lane.throttle();
});

test('what is granted for a day is spread over it', async () => {
  const runtime = new VirtualRuntime();
  const lane = new OrderLane(runtime, () => [{ most: 288, windowMs: 86_400_000 }]);
  await lane.throttle();
  await lane.throttle();
  expect(await lane.throttle().catch(spent)).toMatchObject({ retryAfterMs: 600_500 });
});

describe('who replaces orders again and again, and rests in between as the lane says', () => {
  const aDay: TurnRule = { most: 160_000, windowMs: 86_400_000 };

  /** Some replace all their orders every two seconds, where they may. @returns how often each did, and what was refused */
  async function replaceFor(minutes: number, { bots, orders }: { readonly bots: number; readonly orders: number }) {
    const runtime = new VirtualRuntime();
    const lane = new OrderLane(runtime, () => [aDay]);
    const askedAt = Array.from({ length: bots }, () => 0);
    const counts = askedAt.map(() => 0);
    let refused = 0;
    const place = () =>
      lane.throttle().catch((error) => {
        spent(error);
        refused += 1;
      });
    for (let ms = 0; ms < minutes * 60_000; ms += 250) {
      for (const [bot, at] of askedAt.entries()) {
        if (ms - at < Math.max(2_000, lane.restMs(orders))) continue;
        askedAt[bot] = ms;
        counts[bot] = (counts[bot] ?? 0) + 1;
        for (let order = 0; order < orders; order += 1) void place();
      }
      await runtime.advance(250);
    }
    return { counts, refused, perMinute: (counts.reduce((sum, count) => sum + count, 0) * orders) / minutes };
  }

  test.each([
    [1, 20],
    [3, 20],
    [12, 10],
  ])('%i bots of %i orders: none is refused, most of what is granted is used, and each has its part', async (bots, orders) => {
    const { counts, refused, perMinute } = await replaceFor(60, { bots, orders });
    expect(refused).toBe(0);
    expect(perMinute).toBeGreaterThan(80);
    expect(Math.min(...counts)).toBeGreaterThan(0.9 * Math.max(...counts));
  });

  test('what others placed for hours is forgotten within minutes', async () => {
    const runtime = new VirtualRuntime();
    const lane = new OrderLane(runtime, () => [aDay]);
    for (let second = 0; second < 6 * 3_600; second += 1) {
      if (second % 10 < 9) void lane.throttle().catch(spent);
      if (second % 10 < 9) void lane.throttle().catch(spent);
      await runtime.advance(1_000);
    }
    await runtime.advance(600_000);
    expect(lane.restMs(20)).toBe(0);
  });

  test('a rest is no longer than it takes until all has come free', async () => {
    const runtime = new VirtualRuntime();
    const lane = new OrderLane(runtime, () => [aDay]);
    for (let order = 0; order < 1_500; order += 1) await lane.throttle().catch(spent);
    expect(lane.restMs(20)).toBe(600_000);
  });

  test('a rest is whole milliseconds', async () => {
    const lane = new OrderLane(new VirtualRuntime(), () => [aDay]);
    for (let order = 0; order < 7; order += 1) await lane.throttle();
    expect(lane.restMs(7) % 1).toBe(0);
  });

  test('few orders are not slowed down, nor any where no long window counts them', async () => {
    const { counts } = await replaceFor(30, { bots: 1, orders: 2 });
    expect(counts[0]).toBeGreaterThan(890);
    const lane = new OrderLane(new VirtualRuntime(), () => [{ most: 50, windowMs: 10_000 }]);
    for (let order = 0; order < 50; order += 1) await lane.throttle();
    expect(lane.restMs(20)).toBe(0);
  });
});

test('Binance’s own list says how many orders an account may place', () => {
  const rateLimits = [
    { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: 6000 },
    { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: 50 },
    { rateLimitType: 'ORDERS', interval: 'DAY', intervalNum: 1, limit: 160_000 },
    { rateLimitType: 'ORDERS', interval: 'DAY', intervalNum: 1, limit: null },
  ];
  expect(binanceQuirks.paceOf?.({ rateLimits })?.orders).toEqual([
    { most: 50, windowMs: 10_000 },
    { most: 160_000, windowMs: 86_400_000 },
  ]);
});

test.each([
  ['gate', 10],
  ['bybit', 20],
  ['okx', 60],
])('%s takes %i orders of an account at once, and no more', async (ccxtId, most) => {
  const lane = new OrderLane(new VirtualRuntime(), () => findQuirks(ccxtId).orders ?? []);
  for (let order = 0; order < most; order += 1) await lane.throttle();
  expect(await lane.throttle().catch(spent)).toBeInstanceOf(OrdersSpent);
});
