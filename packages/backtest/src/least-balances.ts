import type { CheckedPlan } from './backtest-plan.ts';
import type { CandleMarket } from './candle-market.ts';

/**
 * By currency the balance under which an order would be too small for the exchange; 0 where minimums are off.
 *
 * Without a grid a pair's smaller order is its sell, base·delta/(1 + u) of base, and both are worth counter·delta. So
 * the minimums of orders are minimums of balances.
 */
export function leastBalances(
  market: CandleMarket,
  { delta, rules, minimums }: Pick<CheckedPlan, 'delta' | 'rules' | 'minimums'>,
): Float64Array {
  const least = new Float64Array(market.currencies.length);
  if (!minimums || rules === null) return least;
  rules.forEach(({ minimumAmount, minimumNotional }, p) => {
    const base = market.bases[p]!;
    const counter = market.counters[p]!;
    least[base] = Math.max(least[base]!, (Number(minimumAmount) * (1 + 2 * delta)) / delta);
    least[counter] = Math.max(least[counter]!, Number(minimumNotional) / delta);
  });
  return least;
}
