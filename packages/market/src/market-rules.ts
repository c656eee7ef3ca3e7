import type { Decimal } from './decimal.ts';
import type { PairName } from './pair.ts';

/**
 * How far a price may lie from the exchange's own average price, as factors of it.
 * Source: Binance Spot filter PERCENT_PRICE_BY_SIDE.
 */
export interface PriceBand {
  readonly buyUp: number;
  readonly buyDown: number;
  readonly sellUp: number;
  readonly sellDown: number;
}

/** What an exchange demands of an order on one pair. */
export interface MarketRules {
  readonly pair: PairName;
  /** Prices are whole multiples of it. */
  readonly tickSize: Decimal;
  /** Amounts are whole multiples of it. */
  readonly lotSize: Decimal;
  /** In base. */
  readonly minimumAmount: Decimal;
  readonly maximumAmount: Decimal | null;
  /** Smallest price × amount, in counter; '0' where the exchange has none. */
  readonly minimumNotional: Decimal;
  readonly minimumPrice: Decimal | null;
  readonly maximumPrice: Decimal | null;
  readonly priceBand: PriceBand | null;
  /**
   * The smallest money in base and in counter: what a trade moves, its fee and what an order holds back are cut off at it.
   * Null where the exchange cuts nothing off, or does not say.
   */
  readonly baseUnit: Decimal | null;
  readonly counterUnit: Decimal | null;
  /** Fraction taken from what a resting order receives: 0.001 is 0.1 %. May be negative. */
  readonly makerFee: number;
  readonly takerFee: number;
  /** A buy's fee is taken in counter on top of what it costs; absent: every fee is taken from what is received. */
  readonly feeOnTop?: boolean;
}
