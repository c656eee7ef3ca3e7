import { type Currency, currenciesOf, type PairName, parsePair } from '@tenbin/market';
import { BacktestError } from './backtest-error.ts';
import { type CandleColumns, priceColumns } from './candle-columns.ts';
import { type CandleGap, candleGaps } from './candle-gaps.ts';
import { type DerivedCross, deriveCross } from './derive-cross.ts';
import { jointTimes } from './joint-times.ts';
import { type ReachIndex, reachIndex } from './reach-index.ts';
import { type WorthStep, worthCurrency, worthPaths } from './worth-path.ts';
import { extremesOf, type WorthScan, worthScanOf } from './worth-scan.ts';

/** What one run may cover; beyond it a run would be refused for memory's sake. A year of minutes of three pairs is 1.6 million. */
export const marketLimits = { pairs: 32, pairCandles: 20_000_000 } as const;

/**
 * The candles of several pairs at the times that all of them have, laid out for walking through: moment by moment, in
 * each moment pair by pair. Made once, then good for any number of runs.
 */
export interface CandleMarket {
  readonly pairs: readonly PairName[];
  readonly currencies: readonly Currency[];
  /** Index into `currencies` of each pair's base and counter. */
  readonly bases: Int32Array;
  readonly counters: Int32Array;
  readonly intervalMs: number;
  /** Opening times, epoch milliseconds. */
  readonly at: Float64Array;
  /**
   * A row for each moment, `stride` long: open, high, low, close of each pair, then the value of each currency at the
   * close. All that a fill needs lies side by side in memory.
   */
  readonly rows: Float64Array;
  readonly stride: number;
  /** By pair, the lowest low. */
  readonly lowest: Float64Array;
  /** By pair, see `CandleColumns.priceStep`. */
  readonly priceSteps: Float64Array;
  /** The currency in which worth is told. */
  readonly worthIn: Currency;
  readonly worthPaths: readonly (readonly WorthStep[])[];
  /** By moment, by currency: what one unit is worth at the close. */
  readonly values: Float64Array;
  /** By block of moments: the highest value of each currency, then the lowest of each. */
  readonly extremes: Float64Array;
  readonly scanWorth: WorthScan;
  readonly reach: ReachIndex;
  /** Times at which not every pair has a candle. Nothing is made up for them: the walk goes on behind. */
  readonly gaps: readonly CandleGap[];
  readonly derived: readonly DerivedCross[];
  /** By pair, candles that were there and had to be left out because another pair has none at that time. */
  readonly leftOut: readonly number[];
}

export interface CandleMarketOptions {
  /** The pairs to trade, in the order in which they are walked. All that have candles unless given. */
  readonly pairs?: readonly PairName[];
  /** First and last opening time, epoch milliseconds, both included. */
  readonly from?: number;
  readonly to?: number;
}

/**
 * Joins candles of several pairs. A pair without candles is derived from two others, see `deriveCross`.
 *
 * @throws {DomainError} `noPairs`, `tooManyPairs`, `duplicatePair`, `crossNotPossible`,
 * `pairsNotConnected`, `intervalsDiffer`, `noCandles`, `backtestTooLarge`, `invalidCurrencyPairName`
 */
export function candleMarket(
  series: readonly CandleColumns[],
  { pairs = series.map((one) => one.pair), from, to }: CandleMarketOptions = {},
): CandleMarket {
  checkPairs(pairs);
  const derived: DerivedCross[] = [];
  const columns = pairs.map((pair) => {
    const found = series.find((one) => one.pair === pair);
    if (found) return found;
    const { candles, cross } = deriveCross(pair, series);
    derived.push(cross);
    return candles;
  });
  const intervalMs = oneInterval(columns);
  const within = { from: from ?? Number.NEGATIVE_INFINITY, to: to ?? Number.POSITIVE_INFINITY };
  const spans = columns.map((one) => spanOf(one.at, within));
  const { at, rows: joint } = jointTimes(columns.map((one, c) => one.at.subarray(...spans[c]!)));
  if (at.length === 0)
    throw new BacktestError('noCandles', { pairs, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) });
  if (at.length * pairs.length > marketLimits.pairCandles)
    throw new BacktestError('backtestTooLarge', { pairCandles: at.length * pairs.length, most: marketLimits.pairCandles });
  const currencies = currenciesOf(pairs);
  const worthIn = worthCurrency(currencies, pairs);
  const paths = requireConnected(worthPaths(currencies, pairs, worthIn), currencies, worthIn);
  const stride = strideOf(pairs.length, currencies.length);
  const rows = layOut(columns, joint, { stride, spans });
  const values = addValues(rows, { stride, pairs: pairs.length, paths });
  const extremes = extremesOf(values, currencies.length);
  const indexOf = (currency: Currency) => currencies.indexOf(currency);
  return {
    pairs,
    currencies,
    bases: Int32Array.from(pairs, (pair) => indexOf(parsePair(pair).base)),
    counters: Int32Array.from(pairs, (pair) => indexOf(parsePair(pair).counter)),
    intervalMs,
    at,
    rows,
    stride,
    lowest: lowestOf(rows, stride, pairs.length),
    priceSteps: Float64Array.from(columns, (one) => one.priceStep),
    worthIn,
    worthPaths: paths,
    values,
    extremes,
    scanWorth: worthScanOf(values, extremes, currencies.length),
    reach: reachIndex(rows, stride, pairs.length),
    gaps: candleGaps(at, intervalMs),
    derived,
    leftOut: spans.map(([first, end]) => end - first - at.length),
  };
}

