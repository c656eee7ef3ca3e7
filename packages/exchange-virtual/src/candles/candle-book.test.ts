import { describe, expect, test } from 'vitest';
import { CandleBook } from './candle-book.ts';
import { CandleSeries, flatCandle, type VenueCandle } from './candle-series.ts';
import { type Interval, nextOpening, opensAt } from './interval.ts';

const noon = Date.UTC(2026, 0, 14, 12);
const minute = 60_000;

function traded(...trades: readonly (readonly [at: number, price: number, amount: number])[]) {
  const minutes: VenueCandle[] = [];
  const book = new CandleBook((candle) => minutes.push({ ...candle }));
  for (const [at, price, amount] of trades) book.record({ at, price, amount, takerBuys: price > 100 });
  return { book, minutes };
}

describe('a candle', () => {
  test('opens with the first trade, closes with the last, and counts what was traded', () => {
    const { book } = traded([noon, 100, 1], [noon + 10, 104, 2], [noon + 20, 98, 1], [noon + 30, 101, 1]);
    expect(book.series('1m').last).toEqual({
      at: noon,
      open: 100,
      high: 104,
      low: 98,
      close: 101,
      volume: 5,
      notional: 507,
      trades: 4,
      takerBase: 3,
      takerNotional: 309,
    });
  });

  test('is flat at the last close where nothing was traded', () => {
    const { book } = traded([noon, 100, 1], [noon + 3 * minute, 103, 1]);
    const closes = book
      .series('1m')
      .select({ limit: 10 })
      .map(({ at, open, close, trades }) => [(at - noon) / minute, open, close, trades]);
    expect(closes).toEqual([
      [0, 100, 100, 1],
      [1, 100, 100, 0],
      [2, 100, 100, 0],
      [3, 103, 103, 1],
    ]);
  });

  test('is told once when its minute is over, also when somebody read in between', () => {
    const { book, minutes } = traded([noon, 100, 1]);
    book.dayFigures(noon + 2 * minute);
    book.record({ at: noon + 2 * minute + 1, price: 101, amount: 1, takerBuys: true });
    book.record({ at: noon + 3 * minute, price: 102, amount: 1, takerBuys: true });
    expect(minutes.map(({ at, close }) => [(at - noon) / minute, close])).toEqual([
      [0, 100],
      [1, 100],
      [2, 101],
    ]);
  });
});

test('a trade that is late, since the clock was put back, belongs to the open minute and tells none again', () => {
  const { minutes } = traded([noon, 100, 1], [noon + 2 * minute, 101, 1], [noon, 99, 1], [noon + 3 * minute, 102, 1]);
  expect(minutes.map(({ at, low, close }) => [(at - noon) / minute, low, close])).toEqual([
    [0, 100, 100],
    [1, 100, 100],
    [2, 99, 99],
  ]);
});

test('coarser candles hold exactly their finer ones', () => {
  const { book } = traded(...Array.from({ length: 600 }, (_, i) => [noon + i * 17_000, 100 + Math.sin(i) * 5, 1] as const));
  const minutes = book.series('1m').select({ limit: 1_000 });
  const hours = book.series('1h').select({ limit: 10 });
  expect(hours.length).toBeGreaterThan(1);
  for (const hour of hours) {
    const within = minutes.filter(({ at }) => at >= hour.at && at < hour.at + 60 * minute);
    expect(hour.high).toBe(Math.max(...within.map(({ high }) => high)));
    expect(hour.low).toBe(Math.min(...within.map(({ low }) => low)));
    expect(hour.close).toBe(within.at(-1)?.close);
    expect(hour.trades).toBe(within.reduce((sum, { trades }) => sum + trades, 0));
  }
});

test('the average price weighs five minutes by volume; without a trade it is the last price', () => {
  const { book } = traded([noon, 100, 1], [noon + minute, 110, 3]);
  expect(book.averagePrice(noon + 2 * minute)).toBe((100 + 330) / 4);
  expect(book.averagePrice(noon + 60 * minute)).toBe(110);
});

test('weeks open on Monday and months on the first', () => {
  const openings = (['1w', '1M', '4h', '3d'] satisfies Interval[]).map((interval) =>
    new Date(opensAt(interval, noon)).toISOString().slice(0, 13),
  );
  expect(openings).toEqual(['2026-01-12T00', '2026-01-01T00', '2026-01-14T12', '2026-01-13T00']);
  expect(nextOpening('1M', Date.UTC(2026, 1, 1))).toBe(Date.UTC(2026, 2, 1));
});

test('a series forgets its oldest candles, and a long silence costs no more than it keeps', () => {
  const series = new CandleSeries('1m', 100);
  series.absorb(flatCandle(noon, 100));
  series.rollTo(noon + 365 * 24 * 60 * minute);
  expect(series.select({ limit: 10_000 }).length).toBeLessThanOrEqual(126);
  expect(series.last?.at).toBe(noon + 365 * 24 * 60 * minute);
});
