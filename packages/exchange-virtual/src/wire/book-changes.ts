import type { LiveMarket } from '../exchange/live-market.ts';

/** A price in ticks and what rests there now in lots; 0 where nothing does any more. */
export type LevelChange = readonly [ticks: number, lots: number];

/** From one version of a book (exclusive) to another. */
export interface BookChange {
  readonly from: number;
  readonly to: number;
  readonly bids: readonly LevelChange[];
  readonly asks: readonly LevelChange[];
}

type Levels = Map<number, number>;

/** What changed in a book between two looks, so that a follower's book stays whole: each change begins where the last one ended. */
export class BookChanges {
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

  /** @returns null when nothing happened since */
  next(): BookChange | null {
    const live = this.#live;
    if (live.version === this.#version) return null;
    const [bids, asks] = [levelsOf(live, 'buy'), levelsOf(live, 'sell')];
    const change = { from: this.#version, to: live.version, bids: changesOf(this.#bids, bids), asks: changesOf(this.#asks, asks) };
    this.#bids = bids;
    this.#asks = asks;
    this.#version = live.version;
    return change;
  }
}

function changesOf(before: Levels, after: Levels): LevelChange[] {
  const changed: LevelChange[] = [];
  for (const [ticks, lots] of after) if (before.get(ticks) !== lots) changed.push([ticks, lots]);
  for (const ticks of before.keys()) if (!after.has(ticks)) changed.push([ticks, 0]);
  return changed;
}

function levelsOf({ book }: LiveMarket, side: 'buy' | 'sell'): Levels {
  const levels: Levels = new Map();
  book.visitLevels(side, Number.MAX_SAFE_INTEGER, (ticks, lots) => levels.set(ticks, lots));
  return levels;
}
