import {
  getPlatformStop,
  getStop,
  listStandingStops,
  stopBotAsAdministrator,
  stopBotsOfOrganization,
  stopBotsOfPlatform,
  stopBotsOfUser,
} from '@tenbin/contract';
import type { AskedStop } from '@tenbin/db';
import type { ServerContext } from '../context.ts';
import { type Implementation, implement, implementForAdministrator, implementForOperator } from '../route/implement.ts';
import { Refusal } from '../route/refusal.ts';
import { readStop, standingStopReply } from './read-stop.ts';

const handleListStanding = implement(listStandingStops, async ({ actor }) =>
  (await actor.organization.stops.listStanding(actor.userId)).map(standingStopReply),
);

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

const handleStopPlatform = implementForOperator(stopBotsOfPlatform, async ({ actor, deps }) => ({
  success: true,
  stopId: await deps.database.platform.stops.askAll(askedBy(actor.operatorId, deps)),
}));

const handleGetPlatformStop = implementForOperator(getPlatformStop, ({ params, query, deps }) =>
  readStop(deps.database.platform.stops, params.id, query),
);

const askedBy = (by: string, { clock }: ServerContext): AskedStop => ({ by, at: clock.now() });

export const stopCalls: readonly Implementation[] = [
  handleListStanding,
  handleStopBot,
  handleStopOrganization,
  handleStopUser,
  handleGetStop,
  handleStopPlatform,
  handleGetPlatformStop,
];
