import type { BookedFill, OrderState } from '@tenbin/bots';
import type { Decimal, PairName, Side } from '@tenbin/market';

/** An order of ours, written before it is sent. */
export interface StoredOrder {
  /** Never used twice. */
  readonly clientOrderId: string;
  readonly botId: string;
  readonly exchangeAccountId: string;
  /** Counts the bot's orders. */
  readonly sequence: number;
  readonly pair: PairName;
  readonly side: Side;
  readonly price: Decimal;
  /** In base. */
  readonly amount: Decimal;
  /** Only moves forward. */
  readonly state: OrderState;
  readonly exchangeOrderId: string | null;
  /** Base filled as the exchange's reports say; never falls. */
  readonly reportedFilled: Decimal;
  readonly sentAt: Date;
  readonly cancelAskedAt: Date | null;
  /** The rebalance that it belongs to; null for an order of the bot's own. */
  readonly rebalanceId: string | null;
  /** Middle of its pair's book when it was written; null where none was known. */
  readonly marketPrice: Decimal | null;
  /** Its price was moved to the market, or crossed it at a start. */
  readonly isEvening: boolean;
  /** How many of its trades stand in contract records, or need none; never falls. */
  readonly recordedTrades: number;
  readonly updatedAt: Date;
}

/** An order as its bot sees it now: new, or news of one that is stored. */
export type OrderWrite = Omit<StoredOrder, 'botId' | 'exchangeAccountId' | 'updatedAt' | OptionalTerm> &
  Partial<Pick<StoredOrder, OptionalTerm>>;

type OptionalTerm = 'rebalanceId' | 'marketPrice' | 'isEvening';

export interface StoredFill extends BookedFill {
  readonly botId: string;
  /** Grows with each stored fill of the database: the order of booking. */
  readonly number: number;
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
  /** Those of the given trades that are stored. */
  listKnown(exchangeAccountId: string, pair: PairName, tradeIds: readonly string[]): Promise<string[]>;
}
