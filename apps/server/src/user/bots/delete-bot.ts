import { deleteBot, deleteBotErrorMessage, listDeletedBots } from '@tenbin/contract';
import { implement } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';

export const handleDeleteBot = implement(deleteBot, async ({ params, actor, deps }) => {
  const { bots } = actor.organization;
  const bot = await bots.require(actor.userId, params.id);
  await bots.delete(actor.userId, bot.id);
  deps.signals.botChanged(actor.organizationId, bot);
  return { success: true };
});

export const handleListDeletedBots = implement(listDeletedBots, async ({ actor }) =>
  (await actor.organization.bots.listDeleted(actor.userId)).map(({ id, name, exchangeName, pairs, deletedAt }) => ({
    _id: id,
    name,
    exchange: exchangeName,
    pairs: [...pairs],
    deletedAt: deletedAt.toISOString(),
  })),
);

export const handleDeleteErrorMessage = implement(deleteBotErrorMessage, async ({ params, actor, deps }) => {
  const { bots } = actor.organization;
  const bot = await bots.require(actor.userId, params.id);
  if (!(await bots.removeMessage(actor.userId, bot.id, params.index))) throw new Refusal('errorMessageNotFound');
  deps.signals.botChanged(actor.organizationId, bot);
  return { success: true };
});
