import type { PairName } from '@tenbin/market';
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
  const { everyMs, onMove } = quoting;
  if (everyMs !== null && now.at.getTime() - asked.at.getTime() >= everyMs) return true;
  return onMove !== null && haveMoved(asked.prices, { pairs, prices: now.prices }, onMove);
}

/** Whether one of the prices has moved by that fraction, has come or has gone. */
export function haveMoved(
  before: SeenPrices,
  { pairs, prices }: { readonly pairs: readonly PairName[]; readonly prices: PricesByPair },
  fraction: number,
): boolean {
  // A running bot is asked with every event: nothing is made here.
  for (let index = 0; index < pairs.length; index++) if (hasMoved(before[index], prices.get(pairs[index] ?? ''), fraction)) return true;
  return false;
}

export function hasMoved(before: number | undefined, now: number | undefined, fraction: number): boolean {
  if (before === undefined || now === undefined) return before !== now;
  return Math.abs(now - before) >= fraction * before;
}
