import type { Order } from '@tenbin/exchange-virtual';
import { makerQuotes } from './maker-terms.ts';

interface Maker {
  readonly pair: string;
  /** Percent. */
  readonly threshold: number;
  /** Open orders, by id. */
  readonly open: Map<number, { readonly side: 'buy' | 'sell'; readonly price: number }>;
  /** The middle that all its quotes follow from; null while they do not agree. */
  quotedAt: number | null;
  /** When the book's middle had moved from there by more than its threshold; null where it has not. */
  movedAt: number | null;
}

/**
 * So near the middles must be that quotes follow from: prices are on a grid. A move is timed from where it is beyond a
 * maker's threshold by as much: nearer than that the maker itself may see it on the other side.
 */
const closeness = 1e-5;

/** Watches market makers at the exchange: when a price calls for new quotes, and when each of them is accepted. */
export class MakerWatch {
  readonly #makers = new Map<string, Maker>();
  readonly #mids = new Map<string, number>();
  #latencies: number[] = [];
  #unasked = 0;

  add(account: string, { pair, threshold }: Pick<Maker, 'pair' | 'threshold'>): void {
    this.#makers.set(account, { pair, threshold, open: new Map(), quotedAt: null, movedAt: null });
  }

  has(account: string): boolean {
    return this.#makers.has(account);
  }

  /** @param mid - of the pair's book from now on */
  noteMid(pair: string, mid: number): void {
    if (this.#mids.get(pair) === mid) return;
    this.#mids.set(pair, mid);
    for (const maker of this.#makers.values()) if (maker.pair === pair) this.#compare(maker);
  }

  /** @param price - counter per base; `isNew`: it was accepted just now */
  noteOrder({ account, id, side, status }: Pick<Order, 'account' | 'id' | 'side' | 'status'>, price: number, isNew: boolean): void {
    const maker = this.#makers.get(account);
    if (!maker) return;
    if (isNew && maker.movedAt !== null) this.#latencies.push(performance.now() - maker.movedAt);
    else if (isNew && maker.quotedAt !== null) this.#unasked += 1;
    if (status === 'open') maker.open.set(id, { side, price });
    else maker.open.delete(id);
    const middle = middleOf(maker);
    if (middle === null) return;
    maker.quotedAt = middle;
    maker.movedAt = null;
    this.#compare(maker);
  }

  /** @returns milliseconds from a price until each quote that followed was accepted, and how many quotes no price asked for; since the last time */
  take(): { readonly latencies: readonly number[]; readonly unasked: number } {
    const taken = { latencies: this.#latencies, unasked: this.#unasked };
    this.#latencies = [];
    this.#unasked = 0;
    return taken;
  }

  #compare(maker: Maker): void {
    const mid = this.#mids.get(maker.pair);
    if (mid === undefined || maker.quotedAt === null || maker.movedAt !== null) return;
    if (Math.abs(mid / maker.quotedAt - 1) > maker.threshold / 100 + closeness) maker.movedAt = performance.now();
  }
}

/** Null where a quote is missing, or where they follow from different middles. */
function middleOf({ open }: Maker): number | null {
  const { orderLevels, bidSpread, askSpread, orderLevelSpread } = makerQuotes;
  if (open.size !== 2 * orderLevels) return null;
  const pricesOf = (side: 'buy' | 'sell') => [...open.values()].flatMap((order) => (order.side === side ? [order.price] : []));
  const bids = pricesOf('buy').sort((one, other) => other - one);
  const asks = pricesOf('sell').sort((one, other) => one - other);
  const middles = [
    ...bids.map((price, level) => price / (1 - (bidSpread + level * orderLevelSpread) / 100)),
    ...asks.map((price, level) => price / (1 + (askSpread + level * orderLevelSpread) / 100)),
  ];
  const [first = 0] = middles;
  return middles.every((middle) => Math.abs(middle / first - 1) < closeness) ? first : null;
}
