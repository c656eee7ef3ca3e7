import type { BookLevel, Decimal, OrderBook, Side } from '@tenbin/market';

/** The best prices of a pair's book, counter per base, and their middle. */
export interface TopOfBook {
  readonly bestBid: number;
  readonly bestAsk: number;
  readonly mid: number;
}

/** What of a bot may be in the book. */
export interface OwnInBook {
  readonly side: Side;
  readonly price: Decimal;
  /** Base that has not been traded. */
  readonly remaining: Decimal;
}

/** A book's amounts and ours are doubles of decimals: less than this part of a level is nothing. */
const nothing = 1e-9;

/**
 * The best prices that others make: a bot that took its own orders for the market would follow itself.
 *
 * @returns null where a side is empty without them, or the sides do not leave room for a middle
 */
export function topWithout(own: readonly OwnInBook[], { bids, asks }: Pick<OrderBook, 'bids' | 'asks'>): TopOfBook | null {
  const bestBid = bestOf(bids, own, 'buy');
  const bestAsk = bestOf(asks, own, 'sell');
  if (bestBid === undefined || bestAsk === undefined || !(bestBid > 0 && bestAsk > bestBid)) return null;
  return { bestBid, bestAsk, mid: (bestBid + bestAsk) / 2 };
}

function bestOf(levels: readonly BookLevel[], own: readonly OwnInBook[], side: Side): number | undefined {
  for (const [price, amount] of levels) {
    let others = amount;
    for (const order of own) if (order.side === side && Number(order.price) === price) others -= Number(order.remaining);
    if (others > nothing * amount) return price;
  }
  return undefined;
}
