import type { Decimal } from '@tenbin/market';

/**
 * The bot's orders and balances while candles pass: one kind computes on doubles, one on the exchange's grid.
 *
 * A pair's orders are reached from `sell[pair]` up and from `buy[pair]` down; between `walkCandle` of one pair and the
 * next, `reprice` brings every pair's orders up to date.
 */
export interface Book {
  /** By pair: the candle's price from which the sell fills; Infinity where there is none. */
  readonly sell: Float64Array;
  /** By pair: the candle's price down to which the buy fills; 0 where there is none. */
  readonly buy: Float64Array;
  /** By currency. */
  readonly held: Float64Array;
  /** Of the candle walked last. */
  sells: number;
  buys: number;
  /** Price × amount of the candle walked last, in counter. */
  readonly notional: Float64Array;
  /** An order has come under the exchange's minimums: all are withdrawn. */
  isRefused: boolean;
  /** Fills what a candle reaches. */
  walkCandle(pair: number, moment: number): void;
  reprice(): void;
  withdraw(): void;
  /** By currency, exactly as the book holds them. */
  balances(): Decimal[];
}
