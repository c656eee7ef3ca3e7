import { type BotOrder, slotOf } from '@tenbin/bots';
import type { OrderTerms, Reconciliation } from './reconcile.ts';

/** A cancelling that takes longer than this holds up no other. */
const slowCancelMs = 2_000;

/**
 * Which of the stale orders are cancelled now, so that no side of the book is empty while its orders are replaced: what is
 * not wanted any more all at once, and of what is only wanted elsewhere all but the outermost of a side where nothing else
 * rests there. That one follows when nothing of its side is under way, nor held back by an order that it would meet: what the
 * price has come away from may rest so long. Whatever its fate, no order whose answer does not come holds up the others.
 */
export function leaveOneResting(
  { cancel, keep, waiting, place, held }: Reconciliation,
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
  const resting = new Set(keep.map(sideOf));
  const busy = new Set([...underWay, ...place.map(sideOf), ...held.map(sideOf)]);
  const isReplaced = (order: BotOrder): boolean => slots.has(slotOf(order));
  const innerFirst = cancel.filter(isReplaced).sort((one, other) => one.level - other.level);
  const outermost = new Map(innerFirst.map((order) => [sideOf(order), order]));
  const isLeft = (order: BotOrder): boolean => {
    const side = sideOf(order);
    if (resting.has(side) || outermost.get(side) !== order) return false;
    return busy.has(side) || innerFirst.some((other) => other !== order && sideOf(other) === side);
  };
  return [...cancel.filter((order) => !isReplaced(order)), ...innerFirst.filter((order) => !isLeft(order))];
}

const sideOf = ({ pair, side }: Pick<OrderTerms, 'pair' | 'side'>): string => `${pair} ${side}`;
