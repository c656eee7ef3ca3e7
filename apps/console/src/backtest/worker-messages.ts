import type { CandleGap, Figures } from '@tenbin/backtest';
import type { Balances, MarketRules, PairName, Side } from '@tenbin/market';

/** What the page and the worker that computes say to each other. Columns travel without being copied. */

/** A pair's candles as the server sends them. */
export interface SeriesBlocks {
  readonly pair: PairName;
  readonly intervalMs: number;
  /** By day, oldest first; base64 of the deflated block. */
  readonly blocks: readonly string[];
}

/** A bot to be tried out, but for its width. */
export interface TrialPlan {
  /** Its worth at the latest prices is what is tried out, evenly spread; null for 10,000 of the currency of worth. */
  readonly balances: Balances | null;
  /** A fraction. */
  readonly fee: number;
  /** How many times faster than real time the market of these candles moves; 1 for a real one. */
  readonly timeScale: number;
  /** What the exchange demands on its pairs: for the smallest workable balance, and for runs under its rules. */
  readonly rules: readonly MarketRules[];
}

/**
 * What a run kept to. `exchange`: prices and amounts on the exchange's grid, and the bot stops under its minimums.
 * `free`: neither, as it was asked. `tooSmall` and `tooManyDigits`: neither either, because the exchange would not take
 * such a bot's first orders, or because its steps are too fine to compute with exactly.
 */
export type Terms = 'exchange' | 'free' | 'tooSmall' | 'tooManyDigits';

export type Question =
  | { readonly kind: 'open'; readonly series: readonly SeriesBlocks[]; readonly pairs: readonly PairName[] }
  | { readonly kind: 'run'; readonly plan: TrialPlan; readonly width: number; readonly underRules: boolean }
  /** Each width both ways of filling, free of the exchange's rules; a later sweep ends an earlier one. */
  | { readonly kind: 'sweep'; readonly plan: TrialPlan; readonly widths: readonly number[] };

/** What the candles are. */
export interface OpenedMarket {
  readonly pairs: readonly PairName[];
  readonly worthIn: string;
  /** Of the first opening and the last close, epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly intervalMs: number;
  /** Times at which all pairs have a candle. */
  readonly moments: number;
  readonly gaps: readonly CandleGap[];
}

export interface TriedTrade {
  readonly at: number;
  readonly pair: PairName;
  readonly side: Side;
  readonly price: number;
  readonly amount: number;
  readonly basisPoints: number;
}

/** A curve thin enough to be drawn: some hundred of the closes. */
export interface Curve {
  readonly at: Float64Array;
  /** Basis points of balancing so far. */
  readonly profit: Float64Array;
  readonly worth: Float64Array;
  readonly holding: Float64Array;
}

export interface Trial {
  readonly width: number;
  readonly terms: Terms;
  readonly figures: Figures;
  readonly curve: Curve;
  /** The latest, newest first. */
  readonly trades: readonly TriedTrade[];
  readonly smallestWorth: number;
}

/** One width of a sweep. */
export interface WidthPoint {
  readonly width: number;
  /** Basis points where a candle is four trades. */
  readonly path: number;
  /** Basis points where a price must go through an order, and a pair fills at most once in a candle. */
  readonly cautious: number;
  readonly sharedCandleShare: number;
  /** Fills, counted cautiously. */
  readonly fills: number;
}

export type Answer =
  | { readonly kind: 'opened'; readonly market: OpenedMarket }
  | { readonly kind: 'ran'; readonly trial: Trial }
  | { readonly kind: 'swept'; readonly points: readonly WidthPoint[]; readonly isWhole: boolean }
  /** A rule refused; `of` names the question. */
  | { readonly kind: 'refused'; readonly of: Question['kind']; readonly code: string };
