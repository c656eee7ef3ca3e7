/**
 * Follows worth at the closes from one moment to another while balances stay as they are. `marks` are the highest worth
 * so far and the lowest as a share of the highest before it; they are brought up to date.
 *
 * Blocks in which, by the highest and lowest value of each currency, nothing new can happen are passed over.
 *
 * @returns the first moment whose close leaves a currency worth less than `leastWorth`; `end` where there is none
 */
export type WorthScan = (from: number, end: number, held: Float64Array, marks: Float64Array, leastWorth: number) => number;

/** Moments in a block of extremes. */
export const blockBits = 3;
export const blockSize = 1 << blockBits;

/** @param values - by moment, by currency: what one unit is worth at the close */
export function worthScanOf(values: Float64Array, extremes: Float64Array, count: number): WorthScan {
  const sum = count === 3 ? sumOfThree : sumOfAny;

  /** Whether some currency is worth less than that, at one moment or, by lowest values, in one block. */
  function isAnyUnder(least: number, held: Float64Array, [prices, at]: readonly [Float64Array, number]): boolean {
    if (least === 0) return false;
    for (let c = 0; c < count; c++) if (held[c]! * prices[at + c]! < least) return true;
    return false;
  }

  const isBlock = (moment: number, end: number): boolean => (moment & (blockSize - 1)) === 0 && moment + blockSize <= end;

  return function scanWorth(from, end, held, marks, leastWorth) {
    let highest = marks[0]!;
    let lowestShare = marks[1]!;
    let moment = from;
    while (moment < end) {
      if (isBlock(moment, end)) {
        const at = (moment >> blockBits) * 2 * count;
        const isUneventful = sum(held, extremes, at) <= highest && sum(held, extremes, at + count) >= highest * lowestShare;
        if (isUneventful && !isAnyUnder(leastWorth, held, [extremes, at + count])) {
          moment += blockSize;
          continue;
        }
      }
      const worth = sum(held, values, moment * count);
      if (worth > highest) highest = worth;
      else if (worth < highest * lowestShare) lowestShare = worth / highest;
      if (isAnyUnder(leastWorth, held, [values, moment * count])) break;
      moment++;
    }
    marks[0] = highest;
    marks[1] = lowestShare;
    return moment;
  };
}

function sumOfThree(held: Float64Array, prices: Float64Array, at: number): number {
  return held[0]! * prices[at]! + held[1]! * prices[at + 1]! + held[2]! * prices[at + 2]!;
}

function sumOfAny(held: Float64Array, prices: Float64Array, at: number): number {
  let sum = 0;
  for (let c = 0; c < held.length; c++) sum += held[c]! * prices[at + c]!;
  return sum;
}

/** By block: the highest value of each currency, then the lowest of each. */
export function extremesOf(values: Float64Array, count: number): Float64Array {
  const moments = values.length / count;
  const extremes = new Float64Array(2 * count * Math.ceil(moments / blockSize));
  for (let t = 0; t < moments; t++) {
    const isFirst = (t & (blockSize - 1)) === 0;
    const at = (t >> blockBits) * 2 * count;
    for (let c = 0; c < count; c++) {
      const value = values[t * count + c]!;
      extremes[at + c] = isFirst ? value : Math.max(extremes[at + c]!, value);
      extremes[at + count + c] = isFirst ? value : Math.min(extremes[at + count + c]!, value);
    }
  }
  return extremes;
}
