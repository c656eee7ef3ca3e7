import type { PairName } from '@tenbin/market';
import type { Random } from '@tenbin/runtime';
import type { LiveMarket } from '../exchange/live-market.ts';
import { firstHouseId } from '../exchange/live-market.ts';

/** Levels on each side, and their distance from one another as a share of the price. */
const levels = 20;
const levelGap = 0.0001;
/** From the feed's price to the best quote, as a share of it. */
const halfSpread = 0.00004;
/** A quote is worth about a thousand times the smallest order. */
const quoteSize = 1_000;
const printSize = 100;
/** A reached order is filled only in part this often, while the price is hardly past it. */
const partlyOften = 0.3;
const hardlyPast = 0.0003;

/** What the house needs from the venue: to take resting orders in its own name. */
export interface HouseDesk {
  /** Takes what rests at or better than a price. */
  takeAsHouse(live: LiveMarket, side: 'buy' | 'sell', ticks: number, lots: number): void;
}

export interface HouseRules {
  readonly fills: 'whole' | 'partly';
  /** How many lots are taken with one update of a pair's price; null: as many as the price has reached, or a part of them. */
  readonly lotsPerFill: (pair: PairName) => number | null;
}

/**
 * The venue's own liquidity: quotes on both sides of the feed's price, and the counterparty of every resting order
 * that the price reaches. A buy is reached when the price is at or below it, a sell when it is at or above.
 */
export class House {
  readonly #desk: HouseDesk;
  readonly #random: Random;
  readonly #rules: HouseRules;
  #quotes = new Map<LiveMarket, number[]>();
  #nextId = firstHouseId;

  constructor(desk: HouseDesk, random: Random, rules: HouseRules) {
    this.#desk = desk;
    this.#random = random;
    this.#rules = rules;
  }

  /** Follows the feed: takes what is reached and quotes around the new price. */
  follow(live: LiveMarket): void {
    this.withdraw(live);
    this.#takeReached(live, 'buy');
    this.#takeReached(live, 'sell');
    this.quote(live);
  }

  /** Takes all quotes away, so that only accounts' orders are left. */
  withdraw(live: LiveMarket): void {
    for (const id of this.#quotes.get(live) ?? []) live.book.cancel(id);
    this.#quotes.delete(live);
  }

  /** How much one print of the tape trades, in lots. */
  printLots(live: LiveMarket): number {
    return this.#lotsWorth(live, printSize);
  }

  /** Accounts' orders on one side that the price has come to. */
  #takeReached(live: LiveMarket, side: 'buy' | 'sell'): void {
    const price = live.feedTicks;
    const limit = side === 'buy' ? Math.ceil(price) : Math.floor(price);
    const taking = side === 'buy' ? 'sell' : 'buy';
    const best = side === 'buy' ? live.book.bestBid : live.book.bestAsk;
    if (best === 0 || !live.book.crosses(taking, limit)) return;
    const reached = live.book.reachable(taking, limit, Number.MAX_SAFE_INTEGER);
    const most = this.#rules.lotsPerFill(live.market.pair);
    const { lotStep } = live.rules;
    if (most !== null) {
      this.#desk.takeAsHouse(live, taking, limit, Math.min(reached, most * lotStep));
      return;
    }
    const isHardlyPast = Math.abs(best - price) < price * hardlyPast;
    const share = this.#rules.fills === 'partly' && isHardlyPast && this.#random.next() < partlyOften ? 0.2 + 0.6 * this.#random.next() : 1;
    this.#desk.takeAsHouse(live, taking, limit, Math.min(reached, ceilTo(reached * share, lotStep)));
  }

  /** Quotes around the feed's price, and takes nothing. */
  quote(live: LiveMarket): void {
    this.withdraw(live);
    const price = live.feedTicks;
    const { tickStep } = live.rules;
    const half = Math.max(tickStep / 2, price * halfSpread);
    const gap = Math.max(tickStep, price * levelGap);
    const { bestBid: bid, bestAsk: ask } = live.book;
    const firstBid = floorTo(Math.min(price - half, ask === 0 ? Number.POSITIVE_INFINITY : ask - 1), tickStep);
    const firstAsk = ceilTo(Math.max(price + half, firstBid + 1, bid + 1), tickStep);
    const ids: number[] = [];
    for (let level = 0; level < levels; level++) {
      const away = Math.round((level * gap * (1 + level / levels)) / tickStep) * tickStep;
      for (const [side, ticks] of [['buy', firstBid - away] as const, ['sell', firstAsk + away] as const]) {
        if (ticks < 1) continue;
        const id = this.#nextId++;
        live.book.limit(id, side, ticks, this.#lotsWorth(live, quoteSize * (1 + level / 4)), true);
        ids.push(id);
      }
    }
    this.#quotes.set(live, ids);
  }

  #lotsWorth(live: LiveMarket, smallestOrders: number): number {
    const wanted = live.market.minimumTickLots * smallestOrders * (0.5 + this.#random.next());
    const { lotStep } = live.rules;
    return Math.max(1, Math.round(wanted / live.feedTicks / lotStep)) * lotStep;
  }
}

const floorTo = (value: number, step: number): number => Math.floor(value / step) * step;
const ceilTo = (value: number, step: number): number => Math.ceil(value / step) * step;
