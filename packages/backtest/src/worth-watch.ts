import type { CheckedPlan } from './backtest-plan.ts';
import { blockSize, type CandleMarket } from './candle-market.ts';

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
  readonly #values: Float64Array;
  readonly #extremes: Float64Array;
  readonly #worthIn: number;
  /** What each currency must be worth at every close. */
  leastWorth: number;
  /** Bounds of the worth of all, and of the least of them, as multiples of the balance of the currency of worth. */
  readonly #most: number;
  readonly #least: number;
  readonly #leastOne: number;

  constructor(market: CandleMarket, plan: CheckedPlan) {
    this.#values = market.values;
    this.#extremes = market.valueExtremes;
    this.#worthIn = market.currencies.indexOf(market.worthIn);
    this.leastWorth = plan.leastWorth;
    const slack = 1e-6 + coarsestTick(market, plan);
    const up = (1 + 2 * plan.delta) * (1 + slack);
    const down = (1 - 2 * plan.delta) * (1 - slack);
    const bounds = market.worthPaths.map((path) => ({
      most: path.reduce((worth, { isInverse }) => worth * (isInverse ? 1 / down : up), 1),
      least: path.reduce((worth, { isInverse }) => worth * (isInverse ? 1 / up : down), 1),
    }));
    // Where a tick is as large as the distance of an order, the bounds say nothing: they never hold then.
    const isUseful = down > 0 && slack < 0.5;
    this.#most = isUseful ? bounds.reduce((sum, { most }) => sum + most, 0) : Number.POSITIVE_INFINITY;
    this.#least = isUseful ? bounds.reduce((sum, { least }) => sum + least, 0) : 0;
    this.#leastOne = isUseful ? Math.min(...bounds.map(({ least }) => least)) : 0;
  }

  /** As a fraction of the highest worth before. */
  get largestDrawdown(): number {
    return 1 - this.marks[1]!;
  }

  /**
   * Passes over blocks of closes in which, by the highest and lowest value of each currency, nothing new can happen.
   *
   * @returns the first moment whose close leaves a currency worth too little; `end` where there is none
   */
  look(from: number, end: number, held: Float64Array): number {
    let moment = from;
    while (moment < end) {
      const isBlock = moment % blockSize === 0 && moment + blockSize <= end;
      if (isBlock && this.#isUneventful(moment / blockSize, held)) {
        moment += blockSize;
        continue;
      }
      if (!this.#lookAt(moment, held)) return moment;
      moment++;
    }
    return end;
  }

  /** @returns whether every currency is worth enough */
  #lookAt(moment: number, held: Float64Array): boolean {
    const values = this.#values;
    const at = moment * held.length;
    let worth = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let c = 0; c < held.length; c++) {
      const one = held[c]! * values[at + c]!;
      if (one < least) least = one;
      worth += one;
    }
    if (worth > this.marks[0]!) this.marks[0] = worth;
    else if (worth < this.marks[0]! * this.marks[1]!) this.marks[1] = worth / this.marks[0]!;
    return least >= this.leastWorth;
  }

  #isUneventful(block: number, held: Float64Array): boolean {
    const at = 2 * block * held.length;
    let most = 0;
    let least = 0;
    for (let c = 0; c < held.length; c++) {
      most += held[c]! * this.#extremes[at + 2 * c]!;
      const lowest = held[c]! * this.#extremes[at + 2 * c + 1]!;
      if (lowest < this.leastWorth) return false;
      least += lowest;
    }
    return most <= this.marks[0]! && least >= this.marks[0]! * this.marks[1]!;
  }

  /** After the bot has stopped: no worth is too little any more. */
  lookAtRest(from: number, end: number, held: Float64Array): void {
    this.leastWorth = 0;
    this.look(from, end, held);
  }

  /** After the orders have changed. @param isBanded - whether every pair has both its orders */
  settle(held: Float64Array, isBanded: boolean): void {
    const even = held[this.#worthIn]!;
    const isUneventful = even * this.#most <= this.marks[0]! && even * this.#least >= this.marks[0]! * this.marks[1]!;
    this.isQuiet = isBanded && isUneventful && even * this.#leastOne >= this.leastWorth;
  }
}

/** By how much a tick can widen a pair's band, as a fraction of its price; generously. */
function coarsestTick(market: CandleMarket, plan: CheckedPlan): number {
  if (!plan.grid && plan.mode === 'path') return 0;
  return market.lowest.reduce((coarsest, price, p) => Math.max(coarsest, (6 * plan.ticks[p]!) / price), 0);
}
