import { Windows } from '../wire/windows.ts';
import { BinanceError } from './binance-error.ts';

/** How much one address, and one account, may ask, and have open. */
export interface RateLimits {
  readonly weightPerMinute: number;
  readonly ordersPerTenSeconds: number;
  readonly ordersPerDay: number;
  /** Of one account. */
  readonly openOrdersPerSymbol: number;
  /** Requests in one minute after which an address that was told to wait (429) and did not is banned (418). */
  readonly disobeyedPerMinute: number;
}

export const binanceLimits: RateLimits = {
  weightPerMinute: 6_000,
  ordersPerTenSeconds: 100,
  ordersPerDay: 200_000,
  openOrdersPerSymbol: 200,
  disobeyedPerMinute: 100,
};

/** Binance's shortest ban. */
const banMs = 2 * 60_000;

/** Keeps count of weight by address and of orders by account, and refuses what is too much. */
export class RateCounter {
  readonly limits: RateLimits;
  #weight = new Windows(60_000);
  #tenSeconds = new Windows(10_000);
  #day = new Windows(86_400_000);
  #disobeyed = new Windows(60_000);
  #bannedUntil = new Map<string, number>();

  constructor(limits: RateLimits) {
    this.limits = limits;
  }

  /** @returns the headers that say how much is used @throws {BinanceError} -1003 with status 429 or 418 */
  countWeight(address: string, weight: number, now: number): Record<string, string> {
    this.#refuseBanned(address, now);
    const used = this.#weight.add(address, weight, now);
    const headers = { 'X-MBX-USED-WEIGHT': String(used), 'X-MBX-USED-WEIGHT-1M': String(used) };
    const { weightPerMinute } = this.limits;
    if (used <= weightPerMinute) return headers;
    if (this.#disobeyed.add(address, 1, now) > this.limits.disobeyedPerMinute) {
      this.#bannedUntil.set(address, now + banMs);
      this.#refuseBanned(address, now);
    }
    const message = `Too much request weight used; current limit is ${weightPerMinute} request weight per 1 MINUTE. Please use WebSocket Streams for live updates to avoid polling the API.`;
    throw new BinanceError(-1003, message, { status: 429, headers: { ...headers, 'Retry-After': this.#weight.secondsLeft(now) } });
  }

  #refuseBanned(address: string, now: number): void {
    const until = this.#bannedUntil.get(address) ?? 0;
    if (until <= now) return;
    throw new BinanceError(-1003, `Way too much request weight used; IP banned until ${until}.`, {
      status: 418,
      headers: { 'Retry-After': String(Math.ceil((until - now) / 1_000)) },
    });
  }

  /** @returns the headers that say how many were placed @throws {BinanceError} -1015 with status 429 */
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
    throw new BinanceError(-1015, `Too many new orders; current limit is ${words}.`, {
      status: 429,
      headers: { ...headers, 'Retry-After': windows.secondsLeft(now) },
    });
  }
}
