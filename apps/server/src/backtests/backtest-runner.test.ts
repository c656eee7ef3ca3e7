import { encodeCandles } from '@tenbin/db';
import { systemRuntime } from '@tenbin/runtime';
import { afterAll, describe, expect, test } from 'vitest';
import type { BacktestJob } from './backtest-job.ts';
import { createBacktestRunner } from './backtest-runner.ts';

const logged: string[] = [];
const write = (_: unknown, event: string) => void logged.push(event);
const log = { info: write, warn: write, error: write };
const runner = createBacktestRunner({ clock: systemRuntime(), log });
afterAll(() => runner.close());

const asker = { organizationId: 'a', userId: '1' };

test('one asker has four back-tests under way at most, an organization eight, and the others go on', async () => {
  const held = Array.from({ length: 8 }, () => Promise.withResolvers<string>());
  const neighbour = { ...asker, userId: '2' };
  const underWay = held.map(({ promise }, index) => runner.admit(index < 4 ? asker : neighbour, () => promise));
  const refusal = { code: 'tooManyRequests', details: { retryAfterSeconds: 5 } };
  await expect(runner.admit(asker, async () => 'fifth')).rejects.toMatchObject(refusal);
  await expect(runner.admit({ ...asker, userId: '3' }, async () => 'ninth')).rejects.toMatchObject(refusal);
  expect(await runner.admit({ organizationId: 'b', userId: '1' }, async () => 'another')).toBe('another');
  held[0]?.reject(new Error('failed'));
  await expect(underWay[0]).rejects.toThrow('failed');
  expect(await runner.admit(asker, async () => 'next')).toBe('next');
  for (const { resolve } of held) resolve('done');
  expect(await Promise.all(underWay.slice(1))).toEqual(Array(7).fill('done'));
});

describe('a back-test that takes more memory than there is', () => {
  const minute = 60_000;
  const start = Date.UTC(2026, 0, 1);

  /** A price that swings so far that every candle fills orders. */
  function jobOf(candles: number): BacktestJob {
    const all = Array.from({ length: candles }, (_, index) => {
      const [open, close] = index % 2 === 0 ? [100, 130] : [130, 100];
      return { at: start + index * minute, open, high: 130, low: 100, close, volume: 1 };
    });
    return {
      series: [{ pair: 'A/B', blocks: [encodeCandles(all)] }],
      pairs: ['A/B'],
      interval: '1m',
      intervalMs: minute,
      start,
      end: start + candles * minute,
      balances: 10_000,
      delta: 0.0005,
      fee: 0,
      mode: 'path',
      rules: null,
      timeScale: 1,
    };
  }

  test('is refused, and the next one is computed', async () => {
    const tight = createBacktestRunner({ clock: systemRuntime(), log, maxMegabytes: 48, timeoutMs: 60_000 });
    await expect(tight.run(jobOf(200_000), asker)).rejects.toMatchObject({ code: 'backtestTooLarge' });
    expect(logged).toEqual(['backtest.thread_failed']);
    expect((await tight.run(jobOf(10), asker)).figures.executionCount).toBeGreaterThan(0);
    await tight.close();
  });
});
