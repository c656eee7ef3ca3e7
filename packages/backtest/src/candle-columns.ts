import type { PairName } from '@tenbin/market';

/** One pair's candles, a column each, oldest first. A month of minutes is five arrays, not 43 000 objects. */
export interface CandleColumns {
  readonly pair: PairName;
  /** From one opening to the next, where no candle is missing. */
  readonly intervalMs: number;
  /** Opening times, epoch milliseconds, strictly increasing. */
  readonly at: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  /** In base. */
  readonly volume: Float64Array;
  /** The finest decimal step that the prices show: 0.01 where they have up to two decimals. 0 where it means nothing. */
  readonly priceStep: number;
}

/** The columns that hold prices, in the order of a candle file. */
export const priceColumns = ['open', 'high', 'low', 'close'] as const;
