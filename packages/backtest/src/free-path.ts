import type { CheckedPlan } from './backtest-plan.ts';
import type { CandleMarket } from './candle-market.ts';
import { freeLoopOf } from './free-loop.ts';
import { freeRunOf } from './free-run.ts';
import type { Walk } from './walk-market.ts';
import type { WorthWatch } from './worth-watch.ts';

export interface FreeWalk extends Walk {
  /** By currency, at the end. */
  readonly held: Float64Array;
}

/** Runs one plan; one without grid, minimums and tape. */
export type FreePath = (plan: CheckedPlan, watch: WorthWatch) => FreeWalk;

/** @returns null for other than three pairs of three currencies */
export function freePathOf(market: CandleMarket): FreePath | null {
  if (market.pairs.length !== 3 || market.currencies.length !== 3) return null;
  const { length } = market.reach;
  const walkOn = freeLoopOf(market);
  return function walk(plan, watch) {
    const run = freeRunOf(market, plan, watch);
    while (run.moment < length) walkOn(run);
    const { odd, volumes, held } = run;
    const { evened } = odd;
    const executions = run.executions + odd.executions;
    const sharedCandleFills = run.sharedCandleFills + odd.sharedCandleFills;
    return { executions, sharedCandleFills, volumes, held, evened, refusedAt: null };
  };
}
