import { type DomainError, errorsWith, type Facts } from '@tenbin/market';
import type { StrategyFacts } from '@tenbin/strategy';
import type { BookProblem } from './book-problem.ts';
import type { CandleComplaint } from './candle-complaint.ts';

type OfStrategy = Pick<StrategyFacts, 'duplicatePair' | 'balanceNotPositive'>;

/** What this package's rules refuse. */
export interface BacktestFacts extends OfStrategy {
  /** No moment at which all of the pairs have a candle. Epoch milliseconds. */
  noCandles: { readonly pairs: readonly string[]; readonly from?: number; readonly to?: number };
  /** Null: it took too long, or too much memory. */
  backtestTooLarge: { readonly most: number; readonly pairCandles?: number } | null;
  /** Numbers that cannot be computed with exactly. */
  tooManyDigits: { readonly [name: string]: string | number };
  feeOutOfRange: { readonly fee: string; readonly most: number };
  noPairs: { readonly currencies: readonly string[] };
  tooManyPairs: { readonly most: number; readonly pairs?: number };
  pairsNotConnected: { readonly currency: string; readonly to: string };
  /** No two of the pairs that are there share a currency from which this one could be derived. */
  crossNotPossible: { readonly pair: string; readonly available?: readonly string[] };
  intervalsDiffer: { readonly pairs: readonly string[]; readonly intervalsMs: readonly string[] };
  candlesCompressed: { readonly source: string };
  candleColumnMissing: { readonly source: string; readonly column: string; readonly header: string };
  candleRowInvalid: { readonly [Name in keyof CandleComplaint]: CandleComplaint[Name] };
  bookLineInvalid: { readonly source: string; readonly line: number; readonly problem: BookProblem };
  tooFewCandles: { readonly source: string; readonly candles: number; readonly fewest: number };
}

export const BacktestError = errorsWith<BacktestFacts>();

/** The code is `candleRowInvalid`; the facts say where and what. */
export const candleError = (complaint: CandleComplaint): DomainError =>
  new BacktestError('candleRowInvalid', { ...complaint, value: complaint.value.slice(0, 40) } satisfies Facts);
