import type { Candle, CandleInterval, Decimal, Fill, MarketRules, OrderBook, PairName, Side, Wallet } from '@tenbin/market';

/** What an exchange can do, so that callers choose another way instead of failing. */
export interface Capabilities {
  /** Orders can be found again by an id of ours. */
  readonly clientOrderId: boolean;
  /** Our orders and fills are pushed; otherwise they are polled. */
  readonly privateStream: boolean;
  readonly publicStream: boolean;
  readonly passphrase: boolean;
  /** The key's rights can be asked for. */
  readonly keyRights: boolean;
  /** An order can be refused instead of taking from the book. */
  readonly postOnly: boolean;
}

/** `unknown` is not safe: it means the exchange did not say. */
export interface KeyRights {
  readonly read: boolean | 'unknown';
  readonly trade: boolean | 'unknown';
  readonly withdraw: boolean | 'unknown';
  readonly transfer: boolean | 'unknown';
  /** When the key, or its right to trade, ends by itself; absent: never, or the exchange does not tell. */
  readonly endsAt?: Date;
}

export interface Credentials {
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase?: string | undefined;
}

/** A limit order to be placed. Price and amount are already on the grid. */
export interface OrderRequest {
  /** `[A-Za-z0-9]{1,32}`, never used before. */
  readonly clientOrderId: string;
  readonly pair: PairName;
  readonly side: Side;
  readonly price: Decimal;
  readonly amount: Decimal;
  /** Refused instead of filled when it would take from the book. */
  readonly postOnly?: boolean;
  /** What is not filled at once ends, where the exchange can see to that. */
  readonly immediate?: boolean;
  /** Ends rather than trade with another order of the same account, where the exchange can see to that. */
  readonly preventSelfTrade?: boolean;
}

/** So long after it was signed an exchange accepts an order, at most. It bounds how late one can arrive. */
export const orderWindowMs = 5_000;

export interface Sending {
  /** Asked for as the order leaves, however long it waited: true, and it is not sent. Absent: it never is. */
  readonly isLate?: (() => boolean) | undefined;
}

export type OrderStatus = 'open' | 'filled' | 'cancelled' | 'rejected' | 'expired';

/** An order as the exchange reported it. */
export interface OrderReport {
  readonly exchangeOrderId: string;
  readonly clientOrderId: string | null;
  readonly pair: PairName;
  readonly side: Side;
  readonly price: Decimal;
  readonly amount: Decimal;
  /** Base filled so far; never falls. */
  readonly filled: Decimal;
  /** What that moved in counter, as the exchange tells it; absent or null where it does not. */
  readonly filledNotional?: Decimal | null;
  readonly status: OrderStatus;
  readonly at: Date;
}

/** Names one order of ours. At least one of the two ids. */
export interface OrderRef {
  readonly pair: PairName;
  readonly clientOrderId: string | null;
  readonly exchangeOrderId: string | null;
}

export type PrivateEvent =
  | { readonly type: 'order'; readonly order: OrderReport }
  | { readonly type: 'fill'; readonly fill: Fill }
  /** The stream broke: what happened meanwhile was not seen. */
  | { readonly type: 'disconnected'; readonly error: Error }
  /** The stream is not opened before its turn comes among those of the address, which is expected then; calls work. */
  | { readonly type: 'waiting'; readonly until: Date }
  /** The stream is (again) live: take a snapshot. */
  | { readonly type: 'connected' };

export interface TradesQuery {
  /** Trades after this one. Those shortly before it may come again: lists are not always in order, or complete at once. */
  readonly afterTradeId?: string | undefined;
  readonly since?: Date | undefined;
  /** Only those of this order, wherever they stand among others. With a time before it was placed, for where only that is asked by. */
  readonly exchangeOrderId?: string | undefined;
}

/** Fractions taken from what an order receives: 0.001 is 0.1 %. May be negative. */
export interface Fees {
  readonly maker: number;
  readonly taker: number;
}

/**
 * One exchange account, reached with one key. Every call has its own deadline and
 * throws {@link ExchangeError} and nothing else.
 */
export interface ExchangeAccount {
  readonly capabilities: Capabilities;
  fetchWallet(): Promise<Wallet>;
  fetchKeyRights(): Promise<KeyRights>;
  /** Whose account it is, by the exchange's own number: the same with every key of it; null where the exchange does not say. */
  fetchAccountId?(): Promise<string | null>;
  /** What this account pays on each of these pairs: its own tier where the exchange tells it, else what is published. */
  fetchFees?(pairs: readonly PairName[]): Promise<ReadonlyMap<PairName, Fees>>;
  /**
   * Sent once, and refused by the exchange {@link orderWindowMs} after it was signed. `unknown` errors must be resolved with
   * {@link findOrder} before anything else is placed. What was late is `transient`, and never arrives.
   */
  placeOrder(request: OrderRequest, sending?: Sending): Promise<OrderReport>;
  /**
   * How long whoever replaces so many orders again and again leaves between two times, ms, so that the orders that the
   * exchange takes of this account last; 0 where that needs no care. Absent: it never does.
   */
  orderRestMs?(orders: number): number;
  /** @returns the order as it stands afterwards. @throws `orderNotFound`: filled, cancelled or never there; ask. */
  cancelOrder(ref: OrderRef): Promise<OrderReport>;
  /** @returns null only when the exchange really said that there is no such order. */
  findOrder(ref: OrderRef): Promise<OrderReport | null>;
  fetchOpenOrders(pair: PairName): Promise<OrderReport[]>;
  /** All orders since then, whatever became of them; null where the exchange has no such list. */
  fetchOrdersSince?(pair: PairName, since: Date): Promise<OrderReport[] | null>;
  /** Oldest first, complete from the given point on as far as the exchange shows them by then. */
  fetchFills(pair: PairName, query: TradesQuery): Promise<Fill[]>;
  /** Starts the private stream (or polling). Never throws; trouble arrives as `disconnected`, and it reconnects by itself. */
  subscribe(listener: (event: PrivateEvent) => void): () => void;
  close(): Promise<void>;
}

