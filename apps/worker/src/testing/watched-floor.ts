import type { BotRow } from '@tenbin/db';
import type { VirtualExchangeOptions } from '@tenbin/exchange-virtual';
import { openTestDatabase } from '@tenbin/testkit';
import type { WorkerOptions } from '../start-worker.ts';
import { mailSettingsFor } from './mail-settings.ts';
import { TradingFloor, until } from './trading-floor.ts';

export interface WatchedFloor {
  readonly floor: TradingFloor;
  /** Once it has stopped by itself. */
  untilStopped(bot: BotRow): Promise<BotRow>;
  /** What its user finds in the post as soon as its stop is stored: one mail. */
  mailAbout(bot: BotRow): Promise<{ readonly subject: string; readonly text: string }>;
  /** The kinds of its timeline's lines, and the reason of those that have one. */
  timelineOf(bot: BotRow): Promise<{ readonly kind: string; readonly reason: unknown }[]>;
  close(): Promise<void>;
}

/** A trading floor whose worker writes mails about bots that stop by themselves; where they land is looked at. */
export async function openWatchedFloor(
  market: Partial<VirtualExchangeOptions>,
  { timeScale, worker }: { readonly timeScale: number; readonly worker: Partial<WorkerOptions> },
): Promise<WatchedFloor> {
  const { database, close } = await openTestDatabase('pglite');
  const floor = await TradingFloor.open(database, market, { timeScale });
  await floor.startWorker({ stopMails: await mailSettingsFor(floor.organization), ...worker });
  return {
    floor,
    untilStopped: ({ id }) =>
      until(async () => {
        const bot = await floor.bot(id);
        return bot.messages.length > 0 && bot.phase.kind === 'stopped' ? bot : null;
      }),
    async mailAbout({ name }) {
      const [mail, ...more] = (await database.platform.mailQueue.listNewest(100)).filter(({ subject }) => subject.includes(name));
      if (!mail || more.length > 0) throw new Error(`${more.length + (mail ? 1 : 0)} mails about ${name}`);
      return mail;
    },
    async timelineOf({ id }) {
      const entries = await floor.organization.timeline.list(id, { offset: 0, limit: 1_000 });
      return entries.map(({ kind, facts }) => ({ kind, reason: 'reason' in facts ? facts.reason : null }));
    },
    async close() {
      await floor.close();
      await close();
    },
  };
}
