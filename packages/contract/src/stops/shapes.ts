import { stopOutcomes, stopScopes } from '@tenbin/bots';
import * as z from 'zod/mini';
import { StopReceipt } from '../bots/shapes.ts';
import { Id, IsoTime } from '../shapes.ts';

/** What asking for a stop answers: with the id the stop can be read again. */
export const StopAsked = z.object({ success: z.boolean(), stopId: Id });

/** What became of a bot. */
const outcome = {
  /**
   * - `stopping`: its orders are being cancelled;
   * - `unreachable`: the exchange could not be reached at the last try; it is tried on, and nothing is placed;
   * - `confirmed`: the exchange confirmed that none of its orders is open;
   * - `unconfirmed`: it places nothing more, but the exchange did not let us ask: orders may be open there;
   * - `forced`: its owner would not wait for the exchange any longer: the receipt names what may be open there.
   */
  state: z.enum(['stopping', 'unreachable', ...stopOutcomes]),
  /** Why the exchange could not be reached. */
  reason: z.nullable(z.string()),
  endedAt: z.nullable(IsoTime),
  /** Null where nothing had been placed, and where nothing is confirmed. */
  receipt: z.nullable(StopReceipt),
} as const;

/** `user` is null where the platform owns the bot. */
export const StoppedBot = z.object({
  bot: Id,
  name: z.string(),
  /** Its exchange's name. */
  exchange: z.string(),
  user: z.nullable(Id),
  organization: Id,
  ...outcome,
});

const scope = z.enum(stopScopes);

/** A stop as the user of a bot sees it. */
export const ActiveStop = z.object({
  bot: Id,
  scope,
  /** Who stopped it; `plan`: nobody did, its user's plan does not let it run, or there is none. */
  by: z.enum(['user', 'organization', 'platform', 'plan']),
  /** Whether the organization is suspended now: until that is over no bot can be started. */
  isSuspended: z.boolean(),
  askedAt: IsoTime,
  ...outcome,
});

export const Stop = z.object({
  _id: Id,
  scope,
  /** The bot or the user; null where the scope is everything. */
  subject: z.nullable(Id),
  /** The id of who asked. */
  by: z.string(),
  askedAt: IsoTime,
  /** Bots that ran, or were wanted to run. */
  botCount: z.number(),
  confirmedCount: z.number(),
  unconfirmedCount: z.number(),
  forcedCount: z.number(),
  unreachableCount: z.number(),
  /** When the last of them was confirmed; null while one is not. */
  confirmedAt: z.nullable(IsoTime),
  /** A page of them: those that are not confirmed first. */
  bots: z.array(StoppedBot),
});

export type StopAsked = z.infer<typeof StopAsked>;
export type ActiveStop = z.infer<typeof ActiveStop>;
export type StoppedBot = z.infer<typeof StoppedBot>;
export type Stop = z.infer<typeof Stop>;
