/**
 * Wanted orders against those that are, or may be, on the exchange. What holds for every answer:
 *
 * 1. Every live order is in exactly one of `keep`, `cancel` and `waiting`.
 * 2. An order is placed only in a slot without any live order, or, where that is asked for, beside one that is being
 *    cancelled: never beside two, nor beside one whose fate is not known, nor where it would meet an order of ours.
 * 3. An order whose fate is not known is neither cancelled nor replaced.
 * 4. An order is not cancelled twice: one whose cancelling is under way is waited for.
 * 5. Placed orders fit into the balances after everything that live orders hold back, those of unknown fate included.
 * 6. Of several open orders in one slot at most one is kept.
 * 7. Done once and asked again, nothing is left to do but keep and wait.
 */

import { type BotOrder, hasEnded, isSettled, reservedBy, type Slot, slotOf } from '@tenbin/bots';
import { type Balances, type Currency, compare, type Decimal, reserveOf, subtract } from '@tenbin/market';
import { isMatch, type Tolerance, type WantedOrder } from '@tenbin/strategy';

/** What an order says: where, how much, at which price. Price and amount are on the grid. */
export interface OrderTerms extends WantedOrder, Pick<BotOrder, 'marketPrice' | 'feeOnTop'> {
  /** Its price was moved to the market: exchanging at the market's price is no profit of its fills. */
  readonly isEvening?: boolean;
}

/**
 * - `answer`: whether the order is there is not known yet;
 * - `cancel`: it is being cancelled;
 * - `trades`: it has ended, its trades have not all come;
 * - `funds`: a wanted order for which other orders still hold the funds.
 */
export type Waiting =
  | { readonly because: 'answer' | 'cancel' | 'trades'; readonly order: BotOrder; readonly terms: OrderTerms }
  | { readonly because: 'funds'; readonly order: null; readonly terms: OrderTerms };

export interface Reconciliation {
  readonly place: readonly OrderTerms[];
  readonly cancel: readonly BotOrder[];
  readonly keep: readonly BotOrder[];
  readonly waiting: readonly Waiting[];
  /** Wanted orders that would meet another one of ours: they follow when that is gone. */
  readonly held: readonly OrderTerms[];
}

interface Given {
  readonly balances: Balances;
  readonly tolerance: Tolerance;
  /** Orders do not wait for those they replace to be gone, where the balances pay for both. */
  readonly placesBeside?: boolean;
}

/** @param orders - all orders of the bot that are not settled, in any order; settled ones are passed over */
export function reconcile(wanted: readonly OrderTerms[], orders: readonly BotOrder[], given: Given): Reconciliation {
  const keep: BotOrder[] = [];
  const cancel: BotOrder[] = [];
  const waiting: Waiting[] = [];
  const kept = new Set<Slot>();
  const wantedBySlot = new Map(wanted.map((order) => [slotOf(order), order]));
  const live = orders.filter((order) => !isSettled(order));
  const taken = new Set<Slot>();
  const leaving = new Map<Slot, number>();
  const leave = (slot: Slot) => leaving.set(slot, (leaving.get(slot) ?? 0) + 1);
  const free = new Map<Currency, Decimal>(Object.entries(given.balances));

  for (const order of live) {
    const slot = slotOf(order);
    const reserved = reservedBy(order);
    free.set(reserved.currency, subtract(free.get(reserved.currency) ?? '0', reserved.amount));
    const because = waitsFor(order);
    const match = wantedBySlot.get(slot);
    if (because) {
      waiting.push({ because, order, terms: order });
      if (because === 'cancel') leave(slot);
      else taken.add(slot);
    } else if (match && !kept.has(slot) && isMatch(match, { ...order, placedAt: order.sentAt }, given.tolerance)) {
      kept.add(slot);
      keep.push(order);
    } else {
      cancel.push(order);
      leave(slot);
    }
  }

  const { placesBeside = false } = given;
  const isTaken = (slot: Slot): boolean => taken.has(slot) || kept.has(slot) || (leaving.get(slot) ?? 0) > (placesBeside ? 1 : 0);
  const place: OrderTerms[] = [];
  const held: OrderTerms[] = [];
  for (const [slot, order] of wantedBySlot) {
    if (isTaken(slot)) continue;
    if (placesBeside && live.some((one) => wouldMeet(order, one))) {
      held.push(order);
      continue;
    }
    const need = reserveOf(order);
    const rest = subtract(free.get(need.currency) ?? '0', need.amount);
    if (compare(rest, '0') < 0) {
      waiting.push({ because: 'funds', order: null, terms: order });
      continue;
    }
    free.set(need.currency, rest);
    place.push(order);
  }
  return { place, cancel, keep, waiting, held };
}

/** Whether two orders of ours would trade with each other. */
function wouldMeet(one: OrderTerms, other: OrderTerms): boolean {
  if (one.pair !== other.pair || one.side === other.side) return false;
  const [bid, ask] = one.side === 'buy' ? [one, other] : [other, one];
  return compare(bid.price, ask.price) >= 0;
}

function waitsFor(order: BotOrder): Exclude<Waiting['because'], 'funds'> | null {
  if (order.state === 'pending' || order.state === 'unknown') return 'answer';
  if (hasEnded(order)) return 'trades';
  return order.cancelAskedAt ? 'cancel' : null;
}
