import { parseDecimal } from '@tenbin/market';
import { type Assumption, assumptionsOf } from './assumptions.ts';
import { type BacktestPlan, type CheckedPlan, checkPlan } from './backtest-plan.ts';
import type { CandleMarket } from './candle-market.ts';
import { type EquityColumns, equityColumns } from './equity-columns.ts';
import { type Figures, figuresOf } from './figures.ts';
import { FreeBook } from './free-book.ts';
import { type FreePath, freePathOf } from './free-path.ts';
import { GridBook } from './grid-book.ts';
import { type RecordColumns, recordColumns } from './record-columns.ts';
import { type TradeColumns, tradeColumns } from './trade-columns.ts';
import { TradeTape } from './trade-tape.ts';
import { walkMarket } from './walk-market.ts';
import { WorthWatch } from './worth-watch.ts';

/** A finished run with all that it did. */
export interface Backtest {
  readonly market: CandleMarket;
  readonly plan: CheckedPlan;
  readonly figures: Figures;
  readonly trades: TradeColumns;
  readonly records: RecordColumns;
  readonly equity: EquityColumns;
  /** What the result rests on. */
  readonly assumptions: readonly Assumption[];
}

export interface BacktestOptions {
  /** How many closes of the equity are kept, evenly spread, the last one among them: for a curve. All unless given. */
  readonly closes?: number;
  /** More trades are refused: their records take memory. 5 million unless given. */
  readonly maxTrades?: number;
}

/**
 * Runs the balancing strategy over candles and keeps every trade, record and close.
 *
 * @throws {DomainError} as `checkPlan`; `tooManyDigits`, `backtestTooLarge`
 */
export function runBacktest(market: CandleMarket, plan: BacktestPlan, options: BacktestOptions = {}): Backtest {
  const checked = checkPlan(market, plan);
  const tape = new TradeTape(options.maxTrades);
  const figures = walk(market, checked, tape);
  const trades = tradeColumns(market, checked, tape);
  const records = recordColumns(market, checked, trades);
  const closes = Math.min(options.closes ?? market.at.length, market.at.length);
  const equity = equityColumns(market, checked, { trades, records, closes });
  return { market, plan: checked, figures, trades, records, equity, assumptions: assumptionsOf(market, checked) };
}

/**
 * The figures only, for sweeps: the same trades, none of them kept.
 *
 * @throws {DomainError} as `checkPlan`; `tooManyDigits`
 */
export function runSummary(market: CandleMarket, plan: BacktestPlan): Figures {
  return walk(market, checkPlan(market, plan), null);
}

/** One for each market, so that an engine can take the market's arrays for constants. */
const freePaths = new WeakMap<CandleMarket, FreePath | null>();

function freePathFor(market: CandleMarket): FreePath | null {
  const known = freePaths.get(market);
  if (known !== undefined) return known;
  const made = freePathOf(market);
  freePaths.set(market, made);
  return made;
}

function walk(market: CandleMarket, plan: CheckedPlan, tape: TradeTape | null): Figures {
  const watch = new WorthWatch(market, plan);
  const freePath = tape === null && !plan.grid && !plan.minimums && plan.mode === 'path' ? freePathFor(market) : null;
  if (freePath) {
    const walked = freePath(plan, watch);
    return figuresOf(market, plan, {
      walk: walked,
      balances: Array.from(walked.held, parseDecimal),
      largestDrawdown: watch.largestDrawdown,
    });
  }
  const book = plan.grid ? new GridBook(market, plan, tape) : new FreeBook(market, plan, tape);
  const walked = walkMarket(market, book, watch);
  return figuresOf(market, plan, { walk: walked, balances: book.balances(), largestDrawdown: watch.largestDrawdown });
}
