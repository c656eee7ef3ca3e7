import type { PlatformBot } from '@tenbin/contract';
import type { AnyListedBot } from '@tenbin/db';
import { listedBotReply } from '../../bots/listed-bot.ts';
import type { ServerContext } from '../../context.ts';
import type { Caller } from '../../route/caller.ts';

export const platformBotReply = (
  bot: AnyListedBot,
  { caller, deps }: { readonly caller: Caller; readonly deps: ServerContext },
): PlatformBot => ({
  ...listedBotReply<string | null>(bot, { language: caller.language, now: deps.clock.now() }),
  organization: bot.organizationId,
  kind: bot.strategy.kind,
  virtualAccount: bot.virtualAccountName,
});
