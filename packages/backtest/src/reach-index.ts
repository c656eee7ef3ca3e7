/**
 * Finds the next moment at which any order is reached, without looking at every candle.
 *
 * The highest high and the lowest low of 8 and of 64 moments become whole numbers of 15 bits, rounded outwards, and
 * both stand in one integer, each with a bit to spare. Taken from an order's two limits, with those bits set, a bit is
 * lost exactly where a limit may be passed: one subtraction for each pair says "neither is reached here". What is left
 * are blocks of 8, whose prices are compared one by one; they lie side by side in memory.
 *
 * Its fields are declared without being initialized (`declare`), and set once: so an engine can take them for constants,
 * which makes `next` half as fast again.
 */
/** Steps of a pair's span, from its lowest low to its highest high. */
const steps = 32_000;
/** Beyond every value of the index. */
const never = 0x7ffe;
/** The spare bits. */
const spare = 0x8000_8000 | 0;
const nearBits = 3;
const farBits = 6;
const nearSize = 1 << nearBits;
const nearMask = nearSize - 1;
const farMask = (1 << farBits) - 1;
/** What the bots of the console have, is tested written out. */
const pairsWrittenOut = 3;

export class ReachIndex {
  /** Moments. */
  declare readonly length: number;
  declare protected readonly rows: Float64Array;
  declare protected readonly stride: number;
  declare protected readonly pairs: number;
  declare protected readonly lowest: Float64Array;
  declare protected readonly highest: Float64Array;
  declare protected readonly scales: Float64Array;
  /** One for each pair, how high and how low: of 8 moments each, then of 64 each. */
  declare protected readonly values: Int32Array;
  declare protected readonly farAt: number;

  /** @param rows - a row for each moment, `stride` long, that begins with open, high, low, close of each pair */
  constructor(rows: Float64Array, stride: number, pairs: number) {
    this.rows = rows;
    this.stride = stride;
    this.pairs = pairs;
    this.length = rows.length / stride;
    this.lowest = new Float64Array(pairs).fill(Number.POSITIVE_INFINITY);
    this.highest = new Float64Array(pairs);
    for (let row = 0; row < rows.length; row += stride) {
      for (let p = 0; p < pairs; p++) {
        this.highest[p] = Math.max(this.highest[p]!, rows[row + 4 * p + 1]!);
        this.lowest[p] = Math.min(this.lowest[p]!, rows[row + 4 * p + 2]!);
      }
    }
    this.scales = this.highest.map((high, p) => steps / Math.max(high - this.lowest[p]!, high / steps));
    this.farAt = Math.ceil(this.length / nearSize) * pairs;
    this.values = new Int32Array(this.farAt + Math.ceil(this.length / (1 << farBits)) * pairs);
    for (let t = 0; t < this.length; t++) {
      for (let p = 0; p < pairs; p++) {
        const at = t * stride + 4 * p;
        this.take((t >> nearBits) * pairs + p, this.above(p, rows[at + 1]!) + 1, this.below(p, rows[at + 2]!) + 1);
        this.take(this.farAt + (t >> farBits) * pairs + p, this.above(p, rows[at + 1]!) + 1, this.below(p, rows[at + 2]!) + 1);
      }
    }
  }

  /** How many whole steps a price is above the pair's lowest; rises with the price. */
  protected above(pair: number, price: number): number {
    return Math.min(Math.max((price - this.lowest[pair]!) * this.scales[pair]!, 0), never) | 0;
  }

  /** How many whole steps it is below the pair's highest; rises as the price falls. */
  protected below(pair: number, price: number): number {
    return Math.min(Math.max((this.highest[pair]! - price) * this.scales[pair]!, 0), never) | 0;
  }

  private take(at: number, high: number, low: number): void {
    const before = this.values[at]!;
    this.values[at] = (Math.max(before >> 16, high) << 16) | Math.max(before & 0xffff, low);
  }

  /** What is left of its spare bits says whether a block reaches an order of the pair. */
  protected limit(pair: number, sell: number, buy: number): number {
    return (this.above(pair, sell) << 16) | this.below(pair, buy) | spare;
  }

  /**
   * @param sell - by pair the price from which its sell is reached; Infinity for none. `buy` likewise, 0 for none
   * @returns the first moment from `moment` on at which an order is reached; the length where there is none
   */
  next(moment: number, sell: Float64Array, buy: Float64Array): number {
    const { values: v, rows, stride, length, farAt } = this;
    const s0 = sell[0]!;
    const s1 = sell[1]!;
    const s2 = sell[2]!;
    const b0 = buy[0]!;
    const b1 = buy[1]!;
    const b2 = buy[2]!;
    let t = moment;
    let a = 0;
    let b = 0;
    let c = 0;
    while (t < length) {
      if ((t & nearMask) === 0) {
        if (a === 0) {
          a = this.limit(0, s0, b0);
          b = this.limit(1, s1, b1);
          c = this.limit(2, s2, b2);
        }
        if ((t & farMask) === 0) {
          const k = farAt + (t >> farBits) * 3;
          if (((a - v[k]!) & (b - v[k + 1]!) & (c - v[k + 2]!) & spare) === spare) {
            t += 1 << farBits;
            continue;
          }
        }
        const k = (t >> nearBits) * 3;
        if (((a - v[k]!) & (b - v[k + 1]!) & (c - v[k + 2]!) & spare) === spare) {
          t += nearSize;
          continue;
        }
      }
      const r = Math.imul(t, stride);
      if (rows[r + 1]! >= s0 || rows[r + 2]! <= b0 || rows[r + 5]! >= s1 || rows[r + 6]! <= b1 || rows[r + 9]! >= s2 || rows[r + 10]! <= b2)
        return t;
      t++;
    }
    return length;
  }
}

/** The same for any number of pairs. */
class ReachIndexOfAny extends ReachIndex {
  override next(moment: number, sell: Float64Array, buy: Float64Array): number {
    const { pairs, length, farAt } = this;
    let t = moment;
    while (t < length) {
      if ((t & farMask) === 0 && this.isCalm(farAt + (t >> farBits) * pairs, sell, buy)) t += 1 << farBits;
      else if ((t & nearMask) === 0 && this.isCalm((t >> nearBits) * pairs, sell, buy)) t += nearSize;
      else if (this.isReached(t, sell, buy)) return t;
      else t++;
    }
    return length;
  }

  private isCalm(at: number, sell: Float64Array, buy: Float64Array): boolean {
    let left = spare;
    for (let p = 0; p < this.pairs; p++) left &= this.limit(p, sell[p]!, buy[p]!) - this.values[at + p]!;
    return left === spare;
  }

  private isReached(moment: number, sell: Float64Array, buy: Float64Array): boolean {
    for (let p = 0; p < this.pairs; p++) {
      const at = moment * this.stride + 4 * p;
      if (this.rows[at + 1]! >= sell[p]! || this.rows[at + 2]! <= buy[p]!) return true;
    }
    return false;
  }
}

/** @param rows - a row for each moment, `stride` long, that begins with open, high, low, close of each pair */
export const reachIndex = (rows: Float64Array, stride: number, pairs: number): ReachIndex =>
  pairs === pairsWrittenOut ? new ReachIndex(rows, stride, pairs) : new ReachIndexOfAny(rows, stride, pairs);
