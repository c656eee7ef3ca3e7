import {
  type Backtest,
  type BacktestPlan,
  type CandleMarket,
  candleMarket,
  evenBalances,
  type Figures,
  joinCandles,
  openCandleTexts,
  runBacktest,
  runSummary,
  smallestWorth,
} from '@tenbin/backtest';
import { type Balances, DomainError, type PairName } from '@tenbin/market';
import { annualRate, deltaOfWidth, growthOfBps } from '@tenbin/strategy';
import type { Curve, OpenedMarket, SeriesBlocks, Terms, Trial, TrialPlan, TriedTrade, WidthPoint } from './worker-messages.ts';

/** Enough for a curve as wide as a screen. */
const maxPoints = 400;
const tradesShown = 100;
/** Tried out where nobody said how much. */
const defaultWorth = 10_000;

/** Tries bots out on candles that were opened once. Runs in a worker, and needs nothing of it. */
export class BacktestSession {
  readonly #market: CandleMarket;

  private constructor(market: CandleMarket) {
    this.#market = market;
  }

  /** @throws {DomainError} as `candleMarket` */
  static async open(series: readonly SeriesBlocks[], pairs: readonly PairName[]): Promise<BacktestSession> {
    const columns = await Promise.all(
      series.map(async ({ pair, intervalMs, blocks }) => joinCandles(await openCandleTexts(blocks), { pair, intervalMs })),
    );
    return new BacktestSession(candleMarket(columns, { pairs }));
  }

  get market(): OpenedMarket {
    const { pairs, worthIn, at, intervalMs, gaps } = this.#market;
    return { pairs, worthIn, from: at[0] ?? 0, to: (at.at(-1) ?? 0) + intervalMs, intervalMs, moments: at.length, gaps };
  }

  /**
   * @param options - `underRules`: with the exchange's grid and minimums where such a bot can run there, else without
   * @throws {DomainError} as `runBacktest`
   */
  run(plan: TrialPlan, width: number, { underRules }: { underRules: boolean }): Trial {
    const delta = deltaOfWidth(width);
    const rules = new Map(plan.rules.map((rule) => [rule.pair, rule]));
    const tried = { balances: this.#balancesOf(plan), delta, fee: feeOf(plan) };
    const { backtest, terms } = underRules
      ? this.#runUnder({ ...tried, rules })
      : { backtest: this.#runFree(tried), terms: 'free' as const };
    return {
      width,
      terms,
      figures: inMarketTime(backtest.figures, plan.timeScale),
      curve: curveOf(backtest),
      trades: latestOf(backtest),
      smallestWorth: smallestWorth(this.#market, { delta, rules }),
    };
  }

  /** One width, both ways of filling. @throws {DomainError} as `runSummary` */
  point(plan: TrialPlan, width: number): WidthPoint {
    const tried = { balances: this.#balancesOf(plan), delta: deltaOfWidth(width), fee: feeOf(plan) };
    const path = runSummary(this.#market, tried);
    const cautious = runSummary(this.#market, { ...tried, mode: 'cautious' });
    const { basisPoints, executions } = cautious;
    return { width, path: path.basisPoints, cautious: basisPoints, sharedCandleShare: path.sharedCandleShare, fills: executions };
  }

  #runFree({ rules: _, ...plan }: BacktestPlan): Backtest {
    return runBacktest(this.#market, plan, { closes: maxPoints });
  }

  #runUnder(plan: BacktestPlan): { readonly backtest: Backtest; readonly terms: Terms } {
    try {
      return { backtest: runBacktest(this.#market, plan, { closes: maxPoints }), terms: 'exchange' };
    } catch (error) {
      const terms = error instanceof DomainError ? termsWithout.get(error.code) : undefined;
      if (!terms) throw error;
      return { backtest: this.#runFree(plan), terms };
    }
  }

  /** Spread evenly at the first opening, so that every width and every wallet begins alike. */
  #balancesOf({ balances }: TrialPlan): Balances {
    const { values, currencies } = this.#market;
    const closing = values.subarray(values.length - currencies.length);
    const worth = currencies.reduce((sum, currency, c) => sum + Number(balances?.[currency] ?? 0) * (closing[c] ?? 0), 0);
    return evenBalances(this.#market, worth > 0 ? worth : defaultWorth);
  }
}

/** Refusals of the exchange's rules that leave a run without them to look at. */
const termsWithout: ReadonlyMap<string, Terms> = new Map([
  ['amountTooSmall', 'tooSmall'],
  ['valueTooSmall', 'tooSmall'],
  ['tooManyDigits', 'tooManyDigits'],
]);

/** Without the noise of a percentage that was divided: exact money pays each of a fee's digits. */
const feeOf = ({ fee }: TrialPlan): number => Number(fee.toFixed(8));

/** A trial's market moves faster than its stamps: what is told by the day or by the year counts its own days. */
function inMarketTime(figures: Figures, timeScale: number): Figures {
  if (timeScale === 1) return figures;
  const { from, to, stop, executions, executionsPerDay, basisPoints } = figures;
  const grown = executions === 0 ? null : growthOfBps(basisPoints);
  return {
    ...figures,
    executionsPerDay: executionsPerDay / timeScale,
    annualRate: annualRate({ growth: grown, runningMs: (stop?.at ?? to) - from, timeScale }),
  };
}

/** The columns that may travel instead of being copied. */
export const columnsOf = ({ curve }: Trial): ArrayBuffer[] =>
  [curve.at, curve.profit, curve.worth, curve.holding].map(({ buffer }) => buffer as ArrayBuffer);

const curveOf = ({ equity: { at, growth, worth, holding } }: Backtest): Curve => ({
  at,
  profit: growth.map((grown) => 10_000 * Math.expm1(grown)),
  worth,
  holding,
});

function latestOf({ market, trades, records }: Backtest): TriedTrade[] {
  const shown = Math.min(tradesShown, trades.length);
  return Array.from({ length: shown }, (_, back) => {
    const index = trades.length - 1 - back;
    const slot = trades.slots[index] ?? 0;
    return {
      at: trades.at[index] ?? 0,
      pair: market.pairs[slot >> 1] ?? '',
      side: slot % 2 === 1 ? 'buy' : 'sell',
      price: trades.prices[index] ?? 0,
      amount: trades.amounts[index] ?? 0,
      basisPoints: records.basisPoints[index] ?? 0,
    };
  });
}
