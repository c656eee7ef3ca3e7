import { botStandings } from '@tenbin/bots';
import * as z from 'zod/mini';
import { BotState, Flag, Id, IsoTime, Moment, PairText, text } from '../shapes.ts';
import { Bot } from './shapes.ts';

/** Who took the wish back that it runs: `user`, `staff` or `plan`; or the code of the fault for which it stopped by itself. */
export const StopCause = z.string();

/** Why a bot does not run: null while it is wanted to, and before it ever was. */
export const standingFields = { stopCause: z.nullable(StopCause), stoppedAt: z.nullable(IsoTime) };

/** A bot with whose it is, and why it does not run. */
export const AdministeredBot = z.extend(Bot, {
  email: z.string(),
  ...standingFields,
  /** When its key ends by itself, as the exchange told at the last daily look; null: never, or the exchange does not tell. */
  keyEndsAt: z.nullable(IsoTime),
});
export type AdministeredBot = z.infer<typeof AdministeredBot>;

/** How long before its end a key is about to end. */
export const keyEndsSoonDays = 14;

/** What a list of bots, its count and its file are filtered by. */
export const botFilterFields = {
  state: z.optional(BotState),
  /** A bot runs, is stopped, or is on its way between: each is in one of these. */
  standing: z.optional(z.enum(botStandings)),
  /** `fault`: any of the faults for which bots stop by themselves; `none`: no cause is known. */
  cause: z.optional(text(60, { pattern: /^\w+$/ })),
  exchange: z.optional(Id),
  pair: z.optional(PairText),
  /** The last fill was before this, or there was none. */
  filledBefore: z.optional(Moment),
  filledFrom: z.optional(Moment),
  stoppedFrom: z.optional(Moment),
  /** In the last so many hours. */
  stoppedWithinHours: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(8760))),
  /** Its key has not ended, and does in the next so many days. */
  keyEndsWithinDays: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(400))),
  isRunning: z.optional(Flag),
  createdFrom: z.optional(Moment),
  createdBefore: z.optional(Moment),
  user: z.optional(Id),
  /** Part of its name. */
  name: z.optional(text(100)),
};
