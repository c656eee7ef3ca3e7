import * as z from 'zod/mini';
import { route } from '../route.ts';
import { Id, IsoTime } from '../shapes.ts';

/** How something stands on one side: an order's state, an amount, or both. */
const Standing = z.object({
  state: z.nullable(z.enum(['pending', 'unknown', 'open', 'filled', 'cancelled', 'rejected', 'neverPlaced', 'none'])),
  /** Of an order what was traded; else money. */
  amount: z.nullable(z.string()),
});

export const inconsistencyKinds = [
  'orderMissing',
  'orderUnknown',
  'orderDiffers',
  'orderStuck',
  'fillMissing',
  'ownerless',
  'marketChanged',
  'ledgerDiffers',
  'virtualAccountDiffers',
] as const;

/**
 * - `takenIn`: the books follow the exchange; `cancelled`: the order is cancelled there; `stopAsked`: the bot is asked to stop;
 * - `bookedToRest`: money that came or went is booked to what is left of the exchange account;
 * - `left`: an order that is cancelled only where `cancelUnknown` says so;
 * - `waits`: only time, or the bot's worker, can tell; `byWorker`: a worker took the bot up meanwhile, and compares it itself.
 */
export const inconsistencyOutcomes = ['takenIn', 'cancelled', 'stopAsked', 'bookedToRest', 'left', 'waits', 'byWorker'] as const;

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
  exchangeAccountId: Id,
  organization: Id,
  /** Why, by its code, and in the reader's words. */
  code: z.string(),
  message: z.string(),
});

export const Consistencies = z.object({
  at: IsoTime,
  /** How many bots were compared. */
  asked: z.number(),
  differences: z.array(Inconsistency),
  /** The exchange did not answer for these, or the time was over. */
  unasked: z.array(Unasked),
});
export type Consistencies = z.infer<typeof Consistencies>;

export const ConsistencyFix = z.object({
  at: IsoTime,
  dryRun: z.boolean(),
  asked: z.number(),
  done: z.array(z.extend(Inconsistency, { outcome: z.enum(inconsistencyOutcomes) })),
  unasked: z.array(Unasked),
});
export type ConsistencyFix = z.infer<typeof ConsistencyFix>;

export const listConsistencies = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/bots/consistencies',
  summary:
    'Where bots and their exchanges disagree: the exchanges are asked now, for so many bots and so long at most, those that run first. Each look is written down.',
  reply: Consistencies,
});

export const fixConsistencies = route({
  surface: 'operator',
  needs: 'operate',
  method: 'PUT',
  path: '/ango-ya/bots/consistencies/fix',
  summary:
    'Brings the books to what the exchanges say, of the bots that are named or of all. No order is ever sent; with `cancelUnknown` orders that nobody wants are cancelled; with `dryRun` nothing is done, and the answer says what would be.',
  body: z.object({
    botIds: z.optional(z.array(Id).check(z.maxLength(100))),
    cancelUnknown: z._default(z.boolean(), false),
    dryRun: z._default(z.boolean(), false),
  }),
  reply: ConsistencyFix,
});
