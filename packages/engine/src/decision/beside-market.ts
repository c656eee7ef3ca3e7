/**
 * Orders that may only rest, where the exchange said that they would take from the book: after a start with uneven
 * balances, or when the price has jumped over them. They are placed at the market's own side instead, a sell at the middle
 * of the book or just above, a buy there or just below. What holds for every answer:
 *
 * 1. No order is worse than it was wanted: a sell is not below, a buy not above.
 * 2. The exchange alone says that an order would take: while it accepts what is wanted, nothing is moved.
 * 3. Where its strategy would not have it moved it is left out, until what is wanted is beside the market.
 * 4. An order that was moved stays where it is while the market is near, and is wanted as before once it rests there.
 */

import { type BotOrder, type Slot, slotOf } from '@tenbin/bots';
import { type Decimal, toGrid } from '@tenbin/market';
import { isPastPrice, requireRules } from '@tenbin/strategy';
import type { OrderTerms } from '../orders/reconcile.ts';
import type { DecisionBuilder } from './decision-builder.ts';

/** The exchange refused this order rather than let it take: from now on its slot's orders are placed beside the market. */
export function noteCrossing(turn: DecisionBuilder, order: BotOrder): void {
  const slot = slotOf(order);
  if (!turn.state.crossing.has(slot)) turn.change({ crossing: new Set(turn.state.crossing).add(slot) });
}

/** Whether its slot's next order is placed elsewhere than this one was. */
export const isMoved = (turn: DecisionBuilder, order: BotOrder): boolean =>
  turn.state.crossing.has(slotOf(order)) && atMarketSide(turn, order) !== null;

/** @returns what is wanted, with those orders moved to the market's side that would take from the book */
export function besideMarket(turn: DecisionBuilder, wanted: readonly OrderTerms[]): readonly OrderTerms[] {
  const { crossing } = turn.state;
  if (crossing.size === 0) return wanted;
  const still = new Set<Slot>();
  const { followMovedBy } = turn.state.strategy;
  const terms = wanted.flatMap((order) => {
    if (!crossing.has(slotOf(order))) return [order];
    const moved = atMarketSide(turn, order);
    if (moved === null) return [order];
    still.add(slotOf(order));
    return followMovedBy === null ? [] : [restingNear(turn, moved, followMovedBy) ?? moved];
  });
  if (still.size < crossing.size) turn.change({ crossing: still });
  return terms;
}

/** Null where the order as it is wanted would rest. */
function atMarketSide({ view }: DecisionBuilder, order: OrderTerms): OrderTerms | null {
  const market = view.prices.get(order.pair);
  if (market === undefined) return null;
  const { tickSize } = requireRules(view.rules, order.pair);
  const price: Decimal = toGrid(market, tickSize, order.side === 'sell' ? 'up' : 'down');
  return isPastPrice(order, Number(price)) ? { ...order, price, isEvening: true } : null;
}

/** The moved order that rests in the slot already, while the market is near it. */
function restingNear({ state }: DecisionBuilder, moved: OrderTerms, followMovedBy: number): OrderTerms | undefined {
  const slack = followMovedBy * Number(moved.price);
  return state.orders.find(
    (order) =>
      slotOf(order) === slotOf(moved) &&
      order.state === 'open' &&
      order.isEvening === true &&
      order.cancelAskedAt === null &&
      Math.abs(Number(order.price) - Number(moved.price)) <= slack,
  );
}
