/**
 * The candles as the free path reads them: by moment and pair, what a candle's four trades ask of the pair's orders.
 *
 * Along open, high, low, close (a falling candle; open, low, high, close a rising one) each price is held against both
 * orders. But what a price has just reached on one side, it does not reach on the other: after a sell the buy stands
 * under the price sold at, after a buy the sell over the price bought at. So of the eight questions only five are left,
 * and in this order they are the same for rising and falling candles, which need not be told apart any more:
 *
 * | slot   | side | falling        | rising                                          |
 * | before | buy  | open           | none: what open reaches, low reaches too        |
 * | first  | sell | high (or open) | open                                            |
 * | low    | buy  | low            | low (or open)                                   |
 * | second | sell | close          | high                                            |
 * | after  | buy  | none           | close                                           |
 *
 * Behind the pairs' slots stand the values of the currencies at the close: all that a moment needs lies side by side.
 */
import { priceTolerance } from '@tenbin/strategy';
import type { CandleMarket } from './candle-market.ts';

/** Slots of a pair. */
const slots = 5;

export interface PathTable {
  readonly cells: Float64Array;
  /** Cells of a moment. */
  readonly width: number;
}

export function pathTableOf({ rows, stride, pairs, currencies, at }: CandleMarket): PathTable {
  const width = slots * pairs.length + currencies.length;
  const cells = new Float64Array(at.length * width);
  for (let t = 0; t < at.length; t++) {
    const valuesAt = t * stride + 4 * pairs.length;
    for (let p = 0; p < pairs.length; p++) addCandle(rows, t * stride + 4 * p, { cells, to: t * width + slots * p });
    for (let c = 0; c < currencies.length; c++) cells[t * width + slots * pairs.length + c] = rows[valuesAt + c]!;
  }
  return { cells, width };
}

/**
 * `before` is 0, which no buy is under, where a candle spans so much that an order might be held back inside it: those
 * are walked elsewhere.
 *
 * @param at - where the candle's open stands
 */
function addCandle(rows: Float64Array, at: number, { cells, to }: { cells: Float64Array; to: number }): void {
  const open = rows[at]!;
  const high = rows[at + 1]!;
  const low = rows[at + 2]!;
  const close = rows[at + 3]!;
  const isRising = close >= open;
  const isWide = low * (1 + priceTolerance) < high;
  cells[to] = isRising ? Number.POSITIVE_INFINITY : open;
  if (isWide) cells[to] = 0;
  cells[to + 1] = isRising ? open : high;
  cells[to + 2] = low;
  cells[to + 3] = isRising ? high : close;
  cells[to + 4] = isRising ? close : Number.POSITIVE_INFINITY;
}
