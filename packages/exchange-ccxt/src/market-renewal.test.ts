import { systemRuntime } from '@tenbin/runtime';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MarketRenewal } from './market-renewal.ts';

const runtime = systemRuntime();

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('rules that surprise again are asked for anew as soon as a minute has passed, once for all who ask', async () => {
  const renew = vi.fn(async () => {});
  const markets = new MarketRenewal({ runtime, everyMs: 4 * 3_600_000, atMostEveryMs: 60_000, renew });
  markets.start();
  markets.renewSoon();
  await vi.advanceTimersByTimeAsync(0);
  expect(renew).toHaveBeenCalledTimes(1);
  for (let refusal = 0; refusal < 10; refusal += 1) {
    markets.renewSoon();
    await vi.advanceTimersByTimeAsync(5_000);
  }
  expect(renew).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(renew).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(renew).toHaveBeenCalledTimes(2);
  markets.renewSoon();
  markets.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(renew).toHaveBeenCalledTimes(2);
});
