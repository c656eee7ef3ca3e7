import { organizationPlans } from '@tenbin/billing';
import * as z from 'zod/mini';
import { DecimalText, Id, named, PairText, text } from '../shapes.ts';

export const CurrencyPair = z.object({
  name: PairText,
  baseName: z.string(),
  counterName: z.string(),
  minAmount: DecimalText,
  minCost: DecimalText,
  tickSize: DecimalText,
  lotSize: DecimalText,
  /** The smallest money at which trades, fees and what is held back are cut off; null where the exchange cuts nothing off or does not say. */
  baseUnit: z.nullable(DecimalText),
  counterUnit: z.nullable(DecimalText),
});

export const Exchange = z.object({
  _id: Id,
  name: z.string(),
  requiresPassphrase: z.boolean(),
  /** How many times faster than real time its market moves; 1 for a real exchange. */
  timeScale: z.number(),
  availableCurrencyPairs: z.array(CurrencyPair),
});

/** Names a help page in its address. */
export const HelpTopic = text(60, { pattern: /^[A-Za-z][\w-]*$/ });
export const HelpPage = z.object({ ja: z._default(text(10_000), ''), en: z._default(text(10_000), '') });
/** Of an organization. */
export const maxHelpPages = 20;
/** By topic, in Markdown. One that is written in one language alone is read in it by everybody. */
export const HelpPages = named(maxHelpPages, HelpPage, HelpTopic);

export const Organization = z.object({
  _id: Id,
  name: z.string(),
  /** Names the organization's brand. */
  slug: z.string(),
  exchanges: z.array(Id),
  plan: z.enum(organizationPlans),
  planOptions: z.array(z.string()),
  /** By topic (`whatIsBp`, `orderWidth`, …) its page in Markdown, in the caller's language. */
  helpPages: z.record(z.string(), z.string()),
  omitPairs: z.array(PairText),
  isFree: z.boolean(),
  botsPerUser: z.number(),
  /** Percent: where set-up begins; null: at the recommended width. */
  defaultOrderWidth: z.nullable(z.number()),
  /** What a wallet must hold of BTC for a start; null: nothing. */
  minimumBtcBalance: z.nullable(DecimalText),
  /** Whom its users ask; null: nobody is named. */
  contactEmail: z.nullable(z.string()),
});
export type Exchange = z.infer<typeof Exchange>;
export type CurrencyPair = z.infer<typeof CurrencyPair>;
export type Organization = z.infer<typeof Organization>;
