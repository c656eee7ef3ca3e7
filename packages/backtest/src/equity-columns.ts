import type { CheckedPlan } from './backtest-plan.ts';
import type { CandleMarket } from './candle-market.ts';
import type { RecordColumns } from './record-columns.ts';
import type { TradeColumns } from './trade-columns.ts';

/** Worth and balances at every close. */
export interface EquityColumns {
  /** Closes, epoch milliseconds. */
  readonly at: Float64Array;
  /** In the currency of worth. */
  readonly worth: Float64Array;
  /** What the balances of the start are worth then. */
  readonly holding: Float64Array;
  /** Σ ln(G after / G before) so far: the profit of balancing. */
  readonly growth: Float64Array;
  /** By moment, by currency. */
  readonly balances: Float64Array;
}

export function equityColumns(
  market: CandleMarket,
  plan: CheckedPlan,
  { trades, records }: { trades: TradeColumns; records: RecordColumns },
): EquityColumns {
  const { values, intervalMs } = market;
  const count = market.currencies.length;
  const moments = market.at.length;
  const worth = new Float64Array(moments);
  const holding = new Float64Array(moments);
  const growth = new Float64Array(moments);
  const balances = new Float64Array(moments * count);
  const start = Float64Array.from(plan.balances, Number);
  const held = Float64Array.from(start);
  let trade = 0;
  let grown = 0;
  for (let t = 0; t < moments; t++) {
    const first = trade;
    while (trade < trades.length && trades.moments[trade]! === t) trade++;
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
      balances[t * count + c] = held[c]!;
    }
    worth[t] = worthNow;
    holding[t] = holdingNow;
    growth[t] = grown;
  }
  return { at: market.at.map((time) => time + intervalMs), worth, holding, growth, balances };
}
