import { channels, type LiveSignal, type WishSignal } from '@tenbin/bots';
import type { BotRow, Database } from '@tenbin/db';
import type { Log } from '../log.ts';

/** Tells workers and other servers what happened here. A signal that is lost makes things later, not wrong. */
export interface Signals {
  /** The user's wish or settings changed: the worker looks at the bot, and its user's screens read it again. */
  botChanged(organizationId: string, bot: Pick<BotRow, 'id' | 'userId' | 'exchangeAccountId'>): void;
  mailsWaiting(): void;
}

export function createSignals({ database, log }: { database: Database; log: Log }): Signals {
  const send = (channel: string, payload: string): void => {
    database.notify(channel, payload).catch((error: unknown) => log.warn({ channel, error: String(error) }, 'signal.notSent'));
  };
  return {
    botChanged(organizationId, { id, userId, exchangeAccountId }) {
      send(channels.botWishes, JSON.stringify({ organizationId, exchangeAccountId, botId: id } satisfies WishSignal));
      send(channels.botNews, JSON.stringify({ organizationId, userId, botId: id, changed: ['bot'] } satisfies LiveSignal));
    },
    mailsWaiting: () => send(channels.mailsWaiting, ''),
  };
}
