import * as z from 'zod/mini';
import { Amounts, DecimalText, IsoTime } from '../shapes.ts';

/** A result in USD. earned − fees + rounding + price is againstHolding, to the last digit. */
export const MoneyResult = z.object({
  /** Worth less what was there and what came, and less fees paid from outside. */
  result: DecimalText,
  /** Against buy and hold of what was there and what came. */
  againstHolding: DecimalText,
  /** Against the same portfolio kept even without fees. */
  againstEven: DecimalText,
  /** By orders, before fees. */
  earned: DecimalText,
  price: DecimalText,
  fees: DecimalText,
  rounding: DecimalText,
  /** Deposits less withdrawals. */
  flows: DecimalText,
});

export const ResultPart = z.object({
  usd: MoneyResult,
  /** By currency: what trades changed, what came less what went, and the result reckoned in that currency. */
  currencies: z.record(z.string(), z.object({ change: DecimalText, flows: DecimalText, result: DecimalText })),
  /** By the coin in which they were paid. */
  fees: Amounts,
  basisPoint: z.number(),
  /** USD. */
  volume: DecimalText,
  trades: z.number(),
  /** Some worth was not known at its moment and had to be estimated. */
  hasEstimate: z.boolean(),
});

export const BotResult = z.object({
  /** Since when it is kept; null before the first run. */
  since: z.nullable(IsoTime),
  /** Up to when: now, or when a stopped bot, or an exchange that is away, was looked at last. */
  until: z.nullable(IsoTime),
  total: z.nullable(ResultPart),
  /** USD: what the balances, holding, and keeping even without fees are worth. */
  valuation: z.nullable(z.object({ worth: DecimalText, holding: DecimalText, even: DecimalText })),
  /** What one USD costs in yen now, by the exchange's own prices; null where it trades nothing for yen. */
  yenPerUsd: z.nullable(z.number()),
  /** A page of days, UTC, the latest first; all of them add up to `total`. */
  days: z.array(z.extend(ResultPart, { day: z.string() })),
});

export type MoneyResult = z.infer<typeof MoneyResult>;
export type ResultPart = z.infer<typeof ResultPart>;
export type BotResult = z.infer<typeof BotResult>;
