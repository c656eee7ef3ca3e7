import { type BotOrder, type Hold, isOrderOf, isSettled, tradedAmount } from '@tenbin/bots';
import { compare, reserveOf, subtract } from '@tenbin/market';
import type { Difference } from './difference.ts';
import { amountOf, ofOrder, touchedAt } from './differences.ts';

/** What a virtual account should hold for an order; null: nothing. */
export type HoldsByOrder = Readonly<Record<string, Hold | null>>;

/**
 * What a virtual account holds for a bot's orders, against what these may still spend. Pure.
 *
 * @param given - `after`: its orders once everything is taken in; `isByHand`: what is not sent yet is held all the same, and no
 *   order of the bot's
 * @returns `holds`: what is to be held instead
 */
export function compareHolds(
  { number, orders }: { readonly number: number; readonly orders: readonly BotOrder[] },
  {
    holds,
    after,
    isByHand,
    now,
  }: {
    readonly holds: Readonly<Record<string, Hold>>;
    readonly after: readonly BotOrder[];
    readonly isByHand: boolean;
    readonly now: Date;
  },
): { readonly differences: readonly Difference[]; readonly holds: HoldsByOrder } {
  const differences: Difference[] = [];
  const mended: Record<string, Hold | null> = {};
  const tell = (id: string, order: BotOrder | undefined, { held, due }: { readonly held: Hold | undefined; readonly due: Hold | null }) => {
    const terms = due ?? held;
    if (!terms) return;
    const { currency } = reserveOf(terms);
    const ref = { pair: terms.pair, clientOrderId: id, exchangeOrderId: order?.exchangeOrderId ?? null };
    const stands = {
      expected: amountOf(due ? reserveOf(due).amount : '0'),
      found: amountOf(held ? reserveOf(held).amount : '0'),
      // Of an order that nobody knows nobody knows when it was touched.
      since: order ? touchedAt(order) : new Date(now.getTime() - unknownForMs),
      remedy: 'corrected' as const,
    };
    differences.push({ ...ofOrder('holdDiffers', ref, stands), currency });
    // It is written after what the order did meanwhile.
    mended[id] = dueAmong(after, id);
  };
  for (const [id, held] of Object.entries(holds)) {
    if (!isOrderOf(number, id)) continue;
    const order = orders.find(({ clientOrderId }) => clientOrderId === id);
    if (!order && isByHand) continue;
    const due = dueAmong(orders, id);
    if (due === null || compare(due.amount, held.amount) !== 0) tell(id, order, { held, due });
  }
  for (const order of orders)
    if (!isSettled(order) && holds[order.clientOrderId] === undefined)
      tell(order.clientOrderId, order, { held: undefined, due: dueOf(order) });
  return { differences, holds: mended };
}

const unknownForMs = 60_000;

function dueAmong(orders: readonly BotOrder[], id: string): Hold | null {
  const order = orders.find(({ clientOrderId }) => clientOrderId === id);
  return order && !isSettled(order) ? dueOf(order) : null;
}

function dueOf(order: BotOrder): Hold {
  const { pair, side, price, amount, feeOnTop } = order;
  const left = subtract(amount, tradedAmount(order));
  return { pair, side, price, amount: compare(left, '0') < 0 ? '0' : left, ...(feeOnTop && { feeOnTop }) };
}
