import type { PlatformBot } from '@tenbin/contract';
import type { ListedBot } from '@tenbin/db';
import { listedBotReply } from '../../bots/listed-bot.ts';
import type { ServerContext } from '../../context.ts';
import type { Caller } from '../../route/caller.ts';

export const platformBotReply = (
  bot: ListedBot,
  { caller, deps }: { readonly caller: Caller; readonly deps: ServerContext },
): PlatformBot => ({
  ...listedBotReply(bot, { language: caller.language, now: deps.clock.now() }),
  organization: bot.organizationId,
});
