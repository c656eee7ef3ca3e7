import type { Decimal } from './decimal.ts';
import type { Currency, PairName } from './pair.ts';

export const sides = ['buy', 'sell'] as const;
export type Side = (typeof sides)[number];

/** Free to use, and locked in open orders. */
export interface Holding {
  readonly free: Decimal;
  readonly locked: Decimal;
}

/** An exchange account's holdings by currency. */
export type Wallet = Readonly<Record<Currency, Holding>>;

/** How much a bot has of each of its currencies, free and locked together. */
export type Balances = Readonly<Record<Currency, Decimal>>;

/** One trade of ours as the exchange reported it. Unique by exchange account, pair, trade id and exchange order id. */
export interface Fill {
  readonly tradeId: string;
  readonly exchangeOrderId: string;
  /** Ours; null where the exchange keeps none or the order was not ours. */
  readonly clientOrderId: string | null;
  readonly pair: PairName;
  readonly side: Side;
  /** Counter per base. */
  readonly price: Decimal;
  /** In base. */
  readonly amount: Decimal;
  /** What it moved in counter, as the exchange says: price × amount as far as the exchange's money has decimals. */
  readonly notional: Decimal;
  /** In `feeCurrency`; negative is a rebate. */
  readonly fee: Decimal;
  readonly feeCurrency: Currency;
  readonly isMaker: boolean;
  readonly at: Date;
}

export type Candle = {
  /** Opening time, epoch milliseconds. */
  readonly at: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** In base. */
  readonly volume: number;
};
