import type { DayOfBot } from '@tenbin/strategy';

export interface StoredDay extends DayOfBot {
  /** When its prices were looked at last; null where nobody looked. */
  readonly endedAt: Date | null;
}

/** What bots' days brought, written by {@link BotJournal} only. */
export interface Days {
  /**
   * In their order.
   *
   * @param since - since when the performance is kept, epoch milliseconds: it names to which beginning the days belong
   */
  list(botId: string, since: number): Promise<StoredDay[]>;
}
