/**
 * Finds the next moment at which any order is reached, without looking at every candle.
 *
 * A pair's high and low, of each moment and of each 8 moments, become whole numbers of 15 bits, rounded outwards, and
 * both stand in one integer, each with a bit to spare. Taken from an order's two limits, with those bits set, a bit is
 * lost exactly where a limit may be passed: one subtraction for each pair says "neither is reached here". A month of
 * minutes of three pairs is half a megabyte of such numbers: it stays near the processor, which the prices do not. They
 * are looked at only where the numbers say that an order may be reached.
 *
 * Its fields are declared without being initialized (`declare`), and set once: so an engine can take them for constants,
 * which makes `next` half as fast again.
 */
/** Steps of a pair's span, from its lowest low to its highest high. */
const steps = 32_000;
/** Beyond every value of the index. */
export const never = 0x7ffe;
/** The spare bits. */
export const spareBits = 0x8000_8000 | 0;
/** Reaches every limit: stands behind the end, so that a search need not look whether it is there. */
const always = 0x7fff_7fff;
export const blockBits = 3;
const blockSize = 1 << blockBits;
/** What the bots of the console have, is written out. */
const pairsWrittenOut = 3;

/** A pair's numbers: how high in the upper half, how low in the lower one. */
interface Reached {
  readonly byMoment: Int32Array;
  readonly byBlock: Int32Array;
}

export class ReachIndex {
  /** Moments. */
  declare readonly length: number;
  declare protected readonly rows: Float64Array;
  declare protected readonly stride: number;
  declare readonly lowest: Float64Array;
  declare readonly highest: Float64Array;
  declare readonly scales: Float64Array;
  declare readonly reached: readonly Reached[];
  declare private readonly a: Reached;
  declare private readonly b: Reached;
  declare private readonly c: Reached;

  /** @param rows - a row for each moment, `stride` long, that begins with open, high, low, close of each pair */
  constructor(rows: Float64Array, stride: number, pairs: number) {
    this.rows = rows;
    this.stride = stride;
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
    this.reached = Array.from(this.lowest, (_, pair) => this.reachedOf(pair));
    this.a = this.reached[0]!;
    this.b = this.reached[1] ?? this.a;
    this.c = this.reached[2] ?? this.a;
  }

  private reachedOf(pair: number): Reached {
    const { rows, stride, length } = this;
    const blocks = (length >> blockBits) + 1;
    const byMoment = new Int32Array(blocks * blockSize).fill(always);
    const byBlock = new Int32Array(blocks);
    for (let t = 0; t < length; t++) {
      const at = t * stride + 4 * pair;
      byMoment[t] = ((this.above(pair, rows[at + 1]!) + 1) << 16) | (this.below(pair, rows[at + 2]!) + 1);
    }
    for (let t = 0; t < byMoment.length; t++) {
      const before = byBlock[t >> blockBits]!;
      const own = byMoment[t]!;
      byBlock[t >> blockBits] = (Math.max(before >> 16, own >> 16) << 16) | Math.max(before & 0xffff, own & 0xffff);
    }
    return { byMoment, byBlock };
  }

  /** How many whole steps a price is above the pair's lowest; rises with the price. */
  protected above(pair: number, price: number): number {
    return wholeSteps((price - this.lowest[pair]!) * this.scales[pair]!);
  }

  /** How many whole steps it is below the pair's highest; rises as the price falls. */
  protected below(pair: number, price: number): number {
    return wholeSteps((this.highest[pair]! - price) * this.scales[pair]!);
  }

  /** What is left of its spare bits says whether a moment or a block reaches an order of the pair. */
  limit(pair: number, sell: number, buy: number): number {
    return (this.above(pair, sell) << 16) | this.below(pair, buy) | spareBits;
  }

  /**
   * @param sell - by pair the price from which its sell is reached; Infinity for none. `buy` likewise, 0 for none
   * @returns the first moment from `moment` on at which an order is reached; the length where there is none
   */
  next(moment: number, sell: Float64Array, buy: Float64Array): number {
    const { rows, stride, length } = this;
    const { byMoment: a, byBlock: blockA } = this.a;
    const { byMoment: b, byBlock: blockB } = this.b;
    const { byMoment: c, byBlock: blockC } = this.c;
    const s0 = sell[0]!;
    const s1 = sell[1]!;
    const s2 = sell[2]!;
    const b0 = buy[0]!;
    const b1 = buy[1]!;
    const b2 = buy[2]!;
    const limitA = this.limit(0, s0, b0);
    const limitB = this.limit(1, s1, b1);
    const limitC = this.limit(2, s2, b2);
    let t = moment;
    for (;;) {
      let k = t >> blockBits;
      while (((limitA - blockA[k]!) & (limitB - blockB[k]!) & (limitC - blockC[k]!) & spareBits) === spareBits) k++;
      if (k << blockBits > t) t = k << blockBits;
      const end = (k + 1) << blockBits;
      while (t < end && ((limitA - a[t]!) & (limitB - b[t]!) & (limitC - c[t]!) & spareBits) === spareBits) t++;
      if (t >= length) return length;
      if (t === end) continue;
      const r = Math.imul(t, stride);
      if (rows[r + 1]! >= s0 || rows[r + 2]! <= b0 || rows[r + 5]! >= s1 || rows[r + 6]! <= b1 || rows[r + 9]! >= s2 || rows[r + 10]! <= b2)
        return t;
      t++;
    }
  }
}

const wholeSteps = (steps: number): number => Math.min(Math.max(steps, 0), never) | 0;

/** The same for any number of pairs. */
class ReachIndexOfAny extends ReachIndex {
  override next(moment: number, sell: Float64Array, buy: Float64Array): number {
    let t = moment;
    while (t < this.length) {
      if ((t & (blockSize - 1)) === 0 && this.isCalm(t >> blockBits, sell, buy)) t += blockSize;
      else if (this.isReached(t, sell, buy)) return t;
      else t++;
    }
    return this.length;
  }

  private isCalm(block: number, sell: Float64Array, buy: Float64Array): boolean {
    let left = spareBits;
    for (let p = 0; p < this.reached.length; p++) left &= this.limit(p, sell[p]!, buy[p]!) - this.reached[p]!.byBlock[block]!;
    return left === spareBits;
  }

  private isReached(moment: number, sell: Float64Array, buy: Float64Array): boolean {
    for (let p = 0; p < this.reached.length; p++) {
      const at = moment * this.stride + 4 * p;
      if (this.rows[at + 1]! >= sell[p]! || this.rows[at + 2]! <= buy[p]!) return true;
    }
    return false;
  }
}

/** @param rows - a row for each moment, `stride` long, that begins with open, high, low, close of each pair */
export const reachIndex = (rows: Float64Array, stride: number, pairs: number): ReachIndex =>
  pairs === pairsWrittenOut ? new ReachIndex(rows, stride, pairs) : new ReachIndexOfAny(rows, stride, pairs);
