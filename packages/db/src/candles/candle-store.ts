import type { Candle, PairName } from '@tenbin/market';

export interface CandleSeries {
  /** Where they come from: an exchange and its address, or the name of a data set. */
  readonly source: string;
  readonly pair: PairName;
  readonly intervalMs: number;
}

/** One UTC day of a series as it is stored. */
export interface CandleDay {
  /** '2026-01-31'. */
  readonly day: string;
  /** How many candles the block holds; 0 where the exchange had none. */
  readonly count: number;
  /** See `decodeCandles`. */
  readonly block: Uint8Array;
}

/**
 * Past candles, one compressed block for each series and UTC day. A day is stored when it is over and was asked for
 * whole; what is missing in its block was missing at the exchange. The platform's.
 */
export interface CandleStore {
  /** The stored days from `first` to `last`, both included, oldest first. */
  loadDays(series: CandleSeries, period: { readonly first: string; readonly last: string }): Promise<CandleDay[]>;
  /** In the place of what was stored for these days. @returns the days as they are now */
  saveDays(series: CandleSeries, days: ReadonlyMap<string, readonly Candle[]>): Promise<CandleDay[]>;
}
