import { type BotOrder, clientOrderIdOf } from '@tenbin/bots';
import type { OrderTerms } from '../orders/reconcile.ts';

/** An order of bot 1 that rests and of which nothing has been traded. */
export const openOrder = (sequence: number, terms: OrderTerms, part: Partial<BotOrder> = {}): BotOrder => ({
  ...terms,
  clientOrderId: clientOrderIdOf(1, sequence),
  sequence,
  sentAt: new Date(0),
  state: 'open',
  exchangeOrderId: String(sequence),
  reportedFilled: '0',
  trades: [],
  cancelAskedAt: null,
  recordedTrades: 0,
  ...part,
});
