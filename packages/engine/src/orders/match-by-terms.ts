/**
 * Which order of an exchange that keeps no ids of ours is the one that we sent. What holds for every answer:
 *
 * 1. An order that belongs to another order of ours, has another side, price or amount, or is from another time, is none.
 * 2. Of two that could be it neither is taken.
 * 3. An order that is seen by its trades only, and by less than its amount, is never taken: its amount is not known.
 */

import type { BotOrder } from '@tenbin/bots';
import type { OrderReport } from '@tenbin/exchange';
import { compare, type Fill, sum } from '@tenbin/market';
import { hasTerms, isWorse } from './is-the-order.ts';

/** How much the exchange's clock and ours may differ. */
export const clockMarginMs = 60_000;

export type Sought = Pick<BotOrder, 'pair' | 'side' | 'price' | 'amount' | 'sentAt'>;

/** What an exchange shows of one pair. */
export interface Shown {
  /** Open orders, and others whose terms are known. */
  readonly orders: readonly OrderReport[];
  /** Since `sentAt`, less the margin. */
  readonly fills: readonly Fill[];
  /** Exchange order ids that belong to other orders of ours. */
  readonly taken: ReadonlySet<string>;
  /** The latest time at which the order may have arrived, by our clock. */
  readonly until: Date;
}

export interface Match {
  /** Each could be the order. */
  readonly candidates: readonly OrderReport[];
  /** Exchange order ids of which only a part of their trades is known: they may be the order, or not. */
  readonly unclear: readonly string[];
}

export function matchByTerms(sought: Sought, { orders, fills, taken, until }: Shown): Match {
  const earliest = sought.sentAt.getTime() - clockMarginMs;
  const latest = until.getTime() + clockMarginMs;
  const isFree = (exchangeOrderId: string, at: Date) => !taken.has(exchangeOrderId) && at.getTime() >= earliest && at.getTime() <= latest;
  const known = new Set(orders.map((order) => order.exchangeOrderId));
  const candidates = orders.filter((order) => isFree(order.exchangeOrderId, order.at) && hasTerms(order, sought));
  const unclear: string[] = [];
  const tradesByOrder = Map.groupBy(
    fills.filter((fill) => fill.pair === sought.pair && fill.side === sought.side && !known.has(fill.exchangeOrderId)),
    (fill) => fill.exchangeOrderId,
  );
  for (const [exchangeOrderId, trades] of tradesByOrder) {
    const [first] = trades;
    if (!first || !isFree(exchangeOrderId, first.at) || trades.some((fill) => isWorse(fill, sought))) continue;
    const traded = compare(sum(trades.map((fill) => fill.amount)), sought.amount);
    if (traded === 0) candidates.push(filledBy(trades, first, sought));
    else if (traded < 0) unclear.push(exchangeOrderId);
  }
  return { candidates, unclear };
}

const filledBy = (trades: readonly Fill[], { exchangeOrderId }: Fill, { pair, side, price, amount }: Sought): OrderReport => ({
  exchangeOrderId,
  clientOrderId: null,
  pair,
  side,
  price,
  amount,
  filled: amount,
  status: 'filled',
  at: trades.at(-1)?.at ?? new Date(0),
});
