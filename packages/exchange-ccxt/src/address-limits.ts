import type { Lane } from './ccxt-exchange.ts';

const afterTooMany = 429;
const afterBan = 418;
const pauseWithoutWord = { tooMany: 30_000, ban: 120_000 } as const;

/**
 * What all callers of one address share: exchanges count requests per address we call from, not per key.
 *
 * - two lanes: orders never wait behind reads;
 * - a halt: after "too many requests" nobody calls until the exchange's time is over, or it bans us.
 */
export class AddressLimits {
  readonly reads: Lane;
  readonly orders: Lane;
  #haltedUntil = 0;

  constructor(lanes: { reads: Lane; orders: Lane }) {
    this.reads = lanes.reads;
    this.orders = lanes.orders;
  }

  /** How long nobody may call, in ms; 0 when calls may go out. */
  remainingHaltMs(now = Date.now()): number {
    return Math.max(0, this.#haltedUntil - now);
  }

  /** Longer halts win. */
  haltFor(durationMs: number, now = Date.now()): void {
    this.#haltedUntil = Math.max(this.#haltedUntil, now + durationMs);
  }

  /** Looks at every answer of the exchange. */
  noteAnswer(status: number, headers: Readonly<Record<string, unknown>>): void {
    if (status !== afterTooMany && status !== afterBan) return;
    this.haltFor(retryAfterMs(headers) ?? (status === afterBan ? pauseWithoutWord.ban : pauseWithoutWord.tooMany));
  }
}

/** The header `Retry-After`: whole seconds, or a date. */
export function retryAfterMs(headers: Readonly<Record<string, unknown>>, now = Date.now()): number | null {
  const name = Object.keys(headers).find((key) => key.toLowerCase() === 'retry-after');
  if (name === undefined) return null;
  const value = String(headers[name]);
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

const known = new Map<string, AddressLimits>();

/** The limits of one address, the same for every connector of this process. */
export function limitsOf(address: string, makeLanes: () => { reads: Lane; orders: Lane }): AddressLimits {
  const existing = known.get(address);
  if (existing !== undefined) return existing;
  const limits = new AddressLimits(makeLanes());
  known.set(address, limits);
  return limits;
}
