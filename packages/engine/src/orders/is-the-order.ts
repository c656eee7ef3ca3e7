import type { BotOrder } from '@tenbin/bots';
import type { OrderReport } from '@tenbin/exchange';
import { compare, type Fill } from '@tenbin/market';

/**
 * Whether what the exchange shows is that order. An id of ours alone is not believed: once the exchange has named the
 * order, only its own id counts, and before that pair, side, price and amount must be those that were sent.
 */
export function isTheOrder(order: BotOrder, report: OrderReport): boolean {
  if (order.pair !== report.pair) return false;
  if (order.exchangeOrderId !== null) return order.exchangeOrderId === report.exchangeOrderId;
  return order.clientOrderId === report.clientOrderId && hasTerms(report, order);
}

/** The same for a trade, which says less: the right side, not worse than the order's price, not more than its amount. */
export function isTradeOf(order: BotOrder, fill: Fill): boolean {
  if (order.pair !== fill.pair) return false;
  if (order.exchangeOrderId !== null) return order.exchangeOrderId === fill.exchangeOrderId;
  return (
    order.clientOrderId === fill.clientOrderId &&
    order.side === fill.side &&
    !isWorse(fill, order) &&
    compare(fill.amount, order.amount) <= 0
  );
}

type Terms = Pick<BotOrder, 'pair' | 'side' | 'price' | 'amount'>;

export const hasTerms = (order: OrderReport, { pair, side, price, amount }: Terms): boolean =>
  order.pair === pair && order.side === side && compare(order.price, price) === 0 && compare(order.amount, amount) === 0;

/** A limit order never trades at a worse price than its own. */
export const isWorse = (fill: Pick<Fill, 'price'>, { side, price }: Pick<Terms, 'side' | 'price'>): boolean =>
  side === 'sell' ? compare(fill.price, price) < 0 : compare(fill.price, price) > 0;
