import { channels, type DesiredStateSignal, type LiveSignal } from '@tenbin/bots';
import type { AnyBotRow, Database, RepeatedQueue } from '@tenbin/db';
import type { Log } from '@tenbin/telemetry';

/** Tells workers and other servers what happened here. A signal that is lost makes things later, not wrong. */
export interface Signals {
  /** The user's request or settings changed: the worker looks at the bot, and its user's screens read it again. */
  botChanged(organizationId: string, bot: Pick<AnyBotRow, 'id' | 'userId' | 'exchangeAccountId'>, changed?: LiveSignal['changed']): void;
  /** What is looked for every minute is there now. */
  jobsDue(queue: RepeatedQueue): void;
}

export function createSignals({ database, log }: { database: Database; log: Log }): Signals {
  const send = (channel: string, payload: string): void => {
    database.notify(channel, payload).catch((error: unknown) => log.warn({ channel, err: error }, 'signal.send_failed'));
  };
  return {
    botChanged(organizationId, { id, userId, exchangeAccountId }, changed = ['bot']) {
      send(channels.desiredStates, JSON.stringify({ organizationId, exchangeAccountId, botId: id } satisfies DesiredStateSignal));
      send(channels.botNews, JSON.stringify({ organizationId, userId, botId: id, changed } satisfies LiveSignal));
    },
    jobsDue(queue) {
      database.jobs.wake(queue).catch((error: unknown) => log.warn({ queue, err: error }, 'job.wake_failed'));
    },
  };
}
