/** Candles that are missing between two that are there. */
export interface CandleGap {
  /** Opening time of the last candle before the gap, epoch milliseconds. */
  readonly after: number;
  readonly missing: number;
}

/** @param at - opening times on the interval's grid, increasing */
export function candleGaps(at: Float64Array, intervalMs: number): CandleGap[] {
  const gaps: CandleGap[] = [];
  for (let row = 1; row < at.length; row++) {
    const step = at[row]! - at[row - 1]!;
    if (step > intervalMs) gaps.push({ after: at[row - 1]!, missing: Math.round(step / intervalMs) - 1 });
  }
  return gaps;
}
