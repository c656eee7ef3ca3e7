import type { Exchange } from '@tenbin/db';
import { intervalMsOf, type MarketRules, type PairName } from '@tenbin/market';
import type { CandleService } from '../candles/candle-service.ts';
import type { BacktestJob } from './backtest-job.ts';
import { loadSeries, type SeriesQuery } from './load-series.ts';
import { requiredSeries } from './required-series.ts';

export interface JobQuery extends SeriesQuery, Pick<BacktestJob, 'balances' | 'delta' | 'fee' | 'mode'> {
  /** What the exchange offers: for its rules, and for the pairs from which those that it lacks are derived. */
  readonly offered: ReadonlyMap<PairName, MarketRules>;
}

/**
 * A back-test of some pairs, with the candles that it needs. It keeps to the exchange's rules where the exchange offers
 * all of its pairs.
 *
 * @throws as `requiredSeries` and `loadSeries`
 */
export async function loadJob(
  exchange: Exchange,
  { balances, delta, fee, mode, offered, pairs, ...period }: JobQuery,
  candles: CandleService,
): Promise<BacktestJob> {
  const { series, start, end, interval } = await loadSeries(exchange, { ...period, pairs: requiredSeries(pairs, offered.keys()) }, candles);
  const rules = pairs.flatMap((pair) => offered.get(pair) ?? []);
  return {
    series,
    pairs,
    interval,
    intervalMs: intervalMsOf(interval),
    start,
    end,
    balances,
    delta,
    fee,
    mode,
    rules: rules.length === pairs.length ? rules : null,
    timeScale: exchange.timeScale,
  };
}
