import type { AddressHalt } from '@tenbin/exchange';
import { pause, type Runtime } from '@tenbin/runtime';
import { ConnectionGate } from './connection-gate.ts';
import type { Purpose } from './current-call.ts';
import { type Brake, defaultBurstMs, LeakyLane, type WaitLimit } from './leaky-lane.ts';
import type { TurnRule } from './next-turns.ts';
import { OrderLane } from './order-lane.ts';
import { headerOf, UsedWeight, type WeightRule } from './used-weight.ts';

/** How long nobody calls after an answer that does not say it itself: too many, a ban, a firewall. */
const pauseAfterTooMany = 30_000;
const pauseWithoutWord: Readonly<Record<number, number>> = { 429: pauseAfterTooMany, 418: 120_000, 403: 600_000 };

/** Of a lane. */
const asideWidth = 1 / 2;

export type LimitsRuntime = Pick<Runtime, 'now' | 'elapsedMs' | 'after'>;

/** A queue of requests: resolves when the next one may go out. */
export interface Lane {
  /** @throws {NotSent} when that is later than its caller waits */
  throttle(cost?: number, limit?: WaitLimit): Promise<void>;
}

export type Lanes = Readonly<Record<Purpose, Lane>>;

export interface PaceRules {
  /** How long a request of cost 1 keeps its lane busy. */
  readonly msPerCost: number;
  /** How much idle time a lane saves up for several requests at once. */
  readonly burstMs?: number | undefined;
  /** How the exchange says what this address has used; absent where it does not. */
  readonly weight?: WeightRule | undefined;
  /** How many requests the address may send where each account's are counted besides. */
  readonly requests?: TurnRule | undefined;
  /** Where an answer does not say how long nobody may call, it is no longer than this; as long as usual unless given. */
  readonly maxHaltWithoutWordMs?: number | undefined;
  /** How many orders each account may place; absent where they are counted as requests alone. */
  readonly orders?: readonly TurnRule[] | undefined;
  /** How many private streams one address may open; absent where they are not counted. */
  readonly connections?: readonly TurnRule[] | undefined;
}

/**
 * What all callers of one address share: exchanges count requests per address we call from, not per key.
 *
 * - three lanes: placing never waits behind reads, and cancelling behind neither;
 * - a lane aside for those who do not trade: of half a lane's width, and closed where traders' reads would begin to wait;
 * - a watch on what the exchange counts: reads slow down before its limit is reached, and leave the rest to orders;
 * - a gate for opening private streams;
 * - a halt of opening sockets, after one was closed as too much;
 * - a halt: after "too many requests" nobody calls until the exchange's time is over, or it bans us.
 */
export class AddressLimits implements AddressHalt {
  readonly gate: ConnectionGate;
  readonly #runtime: LimitsRuntime;
  readonly #lanes: Lanes;
  readonly #aside: Lanes;
  #rules: PaceRules;
  #weight: UsedWeight | null;
  #haltedUntil = 0;
  #clockOffsetMs: number | null = null;
  #answeredAt: Date | null = null;
  /** Of opening sockets alone. */
  #connectsFrom = 0;
  readonly #requests: Lanes;
  readonly #requestsAside: Lane;
  readonly #orderLanes = new Map<string, OrderLane>();
  readonly #haltListeners = new Set<(until: Date) => void>();

