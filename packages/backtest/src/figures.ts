import type { Balances, Bps, Facts } from '@tenbin/market';
import { annualRate, bpsOfGrowth, type CheckCode, checkExchangeMinimum, growthOfAmounts, wantedOrders } from '@tenbin/strategy';
import type { CheckedPlan } from './backtest-plan.ts';
import { type CandleMarket, openingValues } from './candle-market.ts';
import type { Walk } from './walk-market.ts';

/** What a run comes to. Worths, volume and fees in `worthIn`. */
export interface Figures {
  /** First opening and last close, epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  /** Candles walked through, all pairs together. */
  readonly pairCandles: number;
  readonly worthIn: string;
  /** Profit of balancing: growth of the geometric mean, less what made the balances even. */
  readonly basisPoints: Bps;
  /** Percent; null without a fill or under 24 hours. */
  readonly annualRate: number | null;
  readonly executions: number;
  readonly executionsPerDay: number;
  readonly volume: number;
  readonly fees: number;
  /** Volume as a multiple of the worth at the start. */
  readonly turnover: number;
  readonly startWorth: number;
  readonly endWorth: number;
  /** What the balances of the start would be worth at the end. */
  readonly holdingWorth: number;
  /** endWorth / holdingWorth − 1. */
  readonly againstHolding: number;
  /** Max drawdown of the value, as a fraction, at closes. */
  readonly largestDrawdown: number;
  /** Fills in whose candle their pair filled on the other side too: results that rest on the path taken inside a candle. */
  readonly sharedCandleFills: number;
  /** As a share of all fills; 0 without any. */
  readonly sharedCandleShare: number;
  readonly balances: Balances;
  /** Why and when the bot would have stopped; null where it ran to the end. */
  readonly stop: BacktestStop | null;
}

export interface BacktestStop {
  readonly code: CheckCode;
  readonly facts: Facts;
  /** Close of the candle, epoch milliseconds. */
  readonly at: number;
}

const dayMs = 86_400_000;

export interface FiguresQuery {
  readonly walk: Walk;
  readonly balances: readonly string[];
  readonly largestDrawdown: number;
}

export function figuresOf(market: CandleMarket, plan: CheckedPlan, { walk, balances: ended, largestDrawdown }: FiguresQuery): Figures {
  const { at, intervalMs, values, currencies } = market;
  const last = at.length - 1;
  const from = at[0]!;
  const to = at[last]! + intervalMs;
  const balances = toBalances(market, ended);
  const opening = openingValues(market);
  const closing = values.subarray(last * currencies.length);
  const worth = (held: readonly string[], prices: Float64Array) => held.reduce((sum, one, c) => sum + Number(one) * prices[c]!, 0);
  const startWorth = worth(plan.balances, opening);
  const holdingWorth = worth(plan.balances, closing);
  const endWorth = worth(ended, closing);
  const volume = walk.volumes.reduce((sum, one) => sum + one, 0);
  const grown = walk.executions === 0 ? 0 : growthOfAmounts(plan.balances, ended) - walk.evened;
  const endedAt = walk.refusedAt === null ? to : at[walk.refusedAt]! + intervalMs;
  return {
    from,
    to,
    pairCandles: at.length * market.pairs.length,
    worthIn: market.worthIn,
    basisPoints: bpsOfGrowth(grown),
    annualRate: annualRate({ growth: walk.executions === 0 ? null : grown, runningMs: endedAt - from }),
    executions: walk.executions,
    executionsPerDay: (walk.executions * dayMs) / (endedAt - from),
    volume,
    fees: walk.volumes.reduce((sum, one, p) => sum + one * plan.fees[p]!, 0),
    turnover: volume / startWorth,
    startWorth,
    endWorth,
    holdingWorth,
    againstHolding: endWorth / holdingWorth - 1,
    largestDrawdown,
    sharedCandleFills: walk.sharedCandleFills,
    sharedCandleShare: walk.executions === 0 ? 0 : walk.sharedCandleFills / walk.executions,
    balances,
    stop: walk.refusedAt === null ? null : { at: endedAt, ...reasonOf(market, plan, balances) },
  };
}

export const toBalances = (market: CandleMarket, amounts: readonly string[]): Balances =>
  Object.fromEntries(market.currencies.map((currency, c) => [currency, amounts[c]!]));

/** The rule that the balances at the stop break, with its facts. */
function reasonOf(market: CandleMarket, { delta, rules }: CheckedPlan, balances: Balances): Omit<BacktestStop, 'at'> {
  const byPair = new Map((rules ?? []).map((rule) => [rule.pair, rule]));
  const result = checkExchangeMinimum(wantedOrders({ balances, pairs: market.pairs, delta, rules: byPair }), byPair);
  return result.ok ? { code: 'valueTooSmall', facts: { minimum: '5', unit: 'USD' } } : { code: result.code, facts: result.facts };
}
