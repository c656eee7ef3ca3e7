import type { Side } from '@tenbin/market';
import { OrderIndex } from './order-index.ts';
import { grown, none, PriceLevels } from './price-levels.ts';

/** Hears each trade while it happens. It must not call the book. */
export interface MatchListener {
  /**
   * @param makerId - the resting order
   * @param ticks - its price
   * @param makerLeft - lots that still rest; 0 when it is filled
   */
  trade(makerId: number, ticks: number, lots: number, makerLeft: number): void;
}

/**
 * A limit order book with price-time priority.
 *
 * Prices are whole ticks, amounts whole lots, ids positive integers of the caller's. It knows no money, no clock and no owner.
 * Resting orders live in pooled arrays and are linked per price; an operation allocates nothing.
 * Invariants: the best bid is below the best ask; a level's lots are the sum of its orders'; no order with 0 lots rests.
 */
export class OrderBook {
  #listener: MatchListener;
  #bids = new PriceLevels();
  #asks = new PriceLevels();
  #bestBid = none;
  #bestAsk = none;
  #index = new OrderIndex();
  #ids = new Float64Array(1024);
  #lots = new Float64Array(1024);
  #level = new Int32Array(1024);
  #next = new Int32Array(1024);
  #previous = new Int32Array(1024);
  #isBid = new Uint8Array(1024);
  #slots = 0;
  #freeSlot = none;

  constructor(listener: MatchListener) {
    this.#listener = listener;
  }

  /** How many orders rest. */
  get size(): number {
    return this.#index.size;
  }

  /** Best price in ticks to sell to, 0 when nobody buys. */
  get bestBid(): number {
    return this.#bestBid === none ? 0 : this.#bids.ticks[this.#bestBid]!;
  }

  /** Best price in ticks to buy from, 0 when nobody sells. */
  get bestAsk(): number {
    return this.#bestAsk === none ? 0 : this.#asks.ticks[this.#bestAsk]!;
  }

  /** All lots resting at a price. */
  lotsAt(side: Side, ticks: number): number {
    const levels = side === 'buy' ? this.#bids : this.#asks;
    const level = levels.find(ticks);
    return level === none ? 0 : levels.lots[level]!;
  }

  /** Would an order with this limit meet a resting one? */
  crosses(side: Side, ticks: number): boolean {
    if (side === 'buy') return this.#bestAsk !== none && this.#asks.ticks[this.#bestAsk]! <= ticks;
    return this.#bestBid !== none && this.#bids.ticks[this.#bestBid]! >= ticks;
  }

  /**
   * Takes what the limit reaches, and rests with the remainder.
   *
   * @param rests - false: the remainder is dropped (immediate or cancel)
   * @returns lots not taken
   */
  limit(id: number, side: Side, ticks: number, lots: number, rests: boolean): number {
    const left = side === 'buy' ? this.#takeAsks(ticks, lots) : this.#takeBids(ticks, lots);
    if (left > 0 && rests) this.#rest(id, side === 'buy', ticks, left);
    return left;
  }

  /** Takes at any price. @returns lots not taken because the other side ran out */
  market(side: Side, lots: number): number {
    return side === 'buy' ? this.#takeAsks(Number.MAX_SAFE_INTEGER, lots) : this.#takeBids(0, lots);
  }

  /**
   * Takes as many whole lots as an amount of counter is worth, at any price.
   *
   * @param notional - in ticks × lots
   * @returns what is not spent or not received: less than one lot is worth, or more when the other side ran out
   */
  marketByNotional(side: Side, notional: number): number {
    let left = notional;
    for (;;) {
      const ticks = side === 'buy' ? this.bestAsk : this.bestBid;
      if (ticks === 0) return left;
      const wanted = Math.floor(left / ticks);
      if (wanted === 0) return left;
      const unfilled = side === 'buy' ? this.#takeAsks(ticks, wanted) : this.#takeBids(ticks, wanted);
      left -= (wanted - unfilled) * ticks;
    }
  }

  /** @returns the lots that no longer rest; 0 when no such order rests */
  cancel(id: number): number {
    const slot = this.#index.find(id);
    if (slot === none) return 0;
    const lots = this.#lots[slot]!;
    const isBid = this.#isBid[slot] === 1;
    const levels = isBid ? this.#bids : this.#asks;
    const level = this.#level[slot]!;
    levels.lots[level]! -= lots;
    this.#unlink(levels, level, slot);
    if (levels.head[level] === none) this.#dropLevel(isBid, level);
    return lots;
  }

