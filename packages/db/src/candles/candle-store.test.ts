import type { Candle } from '@tenbin/market';
import { openTestDatabase, type TestDatabase, testEngines } from '@tenbin/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

  describe('for which there is no room', () => {
    const series = { source: 'room', pair: 'BTC/USDT', intervalMs: minute };
    const span = { first: '2025-03-01', last: '2025-03-04' };
    const endless = { maxBytes: Number.MAX_SAFE_INTEGER, askedSince: '2000-01-01' };
    const left = async () => (await opened.database.platform.candles.loadDays(series, span)).map(({ day }) => day);
    beforeEach(async () => {
      const { candles } = opened.database.platform;
      while ((await candles.clear({ ...endless, maxBytes: 0 })) > 0);
      await candles.saveDays(series, new Map([1, 2, 3, 4].map((day) => [`2025-03-0${day}`, []])));
      // Whatever day it is: the first and the third were asked for after it.
      await candles.noteAsked(series, { first: '2025-03-01', last: '2025-03-01' }, '9000-01-01');
      await candles.noteAsked(series, { first: '2025-03-03', last: '2025-03-03' }, '9000-01-01');
    });

    test('go when nobody has asked for them for long', async () => {
      const { candles } = opened.database.platform;
      expect(await candles.clear(endless)).toBe(0);
      expect(await candles.clear({ ...endless, askedSince: '8999-12-31' })).toBe(2);
      expect(await left()).toEqual(['2025-03-01', '2025-03-03']);
    });

    test('go when they take too much, those first that nobody asked for the longest, and of them the oldest', async () => {
      const { candles } = opened.database.platform;
      const [day] = await candles.loadDays(series, span);
      const size = 150 + (day?.block.length ?? 0);
      expect(await candles.clear({ ...endless, maxBytes: 4 * size })).toBe(0);
      expect(await candles.clear({ ...endless, maxBytes: 3 * size })).toBe(1);
      expect(await left()).toEqual(['2025-03-01', '2025-03-03', '2025-03-04']);
      expect(await candles.clear({ ...endless, maxBytes: 2 * size - 1 })).toBe(2);
      expect(await left()).toEqual(['2025-03-03']);
    });

    test('are counted as asked for on the latest day, however often that is noted', async () => {
      const { candles } = opened.database.platform;
      await candles.noteAsked(series, span, '8000-01-01');
      expect(await candles.clear({ ...endless, askedSince: '8000-01-01' })).toBe(0);
      expect(await candles.clear({ ...endless, askedSince: '8000-01-02' })).toBe(2);
      expect(await left()).toEqual(['2025-03-01', '2025-03-03']);
    });

    test('are left to one who clears at a time', async () => {
      const { candles } = opened.database.platform;
      const cleared = await Promise.all([1, 2, 3].map(() => candles.clear({ ...endless, askedSince: '8999-12-31' })));
      expect(cleared.reduce((sum, count) => sum + count)).toBe(2);
      expect(await left()).toEqual(['2025-03-01', '2025-03-03']);
    });
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
