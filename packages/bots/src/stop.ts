import { compare, type Decimal, type PairName, type Side } from '@tenbin/market';
import { type BotOrder, tradedAmount } from './bot-order.ts';
import type { OrderState } from './order-state.ts';

/** How much is stopped at once. */
export const stopScopes = ['bot', 'user', 'organization', 'platform'] as const;
export type StopScope = (typeof stopScopes)[number];

/**
 * How a bot's stop ended: `confirmed` when the exchange said that none of its orders is open (or it had none);
 * `unconfirmed` when the exchange did not let us ask any more; `forced` when its owner would not wait for that any longer.
 */
export const stopOutcomes = ['confirmed', 'unconfirmed', 'forced'] as const;
export type StopOutcome = (typeof stopOutcomes)[number];

/** What a stop waited for when it was forced. */
export const unconfirmedReasons = [
  /** Nobody runs the bot. */
  'noWorker',
  /** The exchange does not answer, or lets nobody call. */
  'exchangeAway',
  /** It is not known whether an order arrived. */
  'orderUnknown',
  /** The exchange has not said what became of a cancelling. */
  'orderNotCancelled',
  /** An order has ended, and its trades have not come. */
  'tradesMissing',
  /** Every order is over, and the exchange has not said that none is open. */
  'notConfirmed',
] as const;
export type UnconfirmedReason = (typeof unconfirmedReasons)[number];

/** An order of which it is not confirmed that it is over, as it was last known. */
export interface UnconfirmedOrder {
  readonly clientOrderId: string;
  readonly pair: PairName;
  readonly side: Side;
  readonly price: Decimal;
  /** In base. */
  readonly amount: Decimal;
  /** In base, as far as it was told. */
  readonly filled: Decimal;
  readonly state: OrderState;
}

/** The order as it was last known, for whoever must look after it now. */
export function unconfirmedOrder(
  order: Pick<BotOrder, (keyof UnconfirmedOrder & keyof BotOrder) | 'reportedFilled' | 'trades'>,
): UnconfirmedOrder {
  const { clientOrderId, pair, side, price, amount, state, reportedFilled } = order;
  const traded = tradedAmount(order);
  return { clientOrderId, pair, side, price, amount, state, filled: compare(traded, reportedFilled) > 0 ? traded : reportedFilled };
}

/** How a stop ended that its owner would not wait for. */
export interface ForcedStop {
  /** The id of who forced it. */
  readonly by: string;
  readonly at: Date;
  readonly because: UnconfirmedReason;
  readonly unconfirmed: readonly UnconfirmedOrder[];
}
