import type { ServerContext } from '../context.ts';
import type { Actor } from '../route/caller.ts';

/**
 * That a bot is the caller's, for reads that need nothing else of it. Whose a bot is never changes, so that it is
 * remembered until the bot is deleted.
 *
 * @throws {DomainError} `botNotFound`
 */
export async function requireOwnBot(botId: string, { actor, deps }: { actor: Actor; deps: ServerContext }): Promise<void> {
  if (deps.owners.isOwner(actor.userId, botId)) return;
  const bot = await actor.organization.bots.require(actor.userId, botId);
  deps.owners.remember(actor.userId, bot.id);
}
