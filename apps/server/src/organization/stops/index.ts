import { getStop, stopBotAsAdministrator, stopBotsOfOrganization, stopBotsOfUser } from '@tenbin/contract';
import type { OrganizationDatabase } from '@tenbin/db';
import type { AuditNote } from '../../audit/auditor.ts';
import type { ServerContext } from '../../context.ts';
import type { Administrator } from '../../route/caller.ts';
import { type Implementation, implementForAdministrator } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';
import { askedBy } from '../../stops/asked-by.ts';
import { readStop } from '../../stops/read-stop.ts';

type StopScope = Parameters<OrganizationDatabase['stops']['ask']>[0];

interface Asked {
  readonly actor: Administrator;
  readonly deps: ServerContext;
  readonly audit: AuditNote;
}

/** The stop and what is written down of it are one transaction. */
async function stop(scope: StopScope, { actor, deps, audit }: Asked) {
  const stopId = await actor.organization.transaction(async (within) => {
    const asked = await within.stops.ask(scope, askedBy(actor.administratorId, deps));
    audit.add({ stopId: asked });
    await audit.storeIn(within);
    return asked;
  });
  return { success: true, stopId };
}

const handleStopBot = implementForAdministrator(stopBotAsAdministrator, async ({ params, ...asked }) => {
  const bot = await asked.actor.organization.bots.find(params.id);
  if (!bot) throw new Refusal('botNotFound');
  asked.audit.add({ ...(bot.userId && { userId: bot.userId }), name: bot.name });
  return stop({ scope: 'bot', botId: params.id }, asked);
});

const handleStopOrganization = implementForAdministrator(stopBotsOfOrganization, (asked) => stop({ scope: 'organization' }, asked));

const handleStopUser = implementForAdministrator(stopBotsOfUser, async ({ params, ...asked }) => {
  const { id: userId } = await asked.actor.organization.users.require(params.id);
  return stop({ scope: 'user', userId }, asked);
});

const handleGetStop = implementForAdministrator(getStop, ({ params, query, actor }) =>
  readStop(actor.organization.stops, params.id, query),
);

export const stopCalls: readonly Implementation[] = [handleStopBot, handleStopOrganization, handleStopUser, handleGetStop];
