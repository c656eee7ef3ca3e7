import type { Lane } from './address-limits.ts';

/** A table of ccxt: what stands in it is read field by field, never trusted. */
export type Table = Record<string, unknown>;

/** A socket of ccxt, as far as its promises concern us. */
export interface CcxtSocket {
  /** Resolves when it is open. Stays pending when it never opens. */
  readonly connected: Promise<unknown>;
  readonly futures: Record<string, Promise<unknown>>;
  send(message: unknown): Promise<unknown>;
  /** ccxt's own limiter of what is sent; absent means that sends are not delayed. */
  throttle?: unknown;
  future(messageHash: string): Promise<unknown>;
  /** Nobody waits for it: nothing happens. */
  resolve(result: unknown, messageHash: string): unknown;
  close(): unknown;
}

/** An answer as ccxt reads it. */
interface CcxtResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string>>;
  text(): Promise<string>;
}

/**
 * The part of a ccxt exchange that this package uses.
 * Everything it returns is `unknown` on purpose: it came from outside and is read by `read-*.ts`.
 */
export interface CcxtExchange {
  readonly id: string;
  readonly apiKey: string | undefined;
  readonly has: Readonly<Record<string, unknown>>;
  readonly precisionMode: number;
  readonly markets: Readonly<Record<string, unknown>> | undefined;
  readonly bidsasks: Readonly<Record<string, unknown>>;
  readonly trades: Readonly<Record<string, unknown>>;
  /** What the private stream brought; ccxt begins a new list where there is none. */
  orders: unknown;
  myTrades: unknown;
  readonly rateLimit: number;
  readonly options: Table;
  readonly urls: Readonly<Record<string, unknown>>;
  /** The open sockets by their address. */
  readonly clients: Record<string, CcxtSocket>;
  throttler: Lane;

  // What the transport is made of; shared between instances (see transport.ts).
  readonly undiciModule: unknown;
  readonly zlibModule: unknown;
  readonly fetchImplementation: unknown;
  readonly AbortError: unknown;
  readonly FetchError: unknown;
  loadFetchImplementation(): Promise<unknown>;
  getDispatcherOptions(isPlainAgent: boolean): Table;

  describe(): Table;
  calculateRateLimiterCost(api: unknown, method: string, path: string, params: Table, config?: Table): number;
  sign(path: string, api: unknown, method: string, params: Table, headers: unknown, body: unknown): Table;
  /** Now, by the exchange's clock, as far as it is known; epoch milliseconds. */
  nonce(): number;
  fetch(url: string, method?: string, headers?: unknown, body?: unknown): Promise<unknown>;
  setHeaders(headers: unknown): Record<string, string>;
  /** Reads an answer and throws what it says is wrong. */
  handleRestResponse(response: CcxtResponse, url: string, method?: string, headers?: unknown, body?: unknown): Promise<unknown>;
  handleErrors(status: number, reason: string, url: string, method: string, headers: Table, body: string, ...rest: unknown[]): unknown;
  client(url: string): CcxtSocket;
  readonly streaming: Table;
  /** What a socket of ours says to stay alive, where the exchange wants more than a ping. */
  readonly ping?: (socket: CcxtSocket) => unknown;
  handleMessage(socket: CcxtSocket, message: unknown): void;
  onConnected(socket: CcxtSocket): void;
  onError(socket: CcxtSocket, error: unknown): void;
  onClose(socket: CcxtSocket, event: unknown): void;
  close(): Promise<unknown>;
  loadTimeDifference?(): Promise<unknown>;
  authenticate?(params?: Table): Promise<unknown>;

  /** `true` asks again. */
  loadMarkets(reload?: boolean): Promise<unknown>;
  /** Whether the last answer is kept. */
  enableLastJsonResponse: boolean;
  last_json_response: unknown;
  setMarketsFromExchange(source: CcxtExchange): unknown;
  priceToPrecision(symbol: string, price: string): string;
  amountToPrecision(symbol: string, amount: string): string;
  fetchOrderBook(symbol: string, limit: number): Promise<unknown>;
  fetchTicker(symbol: string): Promise<unknown>;
  fetchTickers(symbols: readonly string[]): Promise<unknown>;
  fetchOHLCV(symbol: string, timeframe: string, since?: number, limit?: number): Promise<unknown>;
  fetchBalance(params?: Table): Promise<unknown>;
  fetchTradingFee(symbol: string): Promise<unknown>;
  createOrder(symbol: string, type: string, side: string, amount: string, price: string, params: Table): Promise<unknown>;
  cancelOrder(id: string | undefined, symbol: string, params: Table): Promise<unknown>;
  fetchOrder(id: string, symbol: string, params: Table): Promise<unknown>;
  fetchOpenOrders(symbol: string | undefined, since?: number, limit?: number, params?: Table): Promise<unknown>;
  fetchOrders(symbol: string, since: number): Promise<unknown>;
  fetchClosedOrders(symbol: string, since?: number, limit?: number, params?: Table): Promise<unknown>;
  fetchMyTrades(symbol: string | undefined, since: number | undefined, limit: number, params: Table): Promise<unknown>;
  watchOrders(): Promise<unknown>;
  watchMyTrades(): Promise<unknown>;
  watchBidsAsks(symbols: readonly string[]): Promise<unknown>;
  watchOrderBook(symbol: string, limit: number | undefined): Promise<unknown>;
  unWatchOrderBook?(symbol: string): Promise<unknown>;
  watchTradesForSymbols(symbols: readonly string[]): Promise<unknown>;
}

export type CcxtClass = new (settings: Table) => CcxtExchange;
