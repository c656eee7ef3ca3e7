import {
  type Backtest,
  type CandleMarket,
  candleMarket,
  contractRecords,
  evenBalances,
  joinCandles,
  openCandleBlocks,
  runBacktest,
} from '@tenbin/backtest';
import type { Backtest as BacktestReply, BacktestTrade, EquityPoint } from '@tenbin/contract';
import { annualRate, bpsOfGrowth } from '@tenbin/strategy';
import type { BacktestJob } from './backtest-job.ts';

export type BacktestResult = Omit<BacktestReply, 'exchange'>;

const tradesShown = 1000;
/** Their records take a hundred megabytes: more is not to be had by asking. */
const maxTrades = 1_000_000;
const maxPoints = 500;
const maxGaps = 100;

/**
 * Computes a back-test. Takes as long as it takes: it runs in a thread of its own.
 *
 * @throws {DomainError} of the market and of the plan
 */
export async function computeBacktest(job: BacktestJob): Promise<BacktestResult> {
  const { pairs, interval, intervalMs, start, end, delta, mode, fee, rules, balances } = job;
  const series = await Promise.all(
    job.series.map(async ({ pair, blocks }) => joinCandles(await openCandleBlocks(blocks), { pair, intervalMs })),
  );
  const market = candleMarket(series, { pairs, from: start, to: end - 1 });
  const plan = {
    balances: typeof balances === 'number' ? evenBalances(market, balances) : balances,
    delta,
    mode,
    rules: rules && new Map(rules.map((rule) => [rule.pair, rule])),
    ...(fee === null ? {} : { fee }),
  };
  const backtest = runBacktest(market, plan, { maxTrades });
  const { figures } = backtest;
  return {
    pairs: [...pairs],
    interval,
    mode,
    delta,
    from: isoTime(figures.from),
    to: isoTime(figures.to),
    figures: figuresReply(backtest, job.timeScale),
    trades: tradeReplies(backtest),
    equity: equityPoints(backtest),
    sharedCandleFills: figures.sharedCandleFills,
    stop: figures.stop && { at: isoTime(figures.stop.at), code: figures.stop.code, facts: { ...figures.stop.facts } },
    missing: (end - start) / intervalMs - market.at.length,
    gaps: gapReplies(market),
    assumptions: backtest.assumptions.map(({ code, text }) => ({ code, text })),
  };
}

const isoTime = (at: number): string => new Date(at).toISOString();

function figuresReply({ figures, equity }: Backtest, timeScale: number): BacktestReply['figures'] {
  const { worthIn, basisPoints, executions, executionsPerDay, volume, fees, turnover, startWorth, endWorth } = figures;
  const { holdingWorth, againstHolding, largestDrawdown, balances, from, to, stop } = figures;
  const growth = executions === 0 ? null : (equity.growth.at(-1) ?? 0);
  return {
    worthIn,
    basisPoint: basisPoints,
    annualRate: annualRate({ growth, runningMs: (stop?.at ?? to) - from, timeScale }),
    executionCount: executions,
    executionsPerDay: executionsPerDay / timeScale,
    volume,
    fees,
    turnover,
    startWorth,
    endWorth,
    holdingWorth,
    againstHolding,
    largestDrawdown,
    balance: { ...balances },
  };
}

function tradeReplies(backtest: Backtest): BacktestTrade[] {
  return contractRecords(backtest)
    .take(tradesShown)
    .map(({ at, pair, side, price, amount, fee, feeCurrency, basisPointChanged, volume, balances }) => ({
      at: isoTime(at),
      pair,
      side,
      price,
      amount,
      fee,
      feeCurrency,
      basisPointChanged,
      volume,
      balance: { ...balances },
    }))
    .toArray();
}

/** The first and the last close, and others evenly between. */
function equityPoints({ equity }: Backtest): EquityPoint[] {
  const { at, worth, holding, growth } = equity;
  const count = Math.min(at.length, maxPoints);
  return Array.from({ length: count }, (_, point) => {
    const moment = count === 1 ? 0 : Math.round((point * (at.length - 1)) / (count - 1));
    return {
      at: isoTime(at[moment] ?? 0),
      worth: worth[moment] ?? 0,
      holding: holding[moment] ?? 0,
      basisPoint: bpsOfGrowth(growth[moment] ?? 0),
    };
  });
}

const gapReplies = ({ gaps }: CandleMarket): BacktestReply['gaps'] =>
  gaps.slice(0, maxGaps).map(({ after, missing }) => ({ after: isoTime(after), missing }));
