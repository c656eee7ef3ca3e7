import type { DayOfBot, KeptDays } from '@tenbin/strategy';

export interface StoredDay extends DayOfBot {
  /** When its prices were looked at last; null where nobody looked. */
  readonly endedAt: Date | null;
}

export interface KeptOfBot {
  readonly id: string;
  readonly name: string;
  readonly deletedAt: Date | null;
  /** With each set of currencies, in their order. */
  readonly kept: readonly KeptDays[];
}

/** What bots' days brought, written by {@link BotJournal} only. */
export interface Days {
  /**
   * In their order.
   *
   * @param since - since when the performance is kept, epoch milliseconds: it names to which beginning the days belong
   */
  list(botId: string, since: number): Promise<StoredDay[]>;
  /** Of all bots of a user, deleted ones too, in the order in which they were made: what was kept of each, the day under way included. */
  keptOfUser(userId: string): Promise<KeptOfBot[]>;
}
