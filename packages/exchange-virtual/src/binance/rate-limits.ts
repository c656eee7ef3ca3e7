import { Windows } from '../wire/windows.ts';
import { BinanceError } from './binance-error.ts';

/** How much one address, one account and one socket may ask, and have open. A limit that is infinite is none. */
export interface RateLimits {
  readonly weightPerMinute: number;
  /** New orders of an account that nothing was filled of: the first fill of an order gives its count back. */
  readonly ordersPerTenSeconds: number;
  readonly ordersPerDay: number;
  /** Of one account. */
  readonly openOrdersPerSymbol: number;
  /** Requests in one minute after which an address that was told to wait (429) and did not is banned (418). */
  readonly disobeyedPerMinute: number;
  /** Of an address; each further ban lasts twice as long as the one before. */
  readonly minBanMs: number;
  readonly maxBanMs: number;
  /** Requests in one minute after which the firewall answers a banned address that goes on (403). */
  readonly ignoredBanPerMinute: number;
  /** Requests of an address in five seconds after which the firewall answers. */
  readonly requestsPerFiveSeconds: number;
  readonly firewallMs: number;
  /** Attempts of an address to open a socket. */
  readonly connectionsPerFiveMinutes: number;
  /** From a client, pings included, on one socket of the public streams: it is closed when they are more. */
  readonly messagesPerSecond: number;
  readonly streamsPerConnection: number;
  /** A socket is closed when it is so old. */
  readonly socketLifeMs: number;
}

export const binanceLimits: RateLimits = {
  weightPerMinute: 6_000,
  ordersPerTenSeconds: 50,
  ordersPerDay: 160_000,
  openOrdersPerSymbol: 200,
  disobeyedPerMinute: 100,
  minBanMs: 2 * 60_000,
  maxBanMs: 3 * 86_400_000,
  ignoredBanPerMinute: 100,
  requestsPerFiveSeconds: Number.POSITIVE_INFINITY,
  firewallMs: 10 * 60_000,
  connectionsPerFiveMinutes: 300,
  messagesPerSecond: 5,
  streamsPerConnection: 1_024,
  socketLifeMs: 86_400_000,
};

/** Keeps count of what addresses and accounts ask for, and refuses what is too much. */
export class RateCounter {
  readonly limits: RateLimits;
  readonly #weight = new Windows(60_000);
  readonly #tenSeconds = new Windows(10_000);
  readonly #day = new Windows(86_400_000);
  readonly #disobeyed = new Windows(60_000);
  readonly #ignored = new Windows(60_000);
  readonly #fiveSeconds = new Windows(5_000);
  readonly #connections = new Windows(5 * 60_000);
  readonly #bans = new Map<string, { readonly count: number; readonly until: number }>();
  readonly #blockedUntil = new Map<string, number>();

  constructor(limits: RateLimits) {
    this.limits = limits;
  }

  /** Counts a request. @returns whether the firewall answers it: for a while after an address asked too much, or went on while it was banned */
  isBlocked(address: string, now: number): boolean {
    if ((this.#blockedUntil.get(address) ?? 0) > now) return true;
    const { requestsPerFiveSeconds, ignoredBanPerMinute, firewallMs } = this.limits;
    const isTooFast = this.#fiveSeconds.add(address, 1, now) > requestsPerFiveSeconds;
    const isBanned = (this.#bans.get(address)?.until ?? 0) > now;
    if (!isTooFast && !(isBanned && this.#ignored.add(address, 1, now) > ignoredBanPerMinute)) return false;
    this.#blockedUntil.set(address, now + firewallMs);
    return true;
  }

  /** @throws {BinanceError} -1003 with status 429 */
  countConnection(address: string, now: number): void {
    const { connectionsPerFiveMinutes } = this.limits;
    if (this.#connections.add(address, 1, now) <= connectionsPerFiveMinutes) return;
    const message = `Too many connection attempts; current limit is ${connectionsPerFiveMinutes} per 5 MINUTE.`;
    throw new BinanceError(-1003, message, { status: 429, headers: { 'Retry-After': this.#connections.secondsLeft(now) } });
  }

  /** @returns the headers that say how much is used @throws {BinanceError} -1003 with status 429 or 418 */
  countWeight(address: string, weight: number, now: number): Record<string, string> {
    this.#refuseBanned(address, now);
    const used = this.#weight.add(address, weight, now);
    const headers = { 'X-MBX-USED-WEIGHT': String(used), 'X-MBX-USED-WEIGHT-1M': String(used) };
    const { weightPerMinute } = this.limits;
    if (used <= weightPerMinute) return headers;
    if (this.#disobeyed.add(address, 1, now) > this.limits.disobeyedPerMinute) {
      this.#ban(address, now);
      this.#refuseBanned(address, now);
    }
    const message = `Too much request weight used; current limit is ${weightPerMinute} request weight per 1 MINUTE. Please use WebSocket Streams for live updates to avoid polling the API.`;
    throw new BinanceError(-1003, message, { status: 429, headers: { ...headers, 'Retry-After': this.#weight.secondsLeft(now) } });
  }

  /**
   * Counts an order that is about to be placed.
   *
   * @returns the headers that say how many nothing was filled of @throws {BinanceError} -1015 with status 429
   */
  countOrder(account: string, now: number): Record<string, string> {
    const tenSeconds = this.#tenSeconds.add(account, 1, now);
    const day = this.#day.add(account, 1, now);
    const headers = { 'X-MBX-ORDER-COUNT-10S': String(tenSeconds), 'X-MBX-ORDER-COUNT-1D': String(day) };
    const { ordersPerTenSeconds, ordersPerDay } = this.limits;
    const [windows, words] =
      tenSeconds > ordersPerTenSeconds
        ? [this.#tenSeconds, `${ordersPerTenSeconds} orders per 10 SECOND`]
        : [this.#day, `${ordersPerDay} orders per 1 DAY`];
    if (tenSeconds <= ordersPerTenSeconds && day <= ordersPerDay) return headers;
    this.giveBackOrder(account, now);
    throw new BinanceError(-1015, `Too many new orders; current limit is ${words}.`, {
      status: 429,
      headers: { ...headers, 'Retry-After': windows.secondsLeft(now) },
    });
  }

  /** An order was refused, or filled for the first time: it counts no longer. */
  giveBackOrder(account: string, now: number): void {
    for (const windows of [this.#tenSeconds, this.#day]) windows.giveBack(account, now);
  }

  /** Orders of an account that count now. */
  unfilledOrders(account: string, now: number): { readonly tenSeconds: number; readonly day: number } {
    return { tenSeconds: this.#tenSeconds.add(account, 0, now), day: this.#day.add(account, 0, now) };
  }

  #ban(address: string, now: number): void {
    const count = this.#bans.get(address)?.count ?? 0;
    const { minBanMs, maxBanMs } = this.limits;
    this.#bans.set(address, { count: count + 1, until: now + Math.min(maxBanMs, minBanMs * 2 ** count) });
  }

  #refuseBanned(address: string, now: number): void {
    const until = this.#bans.get(address)?.until ?? 0;
    if (until <= now) return;
    throw new BinanceError(-1003, `Way too much request weight used; IP banned until ${until}.`, {
      status: 418,
      headers: { 'Retry-After': String(Math.ceil((until - now) / 1_000)) },
    });
  }
}
