import { type BotOrder, slotOf } from '@tenbin/bots';
import type { OrderTerms, Reconciliation } from './reconcile.ts';

/** A cancelling that takes longer than this holds up no other. */
const slowCancelMs = 2_000;

/**
 * Which of the stale orders are cancelled now, so that the rest of their side stays in the book meanwhile: what is not
 * wanted any more all at once; of what is only wanted elsewhere one of each side at a time, the inner levels first, and the
 * next when that one stands again. Whatever its fate, no order whose answer does not come holds up the others.
 */
export function oneByOne(
  { cancel, waiting, place }: Pick<Reconciliation, 'cancel' | 'waiting' | 'place'>,
  wanted: readonly OrderTerms[],
  now: Date,
): readonly BotOrder[] {
  const slots = new Set(wanted.map(slotOf));
  const underWay = waiting.flatMap(({ because, order }) => {
    if (order === null) return [];
    const isUnderWay =
      because === 'cancel' ? now.getTime() - (order.cancelAskedAt?.getTime() ?? 0) < slowCancelMs : order.state === 'pending';
    return isUnderWay ? [sideOf(order)] : [];
  });
  const taken = new Set([...underWay, ...place.map(sideOf)]);
  const replaced = cancel
    .filter((order) => slots.has(slotOf(order)))
    .sort((one, other) => one.level - other.level)
    .filter((order) => !taken.has(sideOf(order)) && taken.add(sideOf(order)));
  return [...cancel.filter((order) => !slots.has(slotOf(order))), ...replaced];
}

const sideOf = ({ pair, side }: Pick<OrderTerms, 'pair' | 'side'>): string => `${pair} ${side}`;
