import type { CheckedPlan } from './backtest-plan.ts';
import type { CandleMarket } from './candle-market.ts';
import { evenStepsOf } from './even-steps.ts';
import { OddCandle } from './odd-candle.ts';
import type { WorthWatch } from './worth-watch.ts';

/** A run of the free path under way. */
export interface FreeRun {
  readonly delta: number;
  /** By currency. */
  readonly held: Float64Array;
  /** By pair, 1 less the fee. */
  readonly kept: Float64Array;
  /** See `evenStepsOf`. */
  readonly steps: Float64Array;
  /** By pair, see `Walk`. */
  readonly volumes: Float64Array;
  readonly odd: OddCandle;
  readonly watch: WorthWatch;
  /** The first one that is not walked yet. */
  moment: number;
  /** These two without the odd candles' own. */
  executions: number;
  sharedCandleFills: number;
}

export function freeRunOf(market: CandleMarket, plan: CheckedPlan, watch: WorthWatch): FreeRun {
  const { delta, balances, fees } = plan;
  const held = Float64Array.from(balances, Number);
  const kept = Float64Array.from(fees, (fee) => 1 - fee);
  const steps = evenStepsOf(market, delta, kept);
  const volumes = new Float64Array(fees.length);
  const odd = new OddCandle(market, plan, { delta, held, kept, volumes });
  return { delta, held, kept, steps, volumes, odd, watch, moment: 0, executions: 0, sharedCandleFills: 0 };
}
