import { listBotsOfOrganization, startBotAsAdministrator } from '@tenbin/contract';
import { type Implementation, implementForAdministrator } from '../route/implement.ts';
import { Refusal } from '../route/refusal.ts';
import { botReply } from './reply.ts';
import { wishToRun } from './start-bot.ts';

const handleListBots = implementForAdministrator(listBotsOfOrganization, async ({ query, actor, deps, caller }) => {
  const [bots, { isFree }] = await Promise.all([
    actor.organization.bots.list({ offset: query.skip, limit: query.limit }),
    deps.organizations.require(actor.organizationId),
  ]);
  return bots.map((bot) => botReply(bot, { language: caller.language, isFreeOrganization: isFree, now: deps.clock.now() }));
});

const handleStartBot = implementForAdministrator(startBotAsAdministrator, async ({ params, actor, deps }) => {
  const bot = await actor.organization.bots.find(params.id);
  if (!bot) throw new Refusal('botNotFound');
  const { organizationId, organization, administratorId: by } = actor;
  if ((await organization.users.require(bot.userId)).bannedAt) throw new Refusal('userBanned');
  await wishToRun(bot, { owner: { userId: bot.userId, organizationId, organization }, by, deps });
  return { success: true };
});

export const administeredBotCalls: readonly Implementation[] = [handleListBots, handleStartBot];
