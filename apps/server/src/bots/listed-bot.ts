import type { StopCause } from '@tenbin/bots';
import type { AdministeredBot } from '@tenbin/contract';
import type { AnyListedBot, BotQuery } from '@tenbin/db';
import { botReply } from './reply.ts';

type AskedBots = Omit<BotQuery, 'cause' | 'userId' | 'keyEndsFrom' | 'keyEndsBefore'> & {
  readonly user?: string | undefined;
  readonly cause?: string | undefined;
  readonly stoppedWithinHours?: number | undefined;
  readonly keyEndsWithinDays?: number | undefined;
};

const hourMs = 3_600_000;

/** An unknown cause finds nothing. What is counted from now on is so by the server's clock. */
export function botQueryOf({ user, cause, stoppedWithinHours, keyEndsWithinDays, ...query }: AskedBots, now: Date): BotQuery {
  const inHours = (hours: number) => new Date(now.getTime() + hours * hourMs);
  const latest = (...moments: readonly (Date | undefined)[]) =>
    moments.reduce((last, at) => (last === undefined || (at !== undefined && at > last) ? at : last), undefined);
  return {
    ...query,
    userId: user,
    cause: cause as StopCause | undefined,
    stoppedFrom: latest(query.stoppedFrom, stoppedWithinHours === undefined ? undefined : inHours(-stoppedWithinHours)),
    ...(keyEndsWithinDays !== undefined && { keyEndsFrom: now, keyEndsBefore: inHours(24 * keyEndsWithinDays) }),
  };
}

type Given = Parameters<typeof botReply>[1];

/** Of a user's, or of the platform's: then nobody's. */
type Listed<Owner extends string | null> = AnyListedBot & { readonly userId: Owner; readonly email: Owner };

export const listedBotReply = <Owner extends string | null>(
  bot: Listed<Owner>,
  given: Given,
): Omit<AdministeredBot, 'user' | 'email'> & { user: Owner; email: Owner } => ({
  ...botReply(bot, given),
  email: bot.email,
  stopCause: bot.stopCause,
  stoppedAt: bot.stoppedAt?.toISOString() ?? null,
  keyEndsAt: bot.keyEndsAt?.toISOString() ?? null,
});
