import type { Candle, PairName } from '@tenbin/market';

export interface CandleSeries {
  /** Where they come from: an exchange and its address, or the name of a data set. */
  readonly source: string;
  readonly pair: PairName;
  readonly intervalMs: number;
}

/** Days such as '2026-01-31', both included. */
export interface DaySpan {
  readonly first: string;
  readonly last: string;
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

/** What may stay stored. */
export interface CandleRoom {
  readonly maxBytes: number;
  /** A day: what nobody asked for since then goes. */
  readonly askedSince: string;
}

/**
 * Past candles, one compressed block for each series and UTC day. A day is stored when it is over and was asked for
 * whole; what is missing in its block was missing at the exchange. The platform's.
 */
export interface CandleStore {
  /** The stored days of a span, oldest first. */
  loadDays(series: CandleSeries, span: DaySpan): Promise<CandleDay[]>;
  /** In the place of what was stored for these days. @returns the days as they are now */
  saveDays(series: CandleSeries, days: ReadonlyMap<string, readonly Candle[]>): Promise<CandleDay[]>;
  /** Notes that somebody asked for them on a day, once for each such day. */
  noteAsked(series: CandleSeries, span: DaySpan, on: string): Promise<void>;
  /**
   * Deletes what there is no room for: what nobody asked for the longest goes first, and of that the oldest days. A few
   * at a time, and nothing while another process does it.
   *
   * @returns how many days went; 0: all that is left may stay, or another process is at it
   */
  clear(room: CandleRoom): Promise<number>;
}
