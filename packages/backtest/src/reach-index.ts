/**
 * Finds the next moment at which any order may be reached, without looking at every candle.
 *
 * Each candle's high and low become whole numbers, rounded outwards, so that one bitwise test over all pairs says
 * "none is reached here"; and the extremes of 8 and of 64 moments are kept as well, so that calm stretches are passed
 * in one step each. It may stop at a moment where an order is only nearly reached (by less than a billionth of the
 * price); it never passes one by that reaches an order. Whoever uses it compares the exact prices then.
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
  readonly length: number;
  /** Two for each pair: how high, and (negative) how low. */
  readonly #width: number;
  readonly #scales: Float64Array;
  /** Of every moment; from `#nearAt` on of 8 moments each; from `#farAt` on of 64. */
  readonly #values: Int32Array;
  readonly #nearAt: number;
  readonly #farAt: number;

  /** @param rows - a row for each moment, `stride` long, that begins with open, high, low, close of each pair */
  constructor(rows: Float64Array, stride: number, pairs: number) {
    this.length = rows.length / stride;
    this.#width = 2 * Math.max(fewPairs, pairs);
    this.#scales = scalesOf(rows, stride, pairs);
    this.#nearAt = this.length * this.#width;
    this.#farAt = this.#nearAt + Math.ceil(this.length / (1 << nearBits)) * this.#width;
    this.#values = new Int32Array(this.#farAt + Math.ceil(this.length / (1 << farBits)) * this.#width).fill(-never);
    for (let t = 0; t < this.length; t++) this.#take(t, rows, t * stride);
  }

  #take(moment: number, rows: Float64Array, row: number): void {
    const values = this.#values;
    const each = moment * this.#width;
    const near = this.#nearAt + (moment >> nearBits) * this.#width;
    const far = this.#farAt + (moment >> farBits) * this.#width;
    for (let p = 0; p < this.#scales.length; p++) {
      const high = Math.ceil(rows[row + 4 * p + 1]! * this.#scales[p]!);
      const low = -Math.floor(rows[row + 4 * p + 2]! * this.#scales[p]!);
      values[each + 2 * p] = high;
      values[each + 2 * p + 1] = low;
      if (high > values[near + 2 * p]!) values[near + 2 * p] = high;
      if (low > values[near + 2 * p + 1]!) values[near + 2 * p + 1] = low;
      if (high > values[far + 2 * p]!) values[far + 2 * p] = high;
      if (low > values[far + 2 * p + 1]!) values[far + 2 * p + 1] = low;
    }
  }

  /** Room for the limits that {@link next} compares with. */
  makeLimits(): Int32Array {
    return new Int32Array(this.#width).fill(never);
  }

  /** @param sell - by pair the price from which its sell is reached; Infinity for none. `buy` likewise, 0 for none */
  setLimits(limits: Int32Array, sell: Float64Array, buy: Float64Array): void {
    const scales = this.#scales;
    for (let p = 0; p < scales.length; p++) {
      const scale = scales[p]!;
      // Whole numbers by cutting off: one more away keeps the limit on the near side.
      limits[2 * p] = Math.min(sell[p]! * scale, never) - 1;
      limits[2 * p + 1] = Math.max(-buy[p]! * scale, -never) - 2;
    }
  }

  /** @returns the first moment from `moment` on at which an order may be reached; the length where there is none */
  next(moment: number, limits: Int32Array): number {
    if (this.#width > 2 * fewPairs) return this.#nextOfMany(moment, limits);
    const values = this.#values;
    const length = this.length;
    const nearAt = this.#nearAt;
    const farAt = this.#farAt;
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
          const at = farAt + (t >> farBits) * 6;
          if (
            ((a - values[at]!) |
              (b - values[at + 1]!) |
              (c - values[at + 2]!) |
              (d - values[at + 3]!) |
              (e - values[at + 4]!) |
              (f - values[at + 5]!)) >=
            0
          ) {
            t += 1 << farBits;
            continue;
          }
        }
        const at = nearAt + (t >> nearBits) * 6;
        if (
          ((a - values[at]!) |
            (b - values[at + 1]!) |
            (c - values[at + 2]!) |
            (d - values[at + 3]!) |
            (e - values[at + 4]!) |
            (f - values[at + 5]!)) >=
          0
        ) {
          t += 1 << nearBits;
          continue;
        }
      }
      const at = t * 6;
      if (
        ((a - values[at]!) |
          (b - values[at + 1]!) |
          (c - values[at + 2]!) |
          (d - values[at + 3]!) |
          (e - values[at + 4]!) |
          (f - values[at + 5]!)) <
        0
      )
        return t;
      t++;
    }
    return length;
  }

  #nextOfMany(moment: number, limits: Int32Array): number {
    const width = this.#width;
    let t = moment;
    while (t < this.length) {
      if ((t & farMask) === 0 && !this.#isPassed(this.#farAt + (t >> farBits) * width, limits)) t += 1 << farBits;
      else if ((t & nearMask) === 0 && !this.#isPassed(this.#nearAt + (t >> nearBits) * width, limits)) t += 1 << nearBits;
      else if (this.#isPassed(t * width, limits)) return t;
      else t++;
    }
    return this.length;
  }

  #isPassed(at: number, limits: Int32Array): boolean {
    let passed = 0;
    for (let j = 0; j < limits.length; j++) passed |= limits[j]! - this.#values[at + j]!;
    return passed < 0;
  }
}

/** Factors that bring each pair's highest price to the top. */
function scalesOf(rows: Float64Array, stride: number, pairs: number): Float64Array {
  const highest = new Float64Array(pairs);
  for (let row = 0; row < rows.length; row += stride) {
    for (let p = 0; p < pairs; p++) highest[p] = Math.max(highest[p]!, rows[row + 4 * p + 1]!);
  }
  return highest.map((price) => topValue / price);
}
