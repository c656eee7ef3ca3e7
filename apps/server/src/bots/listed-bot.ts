import type { StopCause } from '@tenbin/bots';
import type { AdministeredBot } from '@tenbin/contract';
import type { AnyListedBot, BotQuery } from '@tenbin/db';
import { botReply } from './reply.ts';

/** An unknown cause finds nothing. */
export const botQueryOf = ({
  user,
  cause,
  ...query
}: Omit<BotQuery, 'cause' | 'userId'> & { readonly user?: string | undefined; readonly cause?: string | undefined }): BotQuery => ({
  ...query,
  userId: user,
  cause: cause as StopCause | undefined,
});

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
});
