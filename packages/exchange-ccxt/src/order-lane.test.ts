import { VirtualRuntime } from '@tenbin/runtime';
import fc from 'fast-check';
import { expect, test } from 'vitest';
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
