import { BacktestError } from './backtest-error.ts';

/** More trades than this are refused unless said otherwise: a run with all its records would not fit a browser's memory. */
const defaultMax = 5_000_000;

/** Which order of which pair: two slots for each pair, its sell and its buy. */
export const sellSlot = (pair: number): number => 2 * pair;
export const buySlot = (pair: number): number => 2 * pair + 1;

/** The trades of a run in the order in which they happened, a column each; grows by doubling. */
export class TradeTape {
  length = 0;
  /** Moment of the market. */
  moments = new Int32Array(4096);
  slots = new Uint8Array(4096);
  /** Which of the candle's four trades filled it: 0 open, 1 and 2 the extremes, 3 close. */
  points = new Uint8Array(4096);
  /** Price, or on a grid ticks. */
  prices = new Float64Array(4096);
  /** Amount in base, or on a grid lots. */
  amounts = new Float64Array(4096);
  /** Of the few trades that made the balances even, by their place: the market's price when their order was placed. */
  readonly evening = new Map<number, number>();

  readonly #most: number;

  constructor(most = defaultMax) {
    this.#most = most;
  }

  /**
   * @param evening - the market's price when the order was placed, where it made the balances even; else 0
   * @throws {DomainError} `backtestTooLarge`
   */
  add(moment: number, slot: number, point: number, price: number, amount: number, evening: number): void {
    const index = this.length;
    if (index === this.moments.length) this.#grow();
    this.moments[index] = moment;
    this.slots[index] = slot;
    this.points[index] = point;
    this.prices[index] = price;
    this.amounts[index] = amount;
    if (evening !== 0) this.evening.set(index, evening);
    this.length = index + 1;
  }

  #grow(): void {
    if (this.length >= this.#most) throw new BacktestError('backtestTooLarge', { most: this.#most });
    const size = Math.min(2 * this.length, this.#most);
    this.moments = copyInto(new Int32Array(size), this.moments);
    this.slots = copyInto(new Uint8Array(size), this.slots);
    this.points = copyInto(new Uint8Array(size), this.points);
    this.prices = copyInto(new Float64Array(size), this.prices);
    this.amounts = copyInto(new Float64Array(size), this.amounts);
  }
}

function copyInto<Column extends Int32Array | Uint8Array | Float64Array>(larger: Column, column: Column): Column {
  larger.set(column);
  return larger;
}
