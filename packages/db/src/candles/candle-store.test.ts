import type { Candle } from '@tenbin/market';
import { openTestDatabase, type TestDatabase, testEngines } from '@tenbin/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeCandles } from './candle-codec.ts';

const minute = 60_000;
const start = Date.UTC(2026, 0, 1, 23, 58);
const candle = (index: number, close = 100.25 + index): Candle => ({
  at: start + index * minute,
  open: 100,
  high: 200,
  low: 50,
  close,
  volume: 0.125,
});
const days = { start: new Date(Date.UTC(2026, 0, 1)), end: new Date(Date.UTC(2026, 0, 4)) };

describe.each(testEngines)('stored candles on %s', (engine) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(engine);
  });
  afterAll(() => opened.close());

  test('come back over the border of days, new ones in the place of those of the same moment', async () => {
    const { candles } = opened.database.platform;
    const series = { source: 'test', pair: 'BTC/USDT', intervalMs: minute };
    await candles.save(series, [candle(0), candle(1), candle(2)]);
    await candles.save(series, [candle(4), candle(2, 7), candle(3)]);
    await candles.save({ ...series, pair: 'ETH/USDT' }, [candle(9)]);
    expect(await candles.load(series, days)).toEqual([candle(0), candle(1), candle(2, 7), candle(3), candle(4)]);
    expect(await candles.load(series, { start: new Date(start + minute), end: new Date(start + 3 * minute) })).toEqual([
      candle(1),
      candle(2, 7),
    ]);
    const blocks = await candles.loadBlocks(series, days);
    expect(blocks.map((block) => decodeCandles(block).length)).toEqual([2, 3]);
    expect(await candles.load({ ...series, source: 'other' }, days)).toEqual([]);
  });

  test('of sixty days of minutes load at once', async () => {
    const { candles } = opened.database.platform;
    const series = { source: 'year', pair: 'BTC/USDT', intervalMs: minute };
    const first = Date.UTC(2025, 0, 1);
    const days60 = Array.from({ length: 60 * 24 * 60 }, (_, index) => ({ ...candle(index % 97), at: first + index * minute }));
    await candles.save(series, days60);
    const began = performance.now();
    const loaded = await candles.load(series, { start: new Date(first), end: new Date(first + 60 * 24 * 3_600_000) });
    expect(loaded).toHaveLength(days60.length);
    expect(performance.now() - began).toBeLessThan(2000);
  });
});
