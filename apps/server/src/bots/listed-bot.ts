import type { StopCause } from '@tenbin/bots';
import type { AdministeredBot } from '@tenbin/contract';
import type { BotQuery, ListedBot } from '@tenbin/db';
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

export const listedBotReply = (bot: ListedBot, given: Given): AdministeredBot => ({
  ...botReply(bot, given),
  email: bot.email,
  stopCause: bot.stopCause,
  stoppedAt: bot.stoppedAt?.toISOString() ?? null,
});
