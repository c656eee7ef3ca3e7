import type { ContractRecord } from '@tenbin/bots';
import type { Balances, Decimal, Fill, PairName, Side } from '@tenbin/market';

/** Half open: from `start` on, before `end`. A missing side is open. */
export interface Period {
  readonly start?: Date | undefined;
  readonly end?: Date | undefined;
}

/** Of all bots of a user unless one is named. */
export interface RecordFilter extends Period {
  readonly botId?: string | undefined;
  readonly pair?: PairName | undefined;
  readonly side?: Side | undefined;
}

/** A record with the name that its bot has now. */
export interface NamedRecord extends StoredRecord {
  readonly botName: string;
}

/** A contract record with its number: 1, 2, 3 … within its bot, in the order of booking. */
export interface StoredRecord extends ContractRecord {
  readonly id: string;
  readonly botId: string;
  readonly number: number;
}

/** What one side of a pair traded within one candle, by its opening time. */
export interface CandleFills {
  readonly at: Date;
  readonly side: Side;
  readonly count: number;
  readonly amount: Decimal;
  readonly notional: Decimal;
  readonly lowest: Decimal;
  readonly highest: Decimal;
}

/** What the records of a filter add up to, exactly. */
export interface RecordSums {
  readonly count: number;
  /** USD. A record whose volume is not known counts nothing. */
  readonly volume: Decimal;
  readonly basisPoint: number;
  /** USD after fees. A record of which it is not known counts nothing. */
  readonly earned: Decimal;
  /** By the coin in which they were paid. */
  readonly fees: Balances;
  /** What the trades and their fees changed, by currency. */
  readonly changes: Balances;
}

/** What of a trade moves balances. */
export type LedgerTrade = Pick<Fill, 'pair' | 'side' | 'amount' | 'notional' | 'fee' | 'feeCurrency'>;

/** What a bot's balances at a moment are made of. */
export interface BalancesThen {
  /** Those after the last order until then that was filled whole; null where there was none yet. */
  readonly whole: { readonly createdAt: Date; readonly balances: Balances } | null;
  /** Booked since, and until then: of orders that were not filled whole by then. */
  readonly trades: readonly LedgerTrade[];
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
  /** Of a user's bots, deleted ones too: a page by their time, newest first. */
  listOfUser(userId: string, query: RecordFilter & { readonly offset: number; readonly limit: number }): Promise<StoredRecord[]>;
  /** Of all the records that {@link listOfUser} pages through. */
  totalsOfUser(userId: string, filter?: RecordFilter): Promise<RecordSums>;
  /**
   * All records of a user's bots, deleted ones too, oldest first, by pages: the next one is read when it is asked for, after
   * the last record of the one before, so that records which come meanwhile neither repeat nor hide any.
   */
  ofUser(userId: string, filter?: RecordFilter, page?: number): AsyncIterable<readonly NamedRecord[]>;
  /** The records of a period gathered by candles of that length, oldest first. */
  byCandle(botId: string, query: Required<Period> & { readonly pair: PairName; readonly intervalMs: number }): Promise<CandleFills[]>;
  /** @param since - when the bot began: of a moment before its first whole order all trades from then on are told */
  balancesAt(botId: string, moments: readonly Date[], { since }: { readonly since: Date }): Promise<readonly BalancesThen[]>;
}
