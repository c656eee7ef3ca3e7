import { openOrdersOf, slotOf } from '@tenbin/bots';
import { hasReasonToAsk, pricesSeen, type Wanted } from '@tenbin/strategy';
import type { Asked, Seen } from './bot-state.ts';
import type { DecisionBuilder } from './decision-builder.ts';
import { filledSince } from './filled-since.ts';

/**
 * What a running bot wants open: what its strategy says, asked anew for a reason that it named.
 *
 * @throws {DomainError} as the strategy's `wanted`
 */
export function wantedNow(turn: DecisionBuilder): Wanted {
  const { strategy, asked, orders } = turn.state;
  if (asked !== null && !isToBeAsked(turn, asked)) return withoutFilled(turn, asked);
  const { rules, prices, now } = turn.view;
  const { balances } = turn.ledger;
  const wanted = strategy.wanted({ balances, rules, prices, openOrders: openOrdersOf(orders), now });
  turn.change({ asked: { ...seenNow(turn), wanted } });
  const { everyMs } = strategy.quoting;
  if (everyMs !== null) turn.act({ type: 'askAt', at: new Date(now.getTime() + everyMs) });
  return wanted;
}

/** Whether the strategy wants to be asked anew. */
export function isToBeAsked({ state, view }: DecisionBuilder, asked: Seen): boolean {
  const { strategy } = state;
  if (asked.rules !== view.rules) return true;
  if (strategy.quoting.onFill && (asked.orders !== state.orders || asked.balances !== state.ledger?.balances)) return true;
  return hasReasonToAsk(strategy, asked, { at: view.now, prices: view.prices });
}

/** Who is not asked after a fill has filled slots stay empty. */
function withoutFilled({ state }: DecisionBuilder, { wanted, orders }: Asked): Wanted {
  if (state.strategy.quoting.onFill || state.orders === orders) return wanted;
  const slots = new Set(filledSince(orders, state.orders).map(slotOf));
  return { ...wanted, orders: wanted.orders.filter((order) => !slots.has(slotOf(order))) };
}

/** What a bot decides by, as it is now. */
export function seenNow({ state, view, ledger }: DecisionBuilder): Seen {
  const { orders, strategy } = state;
  return { orders, balances: ledger.balances, rules: view.rules, prices: pricesSeen(strategy.pairs, view.prices), at: view.now };
}
