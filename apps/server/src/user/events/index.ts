import { watchEvents } from '@tenbin/contract';
import type { BotRow } from '@tenbin/db';
import { type Implementation, implementEvents } from '../../route/implement.ts';
import { followRecords } from './follow-records.ts';

/**
 * First `hello`, then what happens. After a gap in what the database told, `hello` comes again: read anew.
 */
const handleWatchEvents = implementEvents('user', watchEvents, async ({ actor, deps }, stream) => {
  const sayHello = (): void => void stream.send({ type: 'hello', at: deps.clock.now().toISOString() });
  const readBots = (): Promise<BotRow[]> => actor.organization.bots.listOfUser(actor.userId);
  const bots = await readBots();
  const records = followRecords(actor, { bots, send: stream.send, log: deps.log });
  let interests = priceInterestsOf(bots);
  const readInterests = (): void => {
    readBots().then(
      (read) => {
        interests = priceInterestsOf(read);
      },
      (error: unknown) => deps.log.warn({ err: error }, 'events.read_failed'),
    );
  };
  let isKeepingUp = true;
  sayHello();
  return deps.hub.watch({
    userId: actor.userId,
    organizationId: actor.organizationId,
    wantsPrice: ({ exchangeId, pair }) => interests.has(`${exchangeId} ${pair}`),
    onNews({ botId, changed }) {
      for (const type of changed) {
        if (type === 'record') records.onRecord(botId);
        else isKeepingUp = stream.send({ type, botId });
      }
      if (changed.includes('bot')) readInterests();
    },
    onAccount() {
      isKeepingUp = stream.send({ type: 'account' });
    },
    onPrice(price) {
      // A reader that is behind gets the next price, not this one.
      const isBehind = !isKeepingUp;
      isKeepingUp = true;
      if (!isBehind) isKeepingUp = stream.send(price);
    },
    onGap: sayHello,
  });
});

/** The prices that somebody with these bots looks at: '<exchange id> <pair>'. */
const priceInterestsOf = (bots: readonly BotRow[]): ReadonlySet<string> =>
  new Set(bots.flatMap(({ exchangeId, strategy: { pairs } }) => pairs.map((pair) => `${exchangeId} ${pair}`)));

export const eventCalls: readonly Implementation[] = [handleWatchEvents];
