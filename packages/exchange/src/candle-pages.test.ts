import type { Candle } from '@tenbin/market';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CandlePage, candlePages, type ReadCandles, readCandleSpan } from './candle-pages.ts';

const intervalMs = 60_000;
const candle = (index: number): Candle => ({ at: index * intervalMs, open: 2, high: 3, low: 1, close: 2, volume: 0 });

/**
 * An exchange that gives at most so many candles, and either looks for the first one however far it is, or only
 * through a window of its own length.
 */
function exchangeWith(there: ReadonlySet<number>, { maxPerPage, looksFar }: { maxPerPage: number; looksFar: boolean }): ReadCandles {
  return async ({ since, limit }) => {
    const first = since.getTime() / intervalMs;
    const behind = [...there].filter((index) => index >= first && (looksFar || index < first + Math.max(100, maxPerPage)));
    return behind.slice(0, Math.min(limit, maxPerPage)).map(candle);
  };
}

test('every candle of a span is found once and in order, wherever gaps are and however an exchange pages', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 0, max: 300 })), { maxLength: 6 }),
      fc.constantFrom(1, 7, 100, 300, 5000),
      fc.boolean(),
      fc.tuple(fc.integer({ min: 0, max: 1500 }), fc.integer({ min: 0, max: 1500 })),
      async (stretches, maxPerPage, looksFar, [one, other]) => {
        const there = new Set<number>();
        let index = 0;
        for (const [length, gap] of stretches) {
          for (let end = index + length; index < end; index++) there.add(index);
          index += gap;
        }
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        const span = { from: from * intervalMs, to: to * intervalMs, intervalMs };
        const found = await readCandleSpan(exchangeWith(there, { maxPerPage, looksFar }), span);
        const wanted = [...there].filter((candidate) => candidate >= from && candidate < to);
        expect(found.map(({ at }) => at / intervalMs)).toEqual(wanted);
      },
    ),
    { numRuns: 200 },
  ));

test('what is no candle is left out: no price, a high under the close, a time off the grid', async () => {
  const broken = [
    { ...candle(0), low: 0 },
    { ...candle(1), high: 1 },
    { ...candle(2), at: 2 * intervalMs + 1 },
    { ...candle(3), volume: -1 },
    candle(4),
  ];
  const pages: CandlePage[] = [];
  for await (const page of candlePages(async () => broken, { from: 0, to: 5 * intervalMs, intervalMs })) pages.push(page);
  expect(pages).toEqual([{ candles: [candle(4)], until: 5 * intervalMs }]);
});

test('an exchange that gives its latest candles whatever it is asked comes to an end', async () => {
  const latest: ReadCandles = async () => [candle(9_000), candle(9_001)];
  expect(await readCandleSpan(latest, { from: 0, to: 100 * intervalMs, intervalMs })).toEqual([]);
  const old: ReadCandles = async () => [candle(1)];
  expect(await readCandleSpan(old, { from: 50 * intervalMs, to: 300 * intervalMs, intervalMs })).toEqual([]);
});
