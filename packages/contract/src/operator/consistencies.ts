import { botStates, differenceKinds, orderStates } from '@tenbin/bots';
import * as z from 'zod/mini';
import { route } from '../route.ts';
import { Id, IsoTime, text } from '../shapes.ts';

export const standingStates = [...orderStates, 'none', ...botStates] as const;

/** How something stands on one side: the state of an order or of a bot, an amount, or both. */
const Standing = z.object({
  state: z.nullable(z.enum(standingStates)),
  /** Of an order what was traded; else money. */
  amount: z.nullable(z.string()),
});

/** What a bot and its exchange may disagree on; and the books of an exchange account's virtual accounts with its wallet. */
export const inconsistencyKinds = [...differenceKinds, 'virtualAccountDiffers'] as const;

/**
 * - `takenIn`: the books follow the exchange; `corrected`: what is stored is brought to what it follows from; `cancelled`: the order is cancelled there; `stopAsked`: the bot is asked to stop;
 * - `bookedToRest`: money that came or went is booked to what is left of the exchange account;
 * - `workerAsked`: the account is given to a worker anew; `atNextStart`: the bot takes it up when it next starts;
 * - `byOwner`: only whoever entered the key can mend it;
 * - `left`: an order that is cancelled only where `cancelUnknown` says so;
 * - `waits`: only time, or the bot's worker, can tell; `byWorker`: a worker took the bot up meanwhile, and compares it itself.
 */
export const inconsistencyOutcomes = [
  'takenIn',
  'corrected',
  'cancelled',
  'stopAsked',
  'workerAsked',
  'bookedToRest',
  'atNextStart',
  'byOwner',
  'left',
  'waits',
  'byWorker',
] as const;

export const Inconsistency = z.object({
  /** Null where it is about a whole exchange account of the platform. */
  botId: z.nullable(Id),
  exchangeAccountId: Id,
  organization: Id,
  kind: z.enum(inconsistencyKinds),
  pair: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  clientOrderId: z.nullable(z.string()),
  exchangeOrderId: z.nullable(z.string()),
  expected: Standing,
  found: Standing,
  since: IsoTime,
});
export type Inconsistency = z.infer<typeof Inconsistency>;

const Unasked = z.object({
  botId: z.nullable(Id),
  /** Null, like the organization, where nothing has the id that was named. */
  exchangeAccountId: z.nullable(Id),
  organization: z.nullable(Id),
  /** Why, by its code, and in the reader's words. */
  code: z.string(),
  message: z.string(),
});

const boundFields = {
  /** The exchange did not answer for these, or there are none: a hundred at most are named. */
  unasked: z.array(Unasked),
  unaskedCount: z.number(),
  /** How many bots and exchange accounts the look did not come to, and from where on to ask for them. */
  left: z.number(),
  next: z.nullable(z.string()),
};
const asking = {
  organizationId: z.optional(Id),
  /** `next` of the answer before. */
  cursor: z.optional(text(60, { pattern: /^[a-z]{1,12}\.[0-9a-f-]{36}$/ })),
};

export const Consistencies = z.object({
  at: IsoTime,
  /** How many bots were compared. */
  asked: z.number(),
  differences: z.array(Inconsistency),
  ...boundFields,
});
export type Consistencies = z.infer<typeof Consistencies>;

export const ConsistencyFix = z.object({
  at: IsoTime,
  dryRun: z.boolean(),
  asked: z.number(),
  done: z.array(z.extend(Inconsistency, { outcome: z.enum(inconsistencyOutcomes) })),
  ...boundFields,
});
export type ConsistencyFix = z.infer<typeof ConsistencyFix>;

export const listConsistencies = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/bots/consistencies',
  summary:
    'Where bots and their exchanges disagree: the exchanges are asked now, for so many bots and so long at most, those that run first. With `next` of the answer the rest is asked for. Each look is written down.',
  query: z.object(asking),
  reply: Consistencies,
});

export const fixConsistencies = route({
  surface: 'operator',
  needs: 'operate',
  method: 'PUT',
  path: '/ango-ya/bots/consistencies/fix',
  summary:
    'Brings the books to what the exchanges say, of the bots and the platform’s exchange accounts that are named, or of all. No order is ever sent; with `cancelUnknown` orders that nobody wants are cancelled; with `dryRun` nothing is done, and the answer says what would be.',
  body: z.object({
    botIds: z.optional(z.array(Id).check(z.maxLength(100))),
    exchangeAccountIds: z.optional(z.array(Id).check(z.maxLength(100))),
    ...asking,
    cancelUnknown: z._default(z.boolean(), false),
    dryRun: z._default(z.boolean(), false),
  }),
  reply: ConsistencyFix,
});
