import { fillModes } from '@tenbin/backtest';
import * as z from 'zod/mini';
import { Amounts, CandleInterval, DecimalText, Id, IsoTime, PairText, Side } from '../shapes.ts';

/** Worths, volume and fees in `worthIn`. */
export const BacktestFigures = z.object({
  worthIn: z.string(),
  /** Profit of balancing: growth of the geometric mean. */
  basisPoint: z.number(),
  /** Percent, with the exchange's time scale; null without a fill or under an hour of the market's time. */
  annualRate: z.nullable(z.number()),
  executionCount: z.number(),
  /** A day of the market's time. */
  executionsPerDay: z.number(),
  volume: z.number(),
  fees: z.number(),
  /** Volume as a multiple of the worth at the start. */
  turnover: z.number(),
  startWorth: z.number(),
  endWorth: z.number(),
  /** What the balances of the start would be worth at the end. */
  holdingWorth: z.number(),
  /** endWorth / holdingWorth − 1. */
  againstHolding: z.number(),
  /** Max drawdown of the value, as a fraction, at closes. */
  largestDrawdown: z.number(),
  /** At the end. */
  balance: Amounts,
});

export const BacktestTrade = z.object({
  at: IsoTime,
  pair: PairText,
  side: Side,
  price: DecimalText,
  /** In base. */
  amount: DecimalText,
  fee: DecimalText,
  feeCurrency: z.string(),
  basisPointChanged: z.number(),
  /** In `worthIn`. */
  volume: z.number(),
  balance: Amounts,
});

export const EquityPoint = z.object({
  /** A candle's close. */
  at: IsoTime,
  worth: z.number(),
  holding: z.number(),
  /** Profit of balancing so far. */
  basisPoint: z.number(),
});

export const Backtest = z.object({
  exchange: z.object({ _id: Id, name: z.string(), timeScale: z.number() }),
  pairs: z.array(PairText),
  interval: CandleInterval,
  mode: z.enum(fillModes),
  delta: z.number(),
  /** First opening and last close for which all pairs have candles. */
  from: IsoTime,
  to: IsoTime,
  figures: BacktestFigures,
  /** The first thousand; `figures.executionCount` counts all. */
  trades: z.array(BacktestTrade),
  /** At most 500, evenly over the period. */
  equity: z.array(EquityPoint),
  /** Fills in whose candle their pair filled on the other side too: what rests on the path taken inside a candle. */
  sharedCandleFills: z.number(),
  /** Why and when the bot would have stopped; null where it ran to the end. */
  stop: z.nullable(z.object({ at: IsoTime, code: z.string(), facts: z.record(z.string(), z.unknown()) })),
  /** Moments of the period for which not every pair has a candle, before the first and after the last included. */
  missing: z.number(),
  /** Where between the first and the last; at most a hundred. */
  gaps: z.array(z.object({ after: IsoTime, missing: z.number() })),
  /** What the result takes for granted. The code is stable, the text is English. */
  assumptions: z.array(z.object({ code: z.string(), text: z.string() })),
});

export type Backtest = z.infer<typeof Backtest>;
export type BacktestFigures = z.infer<typeof BacktestFigures>;
export type BacktestTrade = z.infer<typeof BacktestTrade>;
export type EquityPoint = z.infer<typeof EquityPoint>;
