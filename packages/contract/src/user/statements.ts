import * as z from 'zod/mini';
import { monthPattern } from '../patterns.ts';
import { route } from '../route.ts';
import { Amounts, DecimalText, Id, IsoTime, text } from '../shapes.ts';

/** opening + flows + traded − fees + rounding is closing, to the last digit. */
const StatementLine = z.object({
  opening: DecimalText,
  /** Starts, deposits and withdrawals. */
  flows: DecimalText,
  /** By trades, before their fees. */
  traded: DecimalText,
  /** Paid out of this balance. */
  fees: DecimalText,
  rounding: DecimalText,
  closing: DecimalText,
});

const StatementTotal = z.object({
  currencies: z.record(z.string(), StatementLine),
  /** Paid in coins beside the balances, by coin. */
  outsideFees: Amounts,
  /** USD: opening + flows + result + outsideFees is closing. */
  usd: z.object({
    opening: DecimalText,
    flows: DecimalText,
    /** Less all fees. */
    result: DecimalText,
    /** All of them. */
    fees: DecimalText,
    /** Those of them that were paid in coins beside the balances. */
    outsideFees: DecimalText,
    closing: DecimalText,
  }),
  /** USD. */
  volume: DecimalText,
  trades: z.number(),
  /** Of when the prices are by which the closing is told, of all bots together the oldest; null where nothing was held. */
  pricesAt: z.nullable(IsoTime),
});

const MonthlyStatement = z.object({
  /** '2026-01', UTC. */
  month: z.string(),
  /** Half open. */
  start: IsoTime,
  end: IsoTime,
  /** A month that is not over, or has not begun, is told as it is now, by live prices where they are known. */
  isOver: z.boolean(),
  total: StatementTotal,
  /** Those that had anything in this month, deleted ones too. */
  bots: z.array(z.extend(StatementTotal, { _id: Id, name: z.string(), deletedAt: z.nullable(IsoTime), basisPoint: z.number() })),
});

export const getStatement = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/statement',
  summary:
    "A month (UTC) of the caller's bots: balances at its beginning and end, what came, trades, fees and the result, by bot and in all.",
  query: z.object({ month: text(7, { pattern: monthPattern }) }),
  reply: MonthlyStatement,
});

export type StatementTotal = z.infer<typeof StatementTotal>;
export type MonthlyStatement = z.infer<typeof MonthlyStatement>;
