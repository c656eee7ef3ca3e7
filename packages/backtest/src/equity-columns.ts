import type { CheckedPlan } from './backtest-plan.ts';
import type { CandleMarket } from './candle-market.ts';
import type { RecordColumns } from './record-columns.ts';
import type { TradeColumns } from './trade-columns.ts';

/** Worth and balances at closes: at every one, or at some of them, evenly spread. */
export interface EquityColumns {
  /** Closes, epoch milliseconds. */
  readonly at: Float64Array;
  /** In the currency of worth. */
  readonly worth: Float64Array;
  /** What the balances of the start are worth then. */
  readonly holding: Float64Array;
  /** Σ ln(G after / G before) so far: the profit of balancing. */
  readonly growth: Float64Array;
  /** By close, by currency. */
  readonly balances: Float64Array;
}

interface EquityQuery {
  readonly trades: TradeColumns;
  readonly records: RecordColumns;
  /** How many closes; the last one is among them. */
  readonly closes: number;
}

export function equityColumns(market: CandleMarket, plan: CheckedPlan, { trades, records, closes }: EquityQuery): EquityColumns {
  const { values, intervalMs } = market;
  const count = market.currencies.length;
  const moments = market.at.length;
  const at = new Float64Array(closes);
  const worth = new Float64Array(closes);
  const holding = new Float64Array(closes);
  const growth = new Float64Array(closes);
  const balances = new Float64Array(closes * count);
  const start = Float64Array.from(plan.balances, Number);
  const held = Float64Array.from(start);
  let trade = 0;
  let grown = 0;
  for (let close = 0; close < closes; close++) {
    const t = Math.ceil(((close + 1) * moments) / closes) - 1;
    const first = trade;
    while (trade < trades.length && trades.moments[trade]! <= t) trade++;
    if (trade > first) {
      for (let c = 0; c < count; c++) held[c] = records.balances[(trade - 1) * count + c]!;
      grown = records.growths[trade - 1]!;
    }
    let worthNow = 0;
    let holdingNow = 0;
    for (let c = 0; c < count; c++) {
      const value = values[t * count + c]!;
      worthNow += held[c]! * value;
      holdingNow += start[c]! * value;
      balances[close * count + c] = held[c]!;
    }
    at[close] = market.at[t]! + intervalMs;
    worth[close] = worthNow;
    holding[close] = holdingNow;
    growth[close] = grown;
  }
  return { at, worth, holding, growth, balances };
}
