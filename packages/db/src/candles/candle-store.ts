import type { Candle, PairName } from '@tenbin/market';

export interface CandleSeries {
  /** Where they come from: an exchange's id, or the name of a data set. */
  readonly source: string;
  readonly pair: PairName;
  readonly intervalMs: number;
}

/** One compressed block per series and UTC day. The platform's. */
export interface CandleStore {
  /** Adds candles, in the place of those of the same moment. */
  save(series: CandleSeries, candles: readonly Candle[]): Promise<void>;
  /** From `start` on, before `end`, oldest first. */
  load(series: CandleSeries, period: { readonly start: Date; readonly end: Date }): Promise<Candle[]>;
  /** The blocks as they are stored, oldest first: see {@link decodeCandles}. */
  loadBlocks(series: CandleSeries, period: { readonly start: Date; readonly end: Date }): Promise<Uint8Array[]>;
}