/** Of the latest trade of a pair. */
export interface LastPrice {
  readonly price: Decimal;
  readonly at: Date;
}

/** Best prices of a pair. `last` is the latest trade. */
export interface PriceTick {
  readonly pair: PairName;
  readonly bestBid: Decimal;
  readonly bestAsk: Decimal;
  readonly last: Decimal;
  readonly at: Date;
}

/** So many levels of each side of a book are told at most: more than a bot's own orders can be. */
export const bookDepth = 50;

/** A book as it is now, or that a pair's is not known any more. */
export type BookEvent = OrderBook | { readonly stale: true; readonly pair: PairName; readonly error: Error };

/** What an exchange tells everybody; no key. */
export interface MarketData {
  /** Shared, and loaded anew now and then. */
  fetchMarkets(): Promise<ReadonlyMap<PairName, MarketRules>>;
  /** Listed, but not trading at present: as loaded with the others. Absent where the exchange does not tell them apart. */
  fetchHaltedMarkets?(): Promise<ReadonlyMap<PairName, MarketRules>>;
  /** Tells the markets each time they were loaded anew, and those that are listed but do not trade. */
  onMarkets?(listener: (markets: ReadonlyMap<PairName, MarketRules>, halted: ReadonlyMap<PairName, MarketRules>) => void): () => void;
  /** Loads the markets anew soon: at once, or as soon as a minute has passed since the last time. */
  renewMarkets?(): void;
  /** A pair is left out while a side of its book is empty. */
  fetchPrices(pairs: readonly PairName[]): Promise<PriceTick[]>;
  /** The latest trade, whoever quotes by now; null where none is told. */
  fetchLast(pair: PairName): Promise<LastPrice | null>;
  fetchBook(pair: PairName): Promise<OrderBook>;
  /** Oldest first. */
  fetchCandles(
    pair: PairName,
    interval: CandleInterval,
    query: { since?: Date | undefined; limit?: number | undefined },
  ): Promise<Candle[]>;
  /** One connection for all pairs. Never throws; reconnects by itself and says so. */
  watchPrices(
    pairs: readonly PairName[],
    listener: (event: PriceTick | { readonly stale: true; readonly error: Error }) => void,
  ): () => void;
  /** A pair's book with each change, over one subscription for all who listen. Never throws; reconnects by itself and says so. */
  watchBook(pair: PairName, listener: (event: BookEvent) => void): () => void;
  close(): Promise<void>;
}

/** An exchange as the product knows it: how to reach it and what it is called. */
export interface ExchangeSettings {
  /** The name of ccxt's class: 'binance'. */
  readonly ccxtId: string;
  /** Where it is reached instead of its real address: the virtual exchange. */
  readonly baseUrl?: string | undefined;
}

/** What an exchange is called in figures. @param address - where it is reached, or its name at ccxt */
export const exchangeLabel = (address: string): string => URL.parse(address)?.host ?? address;

/** "Too many requests" concerns an address: nobody calls from it before the exchange's time is over. */
export interface AddressHalt {
  /** Null when calls may go out. */
  readonly until: Date | null;
  /** Another process on the same address was told so. Longer halts win. */
  extendTo(until: Date): void;
  /** Tells when the exchange told this process so. @returns stops telling */
  onHalted(listener: (until: Date) => void): () => void;
}

/** The turns of an address to open a connection that were taken lately, kept where several processes see them. */
export interface TurnLog {
  /**
   * Takes as many turns as `decide` says, in one step. Rejects where the log cannot be had: then none is taken.
   *
   * @param keepMs - what is older need not be remembered
   * @param decide - told how long ago each of the last turns was taken, in ms, oldest first
   * @returns how many were taken
   */
  take(keepMs: number, decide: (agesMs: readonly number[]) => number): Promise<number>;
}

/** An exchange counts the new connections of an address: private streams are opened in turn. */
export interface AddressTurns {
  /** From now on turns are taken from this log; until then each process has one of its own. */
  shareBy(log: TurnLog): void;
}

/** Makes the connections of one exchange. Accounts share its loaded markets. */
export interface ExchangeConnector {
  readonly capabilities: Capabilities;
  /** Absent where nothing is ever halted. */
  readonly halt?: AddressHalt;
  /** Absent where connections are not counted. */
  readonly turns?: AddressTurns;
  marketData(): MarketData;
  account(credentials: Credentials): Promise<ExchangeAccount>;
}
