import type { BookedFill, OrderNews } from '@tenbin/bots';
import type { PairName } from '@tenbin/market';
import type { RecordFilter } from '../records/contract-records.ts';

/** An order of ours, written before it is sent. */
export interface StoredOrder extends Required<Omit<OrderNews, 'isImmediate'>> {
  readonly botId: string;
  readonly exchangeAccountId: string;
  readonly updatedAt: Date;
}

export interface StoredFill extends BookedFill {
  readonly botId: string;
  /** Grows with each stored fill of the database: the order of booking. */
  readonly number: number;
}

/** A trade with the name that its bot has now, the exchange on which it happened, and whether a rebalance made it. */
export interface NamedFill extends StoredFill {
  readonly botName: string;
  readonly exchangeName: string;
  readonly isOfRebalance: boolean;
}

export interface OrderWithTrades extends StoredOrder {
  /** In the order of booking. */
  readonly trades: readonly StoredFill[];
}

export interface Orders {
  find(clientOrderId: string): Promise<StoredOrder | null>;
  /** In the states pending, unknown and open, by sequence. */
  listOpen(botId: string): Promise<StoredOrder[]>;
  /**
   * What a runner must know after a restart, by sequence: every order that has not ended, or whose trades have not all
   * come, or do not all stand in contract records; and the latest settled ones, in case a trade of theirs comes late.
   */
  listToRemember(botId: string, options: { readonly settled: number }): Promise<OrderWithTrades[]>;
  /** The same of several bots, in two questions; bot by bot. */
  listToRememberOf(botIds: readonly string[], options: { readonly settled: number }): Promise<OrderWithTrades[]>;
  /** All of a bot by their sequence, by pages: the next one is read when it is asked for. */
  ofBot(botId: string, page?: number): AsyncIterable<readonly StoredOrder[]>;
  /** Every order by its sequence, newest first. */
  listOfBot(botId: string, page: { readonly offset: number; readonly limit: number }): Promise<StoredOrder[]>;
}

export interface Fills {
  /** In the order of booking. */
  listOfOrders(clientOrderIds: readonly string[]): Promise<StoredFill[]>;
  /** The trade of a pair that was booked last. */
  findLatest(exchangeAccountId: string, pair: PairName): Promise<StoredFill | null>;
  /** Newest first. */
  listOfBot(botId: string, page: { readonly offset: number; readonly limit: number }): Promise<StoredFill[]>;
  /**
   * All trades of a user's bots, those of rebalances and of deleted bots too, oldest first, by pages: as `ContractRecords.ofUser`
   * reads records, which are made of them.
   */
  ofUser(userId: string, filter?: RecordFilter, page?: number): AsyncIterable<readonly NamedFill[]>;
  /** Those of the given trades that are stored. */
  listKnown(exchangeAccountId: string, pair: PairName, tradeIds: readonly string[]): Promise<string[]>;
}
