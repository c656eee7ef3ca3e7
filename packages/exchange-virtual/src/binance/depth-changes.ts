import type { LiveMarket } from '../exchange/live-market.ts';
import { BookChanges, type LevelChange } from '../wire/book-changes.ts';
import { wireAmount, wirePrice } from './order-wire.ts';

/** A book's changes as depthUpdate events: U is always the last u plus one. */
export class DepthChanges {
  readonly #live: LiveMarket;
  readonly #changes: BookChanges;

  constructor(live: LiveMarket) {
    this.#live = live;
    this.#changes = new BookChanges(live);
  }

  /** @returns the event, or null when nothing happened since */
  next(now: number) {
    const { market } = this.#live;
    const change = this.#changes.next();
    if (!change) return null;
    const wire = (levels: readonly LevelChange[]) => levels.map(([ticks, lots]) => [wirePrice(market, ticks), wireAmount(market, lots)]);
    return { e: 'depthUpdate', E: now, s: market.symbol, U: change.from + 1, u: change.to, b: wire(change.bids), a: wire(change.asks) };
  }
}
