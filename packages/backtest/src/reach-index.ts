/**
 * Finds the next moment at which any order may be reached, without looking at every candle.
 *
 * Each candle's high and low become whole numbers, rounded outwards, so that one bitwise test over all pairs says
 * "none is reached here"; and the extremes of 8 and of 64 moments are kept as well, so that calm stretches are passed
 * in one step each. It may stop at a moment where an order is only nearly reached (by less than a billionth of the
 * price); it never passes one by that reaches an order. Whoever uses it compares the exact prices then.
 *
 * Its fields are declared without being initialized (`declare`), and set once: so an engine can take them for constants,
 * which makes `next` half as fast again.
 */
const topValue = 2 ** 29;
/** Beyond every value of the index. */
const never = 2 ** 30;
const nearBits = 3;
const farBits = 6;
const nearMask = (1 << nearBits) - 1;
const farMask = (1 << farBits) - 1;
/** Up to three pairs, what a bot of the console has, are tested written out; they all take the room of three. */
const fewPairs = 3;

export class ReachIndex {
  /** Moments. */
  declare readonly length: number;
  declare protected readonly width: number;
  declare protected readonly scales: Float64Array;
  /** Two for each pair, how high and (negative) how low: of every moment, then of 8 each, then of 64 each. */
  declare protected readonly values: Int32Array;
  declare protected readonly nearAt: number;
  declare protected readonly farAt: number;

  /** @param rows - a row for each moment, `stride` long, that begins with open, high, low, close of each pair */
  constructor(rows: Float64Array, stride: number, pairs: number) {
    this.length = rows.length / stride;
    this.width = 2 * Math.max(fewPairs, pairs);
    this.scales = scalesOf(rows, stride, pairs);
    this.nearAt = this.length * this.width;
    this.farAt = this.nearAt + Math.ceil(this.length / (1 << nearBits)) * this.width;
    this.values = new Int32Array(this.farAt + Math.ceil(this.length / (1 << farBits)) * this.width).fill(-never);
    for (let t = 0; t < this.length; t++) {
      for (let p = 0; p < pairs; p++) {
        const high = Math.ceil(rows[t * stride + 4 * p + 1]! * this.scales[p]!);
        const low = -Math.floor(rows[t * stride + 4 * p + 2]! * this.scales[p]!);
        this.take(t * this.width + 2 * p, high, low);
        this.take(this.nearAt + (t >> nearBits) * this.width + 2 * p, high, low);
        this.take(this.farAt + (t >> farBits) * this.width + 2 * p, high, low);
      }
    }
  }

  private take(at: number, high: number, low: number): void {
    if (high > this.values[at]!) this.values[at] = high;
    if (low > this.values[at + 1]!) this.values[at + 1] = low;
  }

  /** Room for the limits that {@link next} compares with. */
  makeLimits(): Int32Array {
    return new Int32Array(this.width).fill(never);
  }

  /** @param sell - by pair the price from which its sell is reached; Infinity for none. `buy` likewise, 0 for none */
  setLimits(limits: Int32Array, sell: Float64Array, buy: Float64Array): void {
    const { scales } = this;
    for (let p = 0; p < scales.length; p++) {
      const scale = scales[p]!;
      // Whole numbers by cutting off: one more away keeps the limit on the near side.
      limits[2 * p] = Math.min(sell[p]! * scale, never) - 1;
      limits[2 * p + 1] = Math.max(-buy[p]! * scale, -never) - 2;
    }
  }

  /** @returns the first moment from `moment` on at which an order may be reached; the length where there is none */
  next(moment: number, limits: Int32Array): number {
    const { values: v, length, nearAt, farAt } = this;
    const a = limits[0]!;
    const b = limits[1]!;
    const c = limits[2]!;
    const d = limits[3]!;
    const e = limits[4]!;
    const f = limits[5]!;
    let t = moment;
    // A difference below 0, so a sign bit in the union of all, says that a limit is passed.
    while (t < length) {
      if ((t & nearMask) === 0) {
        if ((t & farMask) === 0) {
          const k = farAt + (t >> farBits) * 6;
          if (((a - v[k]!) | (b - v[k + 1]!) | (c - v[k + 2]!) | (d - v[k + 3]!) | (e - v[k + 4]!) | (f - v[k + 5]!)) >= 0) {
            t += 1 << farBits;
            continue;
          }
        }
        const k = nearAt + (t >> nearBits) * 6;
        if (((a - v[k]!) | (b - v[k + 1]!) | (c - v[k + 2]!) | (d - v[k + 3]!) | (e - v[k + 4]!) | (f - v[k + 5]!)) >= 0) {
          t += 1 << nearBits;
          continue;
        }
      }
      const k = t * 6;
      if (((a - v[k]!) | (b - v[k + 1]!) | (c - v[k + 2]!) | (d - v[k + 3]!) | (e - v[k + 4]!) | (f - v[k + 5]!)) < 0) return t;
      t++;
    }
    return length;
  }
}

/** The same for any number of pairs. */
class ReachIndexOfMany extends ReachIndex {
  override next(moment: number, limits: Int32Array): number {
    const { width, length, nearAt, farAt } = this;
    let t = moment;
    while (t < length) {
      if ((t & farMask) === 0 && !this.isPassed(farAt + (t >> farBits) * width, limits)) t += 1 << farBits;
      else if ((t & nearMask) === 0 && !this.isPassed(nearAt + (t >> nearBits) * width, limits)) t += 1 << nearBits;
      else if (this.isPassed(t * width, limits)) return t;
      else t++;
    }
    return length;
  }

  private isPassed(at: number, limits: Int32Array): boolean {
    let union = 0;
    for (let j = 0; j < limits.length; j++) union |= limits[j]! - this.values[at + j]!;
    return union < 0;
  }
}

/** @param rows - a row for each moment, `stride` long, that begins with open, high, low, close of each pair */
export const reachIndex = (rows: Float64Array, stride: number, pairs: number): ReachIndex =>
  pairs > fewPairs ? new ReachIndexOfMany(rows, stride, pairs) : new ReachIndex(rows, stride, pairs);

/** Factors that bring each pair's highest price to the top. */
function scalesOf(rows: Float64Array, stride: number, pairs: number): Float64Array {
  const highest = new Float64Array(pairs);
  for (let row = 0; row < rows.length; row += stride) {
    for (let p = 0; p < pairs; p++) highest[p] = Math.max(highest[p]!, rows[row + 4 * p + 1]!);
  }
  return highest.map((price) => topValue / price);
}
