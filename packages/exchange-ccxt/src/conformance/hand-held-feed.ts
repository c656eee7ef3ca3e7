import type { Feed, PriceMove } from '@tenbin/exchange-virtual';
import type { PairName } from '@tenbin/market';

/** A feed whose prices move when a test says so. */
export class HandHeldFeed implements Feed {
  readonly name = 'hand-held';
  readonly speed = 1;
  readonly fills = 'partly';
  readonly #opening: Readonly<Record<PairName, number>>;
  #next: PriceMove | null = null;

  constructor(opening: Readonly<Record<PairName, number>>) {
    this.#opening = opening;
  }

  async open(pairs: readonly PairName[]): Promise<PriceMove[]> {
    return pairs.map((pair) => ({ pair, price: this.#opening[pair] ?? 100 }));
  }

  /** What the next step of the exchange brings. */
  plan(move: PriceMove): void {
    this.#next = move;
  }

  advance(): readonly PriceMove[] {
    return [];
  }

  step(): PriceMove | null {
    const move = this.#next;
    this.#next = null;
    return move;
  }

  async close(): Promise<void> {
    this.#next = null;
  }
}
