import type { FillMode } from '@tenbin/backtest';
import type { Balances, CandleInterval, MarketRules, PairName } from '@tenbin/market';

/** One back-test to be computed, as it goes to the thread that computes it: plain values only. */
export interface BacktestJob {
  /** The stored blocks of each series, oldest first: deflated, see `packCandles`. */
  readonly series: readonly { readonly pair: PairName; readonly blocks: readonly Uint8Array[] }[];
  readonly pairs: readonly PairName[];
  readonly interval: CandleInterval;
  readonly intervalMs: number;
  /** Openings from `start` up to `end`, the latter not included; epoch milliseconds. */
  readonly start: number;
  readonly end: number;
  /** Or how much even balances are worth together. */
  readonly balances: Balances | number;
  readonly delta: number;
  /** A fraction; null for the rules' own. */
  readonly fee: number | null;
  readonly mode: FillMode;
  /** Of every pair, or null: then there is neither grid nor minimum. */
  readonly rules: readonly MarketRules[] | null;
  readonly timeScale: number;
}
