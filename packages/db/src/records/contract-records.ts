import type { Balances, Currency, Decimal, PairName, Side } from '@tenbin/market';

/** Half open: from `start` on, before `end`. A missing side is open. */
export interface Period {
  readonly start?: Date | undefined;
  readonly end?: Date | undefined;
}

/** One order that ended filled, or the filled part of one that was cancelled, explained. */
export interface ContractRecord {
  readonly id: string;
  readonly botId: string;
  readonly clientOrderId: string;
  readonly createdAt: Date;
  readonly pair: PairName;
  readonly side: Side;
  /** Average, counter per base. */
  readonly price: Decimal;
  /** In base. */
  readonly amount: Decimal;
  readonly fee: Decimal;
  readonly feeCurrency: Currency;
  readonly basisPointChanged: number;
  /** Percent as it stood after this record; null before it can be told. */
  readonly annualRate: number | null;
  readonly delta: number;
  /** In USD. */
  readonly volume: Decimal;
  /** After it. */
  readonly balances: Balances;
  readonly tradeIds: readonly string[];
}

/** `createdAt` never goes back within a bot: an earlier one is stored as the bot's latest. */
export type NewContractRecord = Omit<ContractRecord, 'id' | 'botId'>;

export interface Performance {
  readonly annualRate: number | null;
  readonly executionCount: number;
  readonly basisPoint: number;
}

/**
 * Contract records, written by {@link BotJournal} only. Every record carries its bot's running totals,
 * so that counts, volumes and performance are index look-ups whatever the number of records.
 */
export interface ContractRecords {
  /** Newest first. */
  list(botId: string, query: Period & { readonly offset: number; readonly limit: number }): Promise<ContractRecord[]>;
  count(botId: string, period?: Period): Promise<number>;
  /** Up to and including a moment. */
  performance(botId: string, until: Date): Promise<Performance>;
  /** USD, exact. */
  volume(botId: string, period?: Period): Promise<Decimal>;
  /** USD over all of the user's bots, deleted ones too. */
  volumeOfUser(userId: string, period?: Period): Promise<Decimal>;
  /** At most `points` records spread evenly over the period, the last one always, oldest first. */
  sample(botId: string, query: Period & { readonly points: number }): Promise<ContractRecord[]>;
}
