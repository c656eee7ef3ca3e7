import type { Feed, PriceMove } from '@tenbin/exchange-virtual';
import type { PairName } from '@tenbin/market';
import { type Draw, drawFrom } from '../draw.ts';
import { defaultPairOf } from '../own-coin.ts';

/** Where each pair's price swings around; all fit together. */
export const middle: Readonly<Record<PairName, number>> = { 'BTC/USDT': 60_000, 'ETH/USDT': 3_000, 'ETH/BTC': 0.05 };

/** How far a price may jump from the middle, as a share of it: well over the widths that bots quote with. */
const swing = 0.014;
/** On average between two jumps of a pair. */
const jumpEveryMs = 450;

/** A market that rests until it is told to move; then it jumps back and forth, so that orders on both sides are reached again and again. */
export class RestlessFeed implements Feed {
  readonly name = 'restless';
  readonly speed = 1;
  readonly fills = 'partly';
  isMoving: boolean;
  readonly #draw: Draw;
  readonly #pairs: readonly PairName[];
  #waitedMs = 0;

  constructor(seed: number, pairs: readonly PairName[], isMoving: boolean) {
    this.#draw = drawFrom(seed);
    this.#pairs = pairs;
    this.isMoving = isMoving;
  }

  async open(pairs: readonly PairName[]): Promise<PriceMove[]> {
    return pairs.map((pair) => ({ pair, price: middleOf(pair) }));
  }

  advance(realMs: number): readonly PriceMove[] {
    if (!this.isMoving) return [];
    this.#waitedMs += realMs * this.#pairs.length;
    const moves: PriceMove[] = [];
    for (; this.#waitedMs >= jumpEveryMs; this.#waitedMs -= jumpEveryMs) {
      const pair = this.#draw.oneOf(this.#pairs);
      moves.push({ pair, price: middleOf(pair) * (1 + this.#draw.between(-swing, swing)) });
    }
    return moves;
  }

  step(): PriceMove | null {
    return null;
  }

  async close(): Promise<void> {
    this.isMoving = false;
  }
}

const middleOf = (pair: PairName): number => middle[defaultPairOf(pair)] ?? 1;
