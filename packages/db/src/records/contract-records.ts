import type { ContractRecord } from '@tenbin/bots';
import type { Decimal } from '@tenbin/market';

/** Half open: from `start` on, before `end`. A missing side is open. */
export interface Period {
  readonly start?: Date | undefined;
  readonly end?: Date | undefined;
}

/** A contract record with its number: 1, 2, 3 … within its bot, in the order of booking. */
export interface StoredRecord extends ContractRecord {
  readonly id: string;
  readonly botId: string;
  readonly number: number;
}

export interface Performance {
  readonly annualRate: number | null;
  readonly executionCount: number;
  readonly basisPoint: number;
}

/**
 * Contract records, written by {@link BotJournal} only; a record is of the time of its trade. Every record carries its
 * bot's running totals in the order of time, so that counts, volumes and performance are look-ups in an index, whatever
 * the number of records. One that is booked late takes its place in time, and the totals behind it are brought up to date.
 */
export interface ContractRecords {
  /** By their time, newest first. */
  list(botId: string, query: Period & { readonly offset: number; readonly limit: number }): Promise<StoredRecord[]>;
  count(botId: string, period?: Period): Promise<number>;
  /** Up to and including a moment. */
  performance(botId: string, until: Date): Promise<Performance>;
  /** USD, exact. A record whose volume is not known counts nothing. */
  volume(botId: string, period?: Period): Promise<Decimal>;
  /** USD over all of the user's bots, deleted ones too. */
  volumeOfUser(userId: string, period?: Period): Promise<Decimal>;
  /** At most `points` records spread evenly over the period, the last one always, oldest first. */
  sample(botId: string, query: Period & { readonly points: number }): Promise<StoredRecord[]>;
}
