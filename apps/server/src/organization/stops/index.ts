import { getStop, stopBotAsAdministrator, stopBotsOfOrganization, stopBotsOfUser } from '@tenbin/contract';
import { type Implementation, implementForAdministrator } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';
import { askedBy } from '../../stops/asked-by.ts';
import { readStop } from '../../stops/read-stop.ts';

const handleStopBot = implementForAdministrator(stopBotAsAdministrator, async ({ params, actor, deps }) => {
  const { bots, stops } = actor.organization;
  if (!(await bots.find(params.id))) throw new Refusal('botNotFound');
  return { success: true, stopId: await stops.ask({ scope: 'bot', botId: params.id }, askedBy(actor.administratorId, deps)) };
});

const handleStopOrganization = implementForAdministrator(stopBotsOfOrganization, async ({ actor, deps }) => {
  const { stops } = actor.organization;
  return { success: true, stopId: await stops.ask({ scope: 'organization' }, askedBy(actor.administratorId, deps)) };
});

const handleStopUser = implementForAdministrator(stopBotsOfUser, async ({ params, actor, deps }) => {
  const { users, stops } = actor.organization;
  const { id: userId } = await users.require(params.id);
  return { success: true, stopId: await stops.ask({ scope: 'user', userId }, askedBy(actor.administratorId, deps)) };
});

const handleGetStop = implementForAdministrator(getStop, ({ params, query, actor }) =>
  readStop(actor.organization.stops, params.id, query),
);

export const stopCalls: readonly Implementation[] = [handleStopBot, handleStopOrganization, handleStopUser, handleGetStop];
