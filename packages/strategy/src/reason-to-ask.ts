import type { PairName } from '@tenbin/market';
import type { Slot } from './slot.ts';
import type { Strategy } from './strategy.ts';
import type { PricesByPair } from './usd-prices.ts';

/** Prices as they were at a moment, in the order of a strategy's pairs; undefined where one was not known. */
export type SeenPrices = readonly (number | undefined)[];

export const pricesSeen = (pairs: readonly PairName[], prices: PricesByPair): SeenPrices => pairs.map((pair) => prices.get(pair));

/** Whether time or prices are a reason to ask a strategy anew. */
export function hasReasonToAsk(
  { quoting, pairs }: Pick<Strategy, 'quoting' | 'pairs'>,
  asked: { readonly at: Date; readonly prices: SeenPrices },
  now: { readonly at: Date; readonly prices: PricesByPair },
): boolean {
  const { everyMs, onMove, movesAtMostEveryMs = 0 } = quoting;
  const waitedMs = now.at.getTime() - asked.at.getTime();
  if (everyMs !== null && waitedMs >= everyMs) return true;
  if (onMove === null) return false;
  // What comes or goes is told by no number.
  return haveMoved(asked.prices, { pairs, prices: now.prices }, waitedMs >= movesAtMostEveryMs ? onMove : Number.POSITIVE_INFINITY);
}

/** When the last trades let a strategy be asked anew that waits so long after each; null: none does. */
export function askedAfterFill(
  { quoting: { afterFillMs = null } }: Pick<Strategy, 'quoting'>,
  askedAt: Date,
  filledAt: Readonly<Record<Slot, Date>>,
): Date | null {
  if (afterFillMs === null) return null;
  const due = Object.values(filledAt)
    .map((at) => at.getTime() + afterFillMs)
    .filter((at) => at > askedAt.getTime());
  return due.length === 0 ? null : new Date(Math.min(...due));
}

/** Whether one of the prices has moved by more than that fraction, has come or has gone. */
export function haveMoved(
  before: SeenPrices,
  { pairs, prices }: { readonly pairs: readonly PairName[]; readonly prices: PricesByPair },
  fraction: number,
): boolean {
  // A running bot is asked with every event: nothing is made here.
  for (let index = 0; index < pairs.length; index++) if (hasMoved(before[index], prices.get(pairs[index] ?? ''), fraction)) return true;
  return false;
}

/** What is nearer to the fraction than that, as a part of it, is the fraction itself: doubles have no 0.1 %. */
const closeness = 1e-9;

/** By more than the fraction, that is: a move of just so much is none yet. */
export function hasMoved(before: number | undefined, now: number | undefined, fraction: number): boolean {
  if (before === undefined || now === undefined) return before !== now;
  return Math.abs(now - before) > fraction * before * (1 + closeness);
}