  /** @returns how many of these lots a taker could get now without going past a limit */
  reachable(side: Side, ticks: number, lots: number): number {
    let found = 0;
    this.#walk(side === 'buy' ? 'sell' : 'buy', (price, resting) => {
      if (side === 'buy' ? price > ticks : price < ticks) return false;
      found += resting;
      return found < lots;
    });
    return Math.min(found, lots);
  }

  /** @returns what these lots would cost (or bring) a taker now, in ticks × lots, as far as the book reaches */
  notionalOf(side: Side, lots: number): number {
    let left = lots;
    let notional = 0;
    this.#walk(side === 'buy' ? 'sell' : 'buy', (price, resting) => {
      const taken = Math.min(left, resting);
      notional += taken * price;
      left -= taken;
      return left > 0;
    });
    return notional;
  }

  /** @returns how many lots would be taken before this order's first; 0 when no such order rests */
  lotsAhead(id: number): number {
    const own = this.#index.find(id);
    if (own === none) return 0;
    const side = this.#isBid[own] === 1 ? 'buy' : 'sell';
    const levels = side === 'buy' ? this.#bids : this.#asks;
    const ticks = levels.ticks[this.#level[own]!]!;
    let ahead = 0;
    this.#walk(side, (price, resting) => {
      if (price === ticks) return false;
      ahead += resting;
      return true;
    });
    for (let slot = this.#previous[own]!; slot !== none; slot = this.#previous[slot]!) ahead += this.#lots[slot]!;
    return ahead;
  }

  /** Visits the levels of a side, best first, `limit` at most. */
  visitLevels(side: Side, limit: number, visit: (ticks: number, lots: number) => void): void {
    let seen = 0;
    this.#walk(side, (ticks, lots) => {
      if (seen++ === limit) return false;
      visit(ticks, lots);
      return true;
    });
  }

  #walk(side: Side, visit: (ticks: number, lots: number) => boolean): void {
    const levels = side === 'buy' ? this.#bids : this.#asks;
    let level = side === 'buy' ? this.#bestBid : this.#bestAsk;
    while (level !== none) {
      const ticks = levels.ticks[level]!;
      if (!visit(ticks, levels.lots[level]!)) return;
      level = side === 'buy' ? levels.below(ticks) : levels.above(ticks);
    }
  }

  #takeAsks(limit: number, lots: number): number {
    let left = lots;
    while (left > 0 && this.#bestAsk !== none && this.#asks.ticks[this.#bestAsk]! <= limit) {
      left = this.#takeLevel(this.#asks, this.#bestAsk, left);
      if (this.#asks.head[this.#bestAsk] === none) this.#dropLevel(false, this.#bestAsk);
    }
    return left;
  }

  #takeBids(limit: number, lots: number): number {
    let left = lots;
    while (left > 0 && this.#bestBid !== none && this.#bids.ticks[this.#bestBid]! >= limit) {
      left = this.#takeLevel(this.#bids, this.#bestBid, left);
      if (this.#bids.head[this.#bestBid] === none) this.#dropLevel(true, this.#bestBid);
    }
    return left;
  }

  /** Oldest order first. */
  #takeLevel(levels: PriceLevels, level: number, lots: number): number {
    const ticks = levels.ticks[level]!;
    let left = lots;
    for (let slot = levels.head[level]!; slot !== none && left > 0; slot = levels.head[level]!) {
      const resting = this.#lots[slot]!;
      const id = this.#ids[slot]!;
      const taken = resting < left ? resting : left;
      left -= taken;
      levels.lots[level]! -= taken;
      if (taken === resting) this.#unlink(levels, level, slot);
      else this.#lots[slot] = resting - taken;
      this.#listener.trade(id, ticks, taken, resting - taken);
    }
    return left;
  }

  #rest(id: number, isBid: boolean, ticks: number, lots: number): void {
    const levels = isBid ? this.#bids : this.#asks;
    const level = levels.require(ticks);
    const slot = this.#newSlot();
    const last = levels.tail[level]!;
    this.#ids[slot] = id;
    this.#lots[slot] = lots;
    this.#level[slot] = level;
    this.#isBid[slot] = isBid ? 1 : 0;
    this.#next[slot] = none;
    this.#previous[slot] = last;
    if (last === none) levels.head[level] = slot;
    else this.#next[last] = slot;
    levels.tail[level] = slot;
    levels.lots[level]! += lots;
    this.#index.add(id, slot);
    if (isBid) {
      if (this.#bestBid === none || ticks > this.#bids.ticks[this.#bestBid]!) this.#bestBid = level;
    } else if (this.#bestAsk === none || ticks < this.#asks.ticks[this.#bestAsk]!) this.#bestAsk = level;
  }

  #unlink(levels: PriceLevels, level: number, slot: number): void {
    const next = this.#next[slot]!;
    const previous = this.#previous[slot]!;
    if (previous === none) levels.head[level] = next;
    else this.#next[previous] = next;
    if (next === none) levels.tail[level] = previous;
    else this.#previous[next] = previous;
    this.#index.remove(this.#ids[slot]!);
    this.#next[slot] = this.#freeSlot;
    this.#freeSlot = slot;
  }

  #dropLevel(isBid: boolean, level: number): void {
    const levels = isBid ? this.#bids : this.#asks;
    const ticks = levels.ticks[level]!;
    levels.remove(level);
    if (isBid && level === this.#bestBid) this.#bestBid = levels.below(ticks);
    else if (!isBid && level === this.#bestAsk) this.#bestAsk = levels.above(ticks);
  }

  #newSlot(): number {
    const reused = this.#freeSlot;
    if (reused !== none) {
      this.#freeSlot = this.#next[reused]!;
      return reused;
    }
    if (this.#slots === this.#ids.length) {
      this.#ids = grown(this.#ids, Float64Array);
      this.#lots = grown(this.#lots, Float64Array);
      this.#level = grown(this.#level, Int32Array);
      this.#next = grown(this.#next, Int32Array);
      this.#previous = grown(this.#previous, Int32Array);
      this.#isBid = grown(this.#isBid, Uint8Array);
    }
    return this.#slots++;
  }
}
