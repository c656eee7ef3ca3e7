import { watchPlatformEvents } from '@tenbin/contract';
import { followBots, summaryReply } from '../../live/follow-bots.ts';
import { implementEvents } from '../../route/implement.ts';

export const handleWatchPlatform = implementEvents('operator', watchPlatformEvents, async ({ deps }, { send }) =>
  followBots(deps, {
    organizationId: null,
    sayHello: () => void send({ type: 'hello', at: deps.clock.now().toISOString() }),
    send: (bot) =>
      void send(bot.isDeleted ? { type: 'botDeleted', botId: bot.botId } : { ...summaryReply(bot), organization: bot.organizationId }),
  }),
);
