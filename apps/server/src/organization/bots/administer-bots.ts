import { listBotsOfOrganization, startBotAsAdministrator } from '@tenbin/contract';
import { botReply } from '../../bots/reply.ts';
import { requestRun } from '../../bots/request-run.ts';
import { type Implementation, implementForAdministrator } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';

const handleListBots = implementForAdministrator(listBotsOfOrganization, async ({ query, actor, deps, caller }) => {
  const bots = await actor.organization.bots.list({ offset: query.skip, limit: query.limit });
  return bots.map((bot) => botReply(bot, { language: caller.language, now: deps.clock.now() }));
});

const handleStartBot = implementForAdministrator(startBotAsAdministrator, async ({ params, actor, deps }) => {
  const found = await actor.organization.bots.find(params.id);
  if (!found?.userId) throw new Refusal('botNotFound');
  const { userId } = found;
  const { organizationId, organization, administratorId: by } = actor;
  if ((await organization.users.require(userId)).bannedAt) throw new Refusal('userBanned');
  await requestRun({ ...found, userId }, { owner: { userId, organizationId, organization }, by, deps });
  return { success: true };
});

export const administeredBotCalls: readonly Implementation[] = [handleListBots, handleStartBot];
