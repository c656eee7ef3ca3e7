import type { PairName } from './pair.ts';

/** Counter per base, and the base that rests there. Doubles: strategies reckon with them, nothing is booked by them. */
export type BookLevel = readonly [price: number, amount: number];

/** A pair's book as far as it is known, each side from its best price on. */
export interface OrderBook {
  readonly pair: PairName;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
  /** When it was so. */
  readonly at: Date;
}
