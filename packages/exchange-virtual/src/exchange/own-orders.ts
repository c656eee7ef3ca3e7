import type { Side } from '@tenbin/market';
import type { Account } from '../accounts/account.ts';
import type { LiveMarket } from './live-market.ts';
import type { Order } from './order.ts';

/** A price on a side of a book, and the lots that rest there. */
export type Level = readonly [ticks: number, lots: number];

/** An account's own resting orders that an order of it would come to, in the order in which it would. */
export function ownReached(account: Account, { market, book }: LiveMarket, { side, ticks }: { side: Side; ticks: number }): Order[] {
  if (!book.crosses(side, ticks)) return [];
  const isReached = (order: Order) =>
    order.pair === market.pair && order.side !== side && (side === 'buy' ? order.ticks <= ticks : order.ticks >= ticks);
  const away = (order: Order) => (side === 'buy' ? order.ticks : -order.ticks);
  return [...account.openOrders.values()].filter(isReached).sort((a, b) => away(a) - away(b) || a.id - b.id);
}

/** What an order on a side takes from, best first, without some orders. */
export function levelsWithout({ book }: LiveMarket, side: Side, orders: readonly Order[]): Level[] {
  const lotsAt = new Map<number, number>();
  for (const { ticks, lots, filledLots } of orders) lotsAt.set(ticks, (lotsAt.get(ticks) ?? 0) + lots - filledLots);
  const levels: Level[] = [];
  book.visitLevels(side === 'buy' ? 'sell' : 'buy', Number.MAX_SAFE_INTEGER, (ticks, lots) => {
    const others = lots - (lotsAt.get(ticks) ?? 0);
    if (others > 0) levels.push([ticks, others]);
  });
  return levels;
}

/** What lots cost or bring over levels, in ticks × lots, as far as they reach. */
export function tickLotsOf(levels: readonly Level[], lots: number): number {
  let left = lots;
  let tickLots = 0;
  for (const [ticks, resting] of levels) {
    const taken = Math.min(left, resting);
    tickLots += taken * ticks;
    left -= taken;
    if (left === 0) break;
  }
  return tickLots;
}

/** How many lots a market sell by notional will give away. */
export function lotsWorth(levels: readonly Level[], tickLots: number): number {
  let left = tickLots;
  let lots = 0;
  for (const [ticks, resting] of levels) {
    const taken = Math.min(resting, Math.floor(left / ticks));
    lots += taken;
    // Where a level is not used up, what is left buys nothing behind it.
    if (taken < resting) break;
    left -= taken * ticks;
  }
  return lots;
}
