import type { BotSummary } from '@tenbin/db';
import type { ServerContext } from '../context.ts';
import type { Watcher } from './event-hub.ts';

/** Many bots change at once when a market moves: they are read together. */
const gatherMs = 1_000;

interface Following extends Pick<Watcher, 'organizationId'> {
  readonly sayHello: () => void;
  readonly send: (bot: BotSummary) => void;
}

/** Sends how bots stand that changed, once a second for each at most. @returns ends it */
export function followBots({ hub, clock, database, log }: ServerContext, { organizationId, sayHello, send }: Following): () => void {
  const changed = new Set<string>();
  let isEnded = false;
  async function sendChanged(): Promise<void> {
    const ids = [...changed];
    changed.clear();
    try {
      for (const bot of await database.platform.botChanges.list(ids)) if (!isEnded) send(bot);
    } catch (error) {
      log.warn({ err: error }, 'events.read_failed');
      sayHello();
    }
  }
  sayHello();
  const stop = hub.watch({
    userId: null,
    organizationId,
    wantsPrice: () => false,
    onPrice: () => {},
    onNews({ botId }) {
      if (changed.size === 0) clock.after(gatherMs, () => void sendChanged(), { unref: true });
      changed.add(botId);
    },
    onGap: sayHello,
  });
  return () => {
    isEnded = true;
    stop();
  };
}

/** As it goes over the wire. */
export const summaryReply = ({ botId, state, active, openOrderCount, executionCount, lastFillAt }: BotSummary) => ({
  type: 'bot' as const,
  botId,
  state,
  active,
  openOrderCount,
  executionCount,
  lastFillAt: lastFillAt?.toISOString() ?? null,
});
