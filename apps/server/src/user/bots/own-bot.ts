import type { ServerContext } from '../../context.ts';
import type { Actor } from '../../route/caller.ts';
import { Refusal } from '../../route/refusal.ts';

/**
 * That a bot is the caller's, or was until it was deleted: for reads of what it did, which stay. Whose a bot is never
 * changes, so that it is remembered.
 *
 * @throws {Refusal} `botNotFound`
 */
export async function requireOwnBot(botId: string, { actor, deps }: { actor: Actor; deps: ServerContext }): Promise<void> {
  if (deps.owners.isOwner(actor.userId, botId)) return;
  if (!(await actor.organization.bots.isOwner(actor.userId, botId))) throw new Refusal('botNotFound');
  deps.owners.remember(actor.userId, botId);
}
