import type { CheckedPlan } from './backtest-plan.ts';
import type { CandleMarket } from './candle-market.ts';
import type { TradeTape } from './trade-tape.ts';

/** The trades of a run, a column each, in the order in which they happened. */
export interface TradeColumns {
  readonly length: number;
  /** Of the few that made the balances even, by their place: the market's price when their order was placed. */
  readonly evening: ReadonlyMap<number, number>;
  /** Moment of the market. */
  readonly moments: Int32Array;
  /**
   * Epoch milliseconds: each pair's four trades have their own stretch of the candle's interval, one pair after the
   * other, as in a replay.
   */
  readonly at: Float64Array;
  /** 2 · pair for its sell, 2 · pair + 1 for its buy. */
  readonly slots: Uint8Array;
  /** Counter per base. On a grid the double nearest to the exact price; see `contractRecords` for exact ones. */
  readonly prices: Float64Array;
  /** In base. */
  readonly amounts: Float64Array;
  /** The same on a grid, exactly: ticks and lots. Null without a grid. */
  readonly steps: { readonly ticks: Float64Array; readonly lots: Float64Array } | null;
}

export function tradeColumns(market: CandleMarket, plan: CheckedPlan, tape: TradeTape): TradeColumns {
  const { length, evening } = tape;
  const moments = tape.moments.subarray(0, length);
  const slots = tape.slots.subarray(0, length);
  const points = tape.points.subarray(0, length);
  const at = new Float64Array(length);
  const inMoment = 4 * market.pairs.length;
  for (let i = 0; i < length; i++) at[i] = market.at[moments[i]!]! + (market.intervalMs * (4 * (slots[i]! >> 1) + points[i]!)) / inMoment;
  const prices = tape.prices.subarray(0, length);
  const amounts = tape.amounts.subarray(0, length);
  if (!plan.grid || plan.rules === null) return { length, evening, moments, at, slots, prices, amounts, steps: null };
  const tick = plan.rules.map((rule) => stepOf(rule.tickSize));
  const lot = plan.rules.map((rule) => stepOf(rule.lotSize));
  return {
    length,
    evening,
    moments,
    at,
    slots,
    prices: inSteps(prices, slots, tick),
    amounts: inSteps(amounts, slots, lot),
    steps: { ticks: prices, lots: amounts },
  };
}

/** A step as a quotient of whole numbers: counts of it then come out as the nearest doubles. */
interface Step {
  readonly numerator: number;
  readonly denominator: number;
}

function stepOf(value: string): Step {
  const [whole = '0', fraction = ''] = value.split('.');
  return { numerator: Number(whole + fraction), denominator: 10 ** fraction.length };
}

function inSteps(counts: Float64Array, slots: Uint8Array, steps: readonly Step[]): Float64Array {
  const numerators = Float64Array.from(steps, (step) => step.numerator);
  const denominators = Float64Array.from(steps, (step) => step.denominator);
  const values = new Float64Array(counts.length);
  for (let i = 0; i < counts.length; i++) {
    const pair = slots[i]! >> 1;
    values[i] = (counts[i]! * numerators[pair]!) / denominators[pair]!;
  }
  return values;
}
