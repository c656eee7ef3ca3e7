import type { Candle } from '@tenbin/market';
import { openTestDatabase, type TestDatabase, testEngines } from '@tenbin/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeCandles } from './candle-codec.ts';

const minute = 60_000;
const dayMs = 86_400_000;
const candle = (at: number, close = 100.25): Candle => ({ at, open: 100, high: 200, low: 50, close, volume: 0.125 });
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

describe.each(testEngines)('stored candles on %s', (engine) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(engine);
  });
  afterAll(() => opened.close());

  test('come back day by day, a day stored again in the place of itself, an empty one too', async () => {
    const { candles } = opened.database.platform;
    const series = { source: 'test', pair: 'BTC/USDT', intervalMs: minute };
    const january = Date.UTC(2026, 0, 1);
    await candles.saveDays(
      series,
      new Map([
        ['2026-01-01', [candle(january), candle(january + minute)]],
        ['2026-01-02', []],
      ]),
    );
    await candles.saveDays(series, new Map([['2026-01-01', [candle(january, 7)]]]));
    await candles.saveDays({ ...series, pair: 'ETH/USDT' }, new Map([['2026-01-01', [candle(january)]]]));
    const days = await candles.loadDays(series, { first: '2025-12-31', last: '2026-01-31' });
    expect(days.map(({ day, count }) => [day, count])).toEqual([
      ['2026-01-01', 1],
      ['2026-01-02', 0],
    ]);
    expect(decodeCandles(days.map(({ block }) => block)).map(({ close }) => [...close])).toEqual([[7], []]);
    expect(await candles.loadDays(series, { first: '2026-01-02', last: '2026-01-02' })).toHaveLength(1);
    expect(await candles.loadDays({ ...series, source: 'other' }, { first: '2026-01-01', last: '2026-01-31' })).toEqual([]);
    expect(await candles.saveDays(series, new Map())).toEqual([]);
  });

  test('of sixty days of minutes come back whole', async () => {
    const { candles } = opened.database.platform;
    const series = { source: 'many', pair: 'BTC/USDT', intervalMs: minute };
    const first = Date.UTC(2025, 0, 1);
    const days = new Map(
      Array.from({ length: 60 }, (_, day) => {
        const start = first + day * dayMs;
        return [dayOf(start), Array.from({ length: 1440 }, (_, index) => candle(start + index * minute, 50 + (index % 97)))];
      }),
    );
    await candles.saveDays(series, days);
    const loaded = await candles.loadDays(series, { first: dayOf(first), last: dayOf(first + 59 * dayMs) });
    const counts = decodeCandles(loaded.map(({ block }) => block)).map(({ at }) => at.length);
    expect(counts).toEqual(Array(60).fill(1440));
  });
});
