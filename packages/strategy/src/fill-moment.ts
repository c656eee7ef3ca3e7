import { type Currency, type Decimal, type Fill, isPositive, parsePair } from '@tenbin/market';
import type { UsdPrices } from './usd-prices.ts';

/** What of a trade decides what it earned. */
export type EarningFill = Pick<Fill, 'pair' | 'side' | 'price' | 'amount' | 'notional' | 'fee' | 'feeCurrency' | 'isMaker'>;

/** What is known of a trade's order and of its moment. */
export interface FillMoment {
  /** Trades of the same order that are in the balances already, in their order. */
  readonly earlier: readonly EarningFill[];
  /** Middle of the pair's book when the order was written down; null: not known, the trade's own price stands in. */
  readonly marketPrice: Decimal | null;
  /** The pair's price when the trade was booked, counter per base; absent: not known. */
  readonly current?: number | undefined;
  /** Whether the order's price was moved to the market, or crossed it at a start. */
  readonly isEvening: boolean;
  /** What is left of the unevenness that came with the balances; 0 unless given. */
  readonly uneven?: number;
  /** Prices of the moment: for a fee in a coin that is not balanced. */
  readonly usd: UsdPrices;
  /** The market's published fee, a fraction: what such a fee is taken for where its coin has no known price. */
  readonly feeRate: number;
}

/**
 * USD that a fee was worth at its moment.
 *
 * @returns `isEstimated`: the fee's coin has no known price, and the market's published fee is taken for it. Null where
 * what was received has no known price either
 */
export function feeWorth(
  fill: EarningFill,
  { usd, feeRate }: Pick<FillMoment, 'usd' | 'feeRate'>,
): { readonly usd: number; readonly isEstimated: boolean } | null {
  const price = usd.get(fill.feeCurrency);
  if (price !== undefined) return { usd: Number(fill.fee) * price, isEstimated: false };
  if (!isPositive(fill.fee)) return { usd: 0, isEstimated: true };
  const received = usd.get(receivedBy(fill));
  return received === undefined ? null : { usd: amountReceived(fill) * feeRate * received, isEstimated: true };
}

/** The currency that a trade brought, and how much of it before its fee. */
export const receivedBy = ({ pair, side }: EarningFill): Currency => (side === 'buy' ? parsePair(pair).base : parsePair(pair).counter);
export const amountReceived = ({ side, amount, notional }: EarningFill): number => Number(side === 'buy' ? amount : notional);