  constructor(runtime: LimitsRuntime, rules: PaceRules) {
    this.#runtime = runtime;
    this.#rules = rules;
    this.#weight = this.#watch(rules);
    this.gate = new ConnectionGate(runtime, {
      rules: () => this.#rules.connections ?? [],
      haltMs: () => this.#remainingMsToConnect(),
    });
    const lane = (brake?: (weight: UsedWeight) => Brake) =>
      new LeakyLane(runtime, () => this.#rules, brake && (() => this.#weight && brake(this.#weight)));
    this.#lanes = { read: lane(({ reads }) => reads), place: lane(({ placing }) => placing), cancel: lane() };
    this.#aside = forAll(
      new LeakyLane(
        runtime,
        () => this.#asideRules,
        () => this.#weight?.others ?? null,
      ),
    );
    const share = (part: number) => new LeakyLane(runtime, () => paceOfRequests(this.#rules.requests, part));
    const { read, place, cancel, aside } = partsOfRequests;
    this.#requests = { read: share(read), place: share(place), cancel: share(cancel) };
    this.#requestsAside = share(aside);
  }

  /** From now on: what the exchange itself says of its limits. */
  adopt(rules: PaceRules): void {
    this.#rules = { ...this.#rules, ...rules };
    this.#weight = this.#watch(rules);
  }

  #watch({ weight }: PaceRules): UsedWeight | null {
    return weight === undefined ? null : new UsedWeight(this.#runtime, weight);
  }

  #now(): number {
    return this.#runtime.now().getTime();
  }

  /** Those that all callers wait in together, traders or others. */
  lanes(isAside = false): Lanes {
    return isAside ? this.#aside : this.#lanes;
  }

  /** Those of one account, where the exchange counts each one's requests; and the address's, where it counts those too. */
  ownLanes(isAside = false): Lanes {
    const both = (own: Lane, common: Lane): Lane => (this.#rules.requests === undefined ? own : new BothLanes(own, common));
    if (isAside) return forAll(both(new LeakyLane(this.#runtime, () => this.#asideRules), this.#requestsAside));
    const lane = (purpose: Purpose): Lane => both(new LeakyLane(this.#runtime, () => this.#rules), this.#requests[purpose]);
    return { read: lane('read'), place: lane('place'), cancel: lane('cancel') };
  }

  /** Where the orders of one account wait besides; however often it connects, what it has placed counts on. */
  orderLane(apiKey: string): OrderLane {
    const lane = this.#orderLanes.get(apiKey) ?? new OrderLane(this.#runtime, () => this.#rules.orders ?? []);
    this.#orderLanes.set(apiKey, lane);
    return lane;
  }

  get #asideRules(): PaceRules {
    const { msPerCost, burstMs = defaultBurstMs } = this.#rules;
    return { ...this.#rules, msPerCost: msPerCost / asideWidth, burstMs: burstMs / asideWidth };
  }

  /** How long nobody may call, in ms; 0 when calls may go out. */
  remainingHaltMs(): number {
    return Math.max(0, this.#haltedUntil - this.#now());
  }

  /** Resolves when calls may go out, or when the signal fires. */
  async untilOpen(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.remainingHaltMs() > 0) await pause(this.#runtime, this.remainingHaltMs(), { signal });
  }

  /** As {@link untilOpen}, for a socket. */
  async untilConnectable(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.#remainingMsToConnect() > 0) await pause(this.#runtime, this.#remainingMsToConnect(), { signal });
  }

  #remainingMsToConnect(): number {
    return Math.max(this.remainingHaltMs(), this.#connectsFrom - this.#now());
  }

  /** A socket was closed as too much: calls go on, but nobody opens another one for as long as after a refused one. */
  noteCutOff(): void {
    this.#connectsFrom = Math.max(this.#connectsFrom, this.#now() + pauseAfterTooMany);
  }

  /** The exchange said so. Longer halts win. */
  haltFor(durationMs: number): void {
    const until = this.#now() + durationMs;
    if (until <= this.#haltedUntil) return;
    this.#haltedUntil = until;
    for (const listener of this.#haltListeners) listener(new Date(this.#haltedUntil));
  }

  /** Of what the exchange lets this address use, as it says; null where it does not. */
  get usedRatio(): number | null {
    return this.#weight?.usedRatio ?? null;
  }

  get until(): Date | null {
    return this.remainingHaltMs() > 0 ? new Date(this.#haltedUntil) : null;
  }

  extendTo(until: Date): void {
    this.#haltedUntil = Math.max(this.#haltedUntil, until.getTime());
  }

  onHalted(listener: (until: Date) => void): () => void {
    this.#haltListeners.add(listener);
    return () => this.#haltListeners.delete(listener);
  }

  /** Looks at what every answer says of what was used and of the time, whomever a refusal concerns. */
  noteUse(headers: Readonly<Record<string, unknown>>): void {
    this.#answeredAt = this.#runtime.now();
    this.#weight?.note(headers);
    const said = Date.parse(headerOf(headers, 'date') ?? '');
    // A date has whole seconds: on average it is half a second behind.
    if (Number.isFinite(said)) this.#clockOffsetMs = said + 500 - this.#now();
  }

  /** When it last answered anything; null before the first time. */
  get answeredAt(): Date | null {
    return this.#answeredAt;
  }

  /** How far the exchange's clock is ahead of ours; null while it has not told. */
  get clockOffsetSeconds(): number | null {
    return this.#clockOffsetMs === null ? null : this.#clockOffsetMs / 1000;
  }

  /**
   * Looks at every answer that concerns the address: "too many", a ban, or a firewall's refusal.
   *
   * @param body - absent where a socket was refused, which carries no key yet
   */
  noteAnswer(status: number, headers: Readonly<Record<string, unknown>>, body = ''): void {
    const defaultMs = pauseWithoutWord[status];
    if (defaultMs === undefined || (status === 403 && !isOfFirewall(body))) return;
    this.haltFor(retryAfterMs(headers, this.#runtime.now()) ?? Math.min(defaultMs, this.#rules.maxHaltWithoutWordMs ?? defaultMs));
  }
}

const forAll = (lane: Lane): Lanes => ({ read: lane, place: lane, cancel: lane });

/** A request waits for its turn in the account's lane and in the address's, where each counts as one. */
class BothLanes implements Lane {
  readonly #own: Lane;
  readonly #common: Lane;

  constructor(own: Lane, common: Lane) {
    this.#own = own;
    this.#common = common;
  }

  async throttle(cost?: number, limit?: WaitLimit): Promise<void> {
    await Promise.all([this.#own.throttle(cost, limit), this.#common.throttle(1, limit)]);
  }
}

const requestsBurstMs = 500;

/** Of what an address may send: together no more than all, since nobody is told what of it was used. */
export const partsOfRequests = { read: 1 / 2, place: 7 / 32, cancel: 7 / 32, aside: 1 / 16 } as const;

/** A part of what an address may send, what a lane saves up included. */
export function paceOfRequests(rule: TurnRule | undefined, part: number): { readonly msPerCost: number; readonly burstMs: number } {
  const msPerCost = rule === undefined ? 0 : (rule.windowMs + requestsBurstMs) / (rule.most * part);
  return { msPerCost, burstMs: requestsBurstMs };
}

/**
 * Whether a refusal with status 403 is about the address, and not the exchange's own about a key: a firewall in front of
 * the exchange does not speak its language, but for Bybit's.
 */
export const isOfFirewall = (body: string): boolean => !/^\s*[{[]/.test(body) || /access too frequent/i.test(body);

/** The header `Retry-After`: whole seconds, or a date. */
export function retryAfterMs(headers: Readonly<Record<string, unknown>>, now: Date): number | null {
  const value = headerOf(headers, 'retry-after');
  if (value === null) return null;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}
