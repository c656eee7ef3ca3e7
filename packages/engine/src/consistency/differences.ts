import { type BotOrder, type DifferenceKind, tradedAmount } from '@tenbin/bots';
import type { OrderRef } from '@tenbin/exchange';
import type { Difference, Standing } from './difference.ts';

type Stands = Pick<Difference, 'expected' | 'found' | 'since' | 'remedy'>;

export const ofOrder = (kind: DifferenceKind, { pair, clientOrderId, exchangeOrderId }: OrderRef, stands: Stands): Difference => ({
  kind,
  pair,
  clientOrderId,
  exchangeOrderId,
  currency: null,
  ...stands,
});

export const ofMoney = (kind: DifferenceKind, currency: string, stands: Stands): Difference => ({
  kind,
  pair: null,
  clientOrderId: null,
  exchangeOrderId: null,
  currency,
  ...stands,
});

export const ofBot = (kind: DifferenceKind, stands: Stands): Difference => ({
  kind,
  pair: null,
  clientOrderId: null,
  exchangeOrderId: null,
  currency: null,
  ...stands,
});

/** When it was last changed, where that is stored. */
export const touchedAt = (order: BotOrder): Date =>
  'updatedAt' in order && order.updatedAt instanceof Date ? order.updatedAt : order.sentAt;

export const standingOf = (order: BotOrder): Standing => ({ state: order.state, amount: tradedAmount(order) });
export const amountOf = (amount: string): Standing => ({ state: null, amount });
