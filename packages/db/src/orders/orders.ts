import type { Decimal, Fill, PairName, Side } from '@tenbin/market';

/** Only moves forward: pending → (unknown →) open → filled | cancelled | rejected | neverPlaced. */
export type OrderIntentState = 'pending' | 'unknown' | 'open' | 'filled' | 'cancelled' | 'rejected' | 'neverPlaced';

/** An order of ours, written before it is sent. */
export interface OrderIntent {
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
  readonly state: OrderIntentState;
  readonly exchangeOrderId: string | null;
  /** Base filled as the exchange's reports say; never falls. */
  readonly filled: Decimal;
  readonly sentAt: Date;
  readonly cancelAskedAt: Date | null;
  /** How many of its trades stand in contract records; never falls. */
  readonly recordedTrades: number;
  readonly updatedAt: Date;
}

export type NewOrderIntent = Pick<OrderIntent, 'clientOrderId' | 'sequence' | 'pair' | 'side' | 'price' | 'amount' | 'sentAt'>;

/** What became known of an order. What would go back is left as it was. */
export interface OrderNews {
  readonly clientOrderId: string;
  readonly state?: OrderIntentState | undefined;
  readonly exchangeOrderId?: string | null | undefined;
  readonly filled?: Decimal | undefined;
  readonly cancelAskedAt?: Date | null | undefined;
  readonly recordedTrades?: number | undefined;
}

/** A trade of ours with what it did to the ledger. */
export interface NewFill extends Fill {
  /** ln(G after / G before). */
  readonly growth: number;
  /** In USD; null while no price of the counter currency is known. */
  readonly volume: Decimal | null;
}

export interface StoredFill extends NewFill {
  readonly botId: string;
  /** Grows with each stored fill of the database: the order of booking. */
  readonly number: number;
}

export interface Orders {
  find(clientOrderId: string): Promise<OrderIntent | null>;
  /** Not ended, or ended with trades that stand in no contract record yet: what a runner must know after a restart. By sequence. */
  listUnsettled(botId: string): Promise<OrderIntent[]>;
  /** In the states pending, unknown and open, by sequence. */
  listOpen(botId: string): Promise<OrderIntent[]>;
  /** Of several bots at once. */
  listOpenOfAccount(exchangeAccountId: string): Promise<OrderIntent[]>;
}

export interface Fills {
  /** In the order of booking. */
  listOfOrders(clientOrderIds: readonly string[]): Promise<StoredFill[]>;
  /** The last booked trade of a pair: where asking the exchange goes on. */
  findLatest(exchangeAccountId: string, pair: PairName): Promise<StoredFill | null>;
  /** Newest first. */
  listOfBot(botId: string, page: { readonly offset: number; readonly limit: number }): Promise<StoredFill[]>;
}
