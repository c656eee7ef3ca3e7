import { deltaOfWidth } from '@tenbin/strategy';
import type { BacktestPlan } from './backtest-plan.ts';
import type { CandleMarket } from './candle-market.ts';
import type { Figures } from './figures.ts';
import { runSummary } from './run-backtest.ts';

/** One width's result; see the figure `sharedCandleShare` for how far it rests on paths inside candles. */
export interface WidthResult {
  /** Percent. */
  readonly width: number;
  readonly figures: Figures;
}

/**
 * The figures of one plan at many widths.
 *
 * @param widths - percent
 * @throws {DomainError} as `runSummary`, of the first width that is refused
 */
export function sweepWidths(market: CandleMarket, plan: Omit<BacktestPlan, 'delta'>, widths: Iterable<number>): WidthResult[] {
  return Array.from(widths, (width) => ({ width, figures: runSummary(market, { ...plan, delta: deltaOfWidth(width) }) }));
}

/** @returns `count` widths from the first to the last, evenly apart in percent */
export function widthsBetween(first: number, last: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => Number((first + ((last - first) * i) / Math.max(1, count - 1)).toPrecision(10)));
}
