import type { LiveMarket } from '../exchange/live-market.ts';
import { wireAmount, wirePrice } from './order-wire.ts';

type Levels = Map<number, number>;

/** What changed in a book between two looks, so that a follower's book stays whole: U is always the last u plus one. */
export class DepthChanges {
  readonly #live: LiveMarket;
  #bids: Levels;
  #asks: Levels;
  #version: number;

  constructor(live: LiveMarket) {
    this.#live = live;
    this.#bids = levelsOf(live, 'buy');
    this.#asks = levelsOf(live, 'sell');
    this.#version = live.version;
  }

  /** @returns the event, or null when nothing happened since */
  next(now: number) {
    const live = this.#live;
    if (live.version === this.#version) return null;
    const [bids, asks] = [levelsOf(live, 'buy'), levelsOf(live, 'sell')];
    const event = {
      e: 'depthUpdate',
      E: now,
      s: live.market.symbol,
      U: this.#version + 1,
      u: live.version,
      b: this.#changes(this.#bids, bids),
      a: this.#changes(this.#asks, asks),
    };
    this.#bids = bids;
    this.#asks = asks;
    this.#version = live.version;
    return event;
  }

  #changes(before: Levels, after: Levels): [string, string][] {
    const { market } = this.#live;
    const changed: [string, string][] = [];
    for (const [ticks, lots] of after) if (before.get(ticks) !== lots) changed.push([wirePrice(market, ticks), wireAmount(market, lots)]);
    for (const ticks of before.keys()) if (!after.has(ticks)) changed.push([wirePrice(market, ticks), wireAmount(market, 0)]);
    return changed;
  }
}

function levelsOf({ book }: LiveMarket, side: 'buy' | 'sell'): Levels {
  const levels: Levels = new Map();
  book.visitLevels(side, Number.MAX_SAFE_INTEGER, (ticks, lots) => levels.set(ticks, lots));
  return levels;
}
