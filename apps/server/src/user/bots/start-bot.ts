import { startBot, stopBot } from '@tenbin/contract';
import { requestRun } from '../../bots/request-run.ts';
import { implement } from '../../route/implement.ts';

/** Writes the request; the worker makes it so. Asking for what is so already is no error. */
export const handleStartBot = implement(startBot, async ({ params, actor, deps, audit }) => {
  const bot = await actor.organization.bots.require(actor.userId, params.id);
  await requestRun(bot, { owner: actor, by: actor.userId, deps, audit });
  return { success: true };
});

/** Never refused. */
export const handleStopBot = implement(stopBot, async ({ params, actor, deps }) => {
  const { bots } = actor.organization;
  const stopping = await bots.setActive(actor.userId, params.id, { active: false, by: actor.userId, at: deps.clock.now() });
  deps.signals.botChanged(actor.organizationId, stopping);
  return { success: true };
});