/** @returns worth of one unit of each currency at the first opening */
export function openingValues(market: CandleMarket): Float64Array {
  return Float64Array.from(market.worthPaths, (path) =>
    path.reduce((worth, { pair, isInverse }) => {
      const open = market.rows[4 * pair]!;
      return worth * (isInverse ? 1 / open : open);
    }, 1),
  );
}

function checkPairs(pairs: readonly PairName[]): void {
  if (pairs.length === 0) throw new BacktestError('noPairs', { currencies: [] });
  if (pairs.length > marketLimits.pairs) throw new BacktestError('tooManyPairs', { pairs: pairs.length, most: marketLimits.pairs });
  const twice = pairs.find((pair, index) => pairs.indexOf(pair) !== index);
  if (twice !== undefined) throw new BacktestError('duplicatePair', { pair: twice });
}

function oneInterval(columns: readonly CandleColumns[]): number {
  const [first, ...others] = columns;
  const intervalMs = first?.intervalMs ?? 0;
  const other = others.find((one) => one.intervalMs !== intervalMs);
  if (other)
    throw new BacktestError('intervalsDiffer', {
      pairs: columns.map((one) => one.pair),
      intervalsMs: columns.map((one) => String(one.intervalMs)),
    });
  return intervalMs;
}

/** First row at or after `from`, and the row behind the last at or before `to`. */
function spanOf(at: Float64Array, { from, to }: { from: number; to: number }): [number, number] {
  let first = 0;
  while (first < at.length && at[first]! < from) first++;
  let end = at.length;
  while (end > first && at[end - 1]! > to) end--;
  return [first, end];
}

/** Room for a moment's prices and values, in whole cache lines of 8 doubles. */
const strideOf = (pairs: number, currencies: number): number => 8 * Math.ceil((4 * pairs + currencies) / 8);

function layOut(
  columns: readonly CandleColumns[],
  joint: readonly Int32Array[],
  { stride, spans }: { stride: number; spans: readonly [number, number][] },
): Float64Array {
  const moments = joint[0]?.length ?? 0;
  // Memory of that size begins 16 bytes behind a cache line: 48 more, and a row takes two lines instead of three.
  const rows = new Float64Array(moments * stride + 6).subarray(6);
  columns.forEach((own, p) => {
    const first = spans[p]![0];
    const at = joint[p]!;
    priceColumns.forEach((column, field) => {
      const prices = own[column];
      for (let t = 0; t < moments; t++) rows[t * stride + 4 * p + field] = prices[first + at[t]!]!;
    });
  });
  return rows;
}

function requireConnected(
  paths: readonly (readonly WorthStep[] | null)[],
  currencies: readonly Currency[],
  worthIn: Currency,
): (readonly WorthStep[])[] {
  return paths.map((path, index) => {
    if (path === null) throw new BacktestError('pairsNotConnected', { currency: currencies[index] ?? '', to: worthIn });
    return path;
  });
}

/** Values by moment and currency; written into the rows as well. */
function addValues(
  rows: Float64Array,
  { stride, pairs, paths }: { stride: number; pairs: number; paths: readonly (readonly WorthStep[])[] },
): Float64Array {
  const moments = rows.length / stride;
  const count = paths.length;
  const values = new Float64Array(moments * count).fill(1);
  paths.forEach((path, c) => {
    for (const { pair, isInverse } of path) {
      for (let t = 0; t < moments; t++) {
        const close = rows[t * stride + 4 * pair + 3]!;
        values[t * count + c]! *= isInverse ? 1 / close : close;
      }
    }
    for (let t = 0; t < moments; t++) rows[t * stride + 4 * pairs + c] = values[t * count + c]!;
  });
  return values;
}

function lowestOf(rows: Float64Array, stride: number, pairs: number): Float64Array {
  const lowest = new Float64Array(pairs).fill(Number.POSITIVE_INFINITY);
  for (let row = 0; row < rows.length; row += stride) {
    for (let p = 0; p < pairs; p++) lowest[p] = Math.min(lowest[p]!, rows[row + 4 * p + 2]!);
  }
  return lowest;
}
