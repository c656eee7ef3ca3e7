import { watchOrganizationEvents } from '@tenbin/contract';
import { followBots, summaryReply } from '../../live/follow-bots.ts';
import { implementEvents } from '../../route/implement.ts';

export const handleWatchOrganization = implementEvents('organization', watchOrganizationEvents, async ({ actor, deps }, { send }) =>
  followBots(deps, {
    organizationId: actor.organizationId,
    sayHello: () => void send({ type: 'hello', at: deps.clock.now().toISOString() }),
    send(bot) {
      const { botId, name, userId: user } = bot;
      if (bot.isDeleted) send({ type: 'botDeleted', botId });
      else if (user !== null) send({ ...summaryReply(bot), name, user });
    },
  }),
);
