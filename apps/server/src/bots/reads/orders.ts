import type { listOrders, OrderRow } from '@tenbin/contract';
import type { StoredOrder } from '@tenbin/db';
import type { BotRead, IdentifiedBot } from './bot-read.ts';

export const readOrders: BotRead<typeof listOrders, IdentifiedBot> = async ({ id }, { actor }) =>
  (await actor.organization.orders.listOpen(id)).map(orderReply);

/** An order of ours, as the database knows it. */
export const orderReply = (order: StoredOrder): OrderRow => ({
  clientOrderId: order.clientOrderId,
  exchangeOrderId: order.exchangeOrderId,
  pair: order.pair,
  side: order.side,
  price: order.price,
  amount: order.amount,
  filled: order.reportedFilled,
  state: order.state,
  createdAt: order.sentAt.toISOString(),
});
