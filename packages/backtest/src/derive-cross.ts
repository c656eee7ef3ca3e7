import { type Currency, type PairName, parsePair } from '@tenbin/market';
import { BacktestError } from './backtest-error.ts';
import type { CandleColumns } from './candle-columns.ts';
import { jointTimes } from './joint-times.ts';

/** A pair whose candles were made from two others. */
export interface DerivedCross {
  readonly pair: PairName;
  readonly from: readonly [PairName, PairName];
}

/**
 * Candles of a pair that has none, from two pairs that share a currency: ETH/BTC from ETH/USDT and BTC/USDT.
 *
 * Open and close are quotients (or products) of opens and closes. When inside the candle the two others had their
 * highs and lows is not known, so the cross is taken to have moved between its open and its close only: it reaches
 * fewer orders than the real pair did, never more than can be told.
 *
 * @throws {DomainError} `crossNotPossible`, `intervalsDiffer`, `noCandles`
 */
export function deriveCross(
  pair: PairName,
  series: readonly CandleColumns[],
): { readonly candles: CandleColumns; readonly cross: DerivedCross } {
  const { base, counter } = parsePair(pair);
  const legs =
    crossLegs(
      pair,
      series.map((one) => one.pair),
    ) ?? refuse(pair, series);
  const [first, second] = legs.map((leg) => series.find((one) => one.pair === leg)!) as [CandleColumns, CandleColumns];
  if (first.intervalMs !== second.intervalMs)
    throw new BacktestError('intervalsDiffer', {
      pairs: [first.pair, second.pair],
      intervalsMs: [String(first.intervalMs), String(second.intervalMs)],
    });
  const { at, rows } = jointTimes([first.at, second.at]);
  if (at.length === 0) throw new BacktestError('noCandles', { pairs: [first.pair, second.pair] });
  const firstPrice = priceOf(first, base);
  const secondPrice = priceOf(second, counter);
  const open = at.map((_, i) => firstPrice('open', rows[0]![i]!) / secondPrice('open', rows[1]![i]!));
  const close = at.map((_, i) => firstPrice('close', rows[0]![i]!) / secondPrice('close', rows[1]![i]!));
  const candles: CandleColumns = {
    pair,
    intervalMs: first.intervalMs,
    at,
    open,
    high: open.map((price, i) => Math.max(price, close[i]!)),
    low: open.map((price, i) => Math.min(price, close[i]!)),
    close,
    volume: new Float64Array(at.length),
    priceStep: 0,
  };
  return { candles, cross: { pair, from: [first.pair, second.pair] } };
}

/**
 * The two pairs from which one that is not there is derived: over the first currency against which both of its own are
 * traded. Null where there is none.
 */
export function crossLegs(pair: PairName, offered: readonly PairName[]): [PairName, PairName] | null {
  const { base, counter } = parsePair(pair);
  for (const first of offered) {
    const common = otherOf(first, base);
    if (common === null) continue;
    const second = offered.find((one) => otherOf(one, counter) === common);
    if (second !== undefined) return [first, second];
  }
  return null;
}

/** What a pair trades a currency against; null where it does not trade it. */
function otherOf(pair: PairName, currency: Currency): Currency | null {
  const { base, counter } = parsePair(pair);
  if (base === currency) return counter;
  return counter === currency ? base : null;
}

/** The worth of a currency in the pair's other one. */
function priceOf(columns: CandleColumns, currency: Currency): (column: 'open' | 'close', row: number) => number {
  if (parsePair(columns.pair).base === currency) return (column, row) => columns[column][row]!;
  return (column, row) => 1 / columns[column][row]!;
}

function refuse(pair: PairName, series: readonly CandleColumns[]): never {
  throw new BacktestError('crossNotPossible', { pair, available: series.map((one) => one.pair) });
}
