import type { CheckedPlan } from './backtest-plan.ts';
import type { CandleMarket } from './candle-market.ts';

/**
 * Follows what the balances are worth at every close: the highest so far, the largest fall from it, and whether a
 * currency is worth too little to go on.
 *
 * It need not look at every close. While no order is reached, each price stays between its pair's two orders, and
 * there worth can be bounded: at the balanced prices every currency is worth the same, so all together are worth n
 * times the balance of the currency of worth; away from them, no more than the orders' distances allow. While that
 * band holds neither a new high nor a deeper fall, the closes in it are passed over (`isQuiet`).
 */
export class WorthWatch {
  isQuiet = false;
  /**
   * The highest worth so far, and the lowest as a share of the highest before it. Numbers that change all the time live
   * in an array: a double in a field may be boxed.
   */
  readonly marks = Float64Array.of(0, 1);
  /** What each currency must be worth at every close. */
  leastWorth: number;
  /** Index of the currency of worth. */
  readonly worthAt: number;
  readonly band: WorthBand;
  readonly #market: CandleMarket;

  constructor(market: CandleMarket, plan: CheckedPlan) {
    this.#market = market;
    this.worthAt = market.currencies.indexOf(market.worthIn);
    this.leastWorth = plan.leastWorth;
    this.band = bandOf(market, plan);
  }

  /** As a fraction of the highest worth before. */
  get largestDrawdown(): number {
    return 1 - this.marks[1]!;
  }

  /** See `WorthScan`. */
  look(from: number, end: number, held: Float64Array): number {
    return this.#market.scanWorth(from, end, held, this.marks, this.leastWorth);
  }

  /** After the bot has stopped: no worth is too little any more. */
  checkRest(from: number, end: number, held: Float64Array): void {
    this.leastWorth = 0;
    this.look(from, end, held);
  }

  /** After the orders have changed. @param isBanded - whether every pair has both its orders */
  settle(held: Float64Array, isBanded: boolean): void {
    const { band, marks } = this;
    const even = held[this.worthAt]!;
    const isUneventful = even * band.most <= marks[0]! && even * band.least >= marks[0]! * marks[1]!;
    this.isQuiet = isBanded && isUneventful && even * band.leastOne >= this.leastWorth;
  }
}

/** Bounds of worth while no order is reached, as multiples of the balance of the currency of worth. */
interface WorthBand {
  /** Of all currencies together. */
  readonly most: number;
  readonly least: number;
  /** Of the one that is worth least. */
  readonly leastOne: number;
}

function bandOf(market: CandleMarket, plan: CheckedPlan): WorthBand {
  const slack = 1e-6 + coarsestTick(market, plan);
  const up = (1 + 2 * plan.delta) * (1 + slack);
  const down = (1 - 2 * plan.delta) * (1 - slack);
  // Where a tick is as large as the distance of an order, the bounds say nothing: they never hold then.
  if (!(down > 0 && slack < 0.5)) return { most: Number.POSITIVE_INFINITY, least: 0, leastOne: 0 };
  const mosts = market.worthPaths.map((path) => path.reduce((worth, { isInverse }) => worth * (isInverse ? 1 / down : up), 1));
  const leasts = market.worthPaths.map((path) => path.reduce((worth, { isInverse }) => worth * (isInverse ? 1 / up : down), 1));
  const sum = (parts: readonly number[]) => parts.reduce((total, part) => total + part, 0);
  return { most: sum(mosts), least: sum(leasts), leastOne: Math.min(...leasts) };
}

/** By how much a tick can widen a pair's band, as a fraction of its price; generously. */
function coarsestTick(market: CandleMarket, plan: CheckedPlan): number {
  if (!plan.grid && plan.mode === 'path') return 0;
  return market.lowest.reduce((coarsest, price, p) => Math.max(coarsest, (6 * plan.ticks[p]!) / price), 0);
}
