import type { VirtualExchange } from '../exchange/virtual-exchange.ts';
import { Windows } from '../wire/windows.ts';
import { tooManyOrders, tooManyRequests } from './okx-error.ts';

/** How much one address, and one account, may ask within two seconds. OKX counts by endpoint; here one count is for all. */
export interface OkxLimits {
  readonly requestsPerTwoSeconds: number;
  readonly ordersPerTwoSeconds: number;
  /** Attempts of an address to open a socket; OKX allows 3. Infinite: not counted. */
  readonly connectionsPerSecond: number;
  /** A socket is closed when it is so old. */
  readonly socketLifeMs: number;
}

export const okxLimits: OkxLimits = {
  requestsPerTwoSeconds: 400,
  ordersPerTwoSeconds: 1_000,
  connectionsPerSecond: Number.POSITIVE_INFINITY,
  socketLifeMs: Number.POSITIVE_INFINITY,
};

export interface OkxDialectOptions {
  readonly okxLimits?: Partial<OkxLimits>;
  readonly onFault?: (error: unknown) => void;
}

/** An exchange that speaks OKX v5. */
export class OkxDialect {
  readonly exchange: VirtualExchange;
  /** Hears what went wrong on our side; the client was told no more than "system error". */
  readonly onFault: (error: unknown) => void;
  readonly limits: OkxLimits;
  readonly #requests = new Windows(2_000);
  readonly #orders = new Windows(2_000);
  readonly #connections = new Windows(1_000);

  constructor(exchange: VirtualExchange, { okxLimits: limits, onFault = () => {} }: OkxDialectOptions = {}) {
    this.exchange = exchange;
    this.onFault = onFault;
    this.limits = { ...okxLimits, ...limits };
  }

  /** @throws {OkxError} 50011 */
  countRequest(address: string): void {
    if (this.#requests.add(address, 1, this.exchange.now()) > this.limits.requestsPerTwoSeconds) throw tooManyRequests();
  }

  /** @returns whether one more socket of this address may open */
  admits(address: string): boolean {
    return this.#connections.add(address, 1, this.exchange.now()) <= this.limits.connectionsPerSecond;
  }

  /** @throws {OkxError} 50061 */
  countOrders(account: string, orders: number): void {
    if (this.#orders.add(account, orders, this.exchange.now()) > this.limits.ordersPerTwoSeconds) throw tooManyOrders();
  }
}
