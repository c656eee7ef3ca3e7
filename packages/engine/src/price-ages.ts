import type { PairName } from '@tenbin/market';
import type { PricesByPair } from '@tenbin/strategy';
import type { Clock } from './clock.ts';

/** A price that nobody has told or confirmed for so long is not known any more. */
const longestAgeMs = 90_000;
/** A pair that stood still for so long is asked for. */
const quietAfterMs = 30_000;
/** What a price may move, as a share of it, before whoever decided by it decides anew. */
const noticed = 0.005;

/** The price of each pair, and as of when it is known: by a tick, or because it was asked for. */
export class PriceAges {
  readonly #clock: Clock;
  /** Epoch milliseconds. */
  readonly #asOf = new Map<PairName, number>();
  /** The price of each pair when the map was last another one for its sake. */
  readonly #noticed = new Map<PairName, number>();
  #fresh = new Map<PairName, number>();
  /** Until then no price in the map is too old. Epoch milliseconds. */
  #freshUntil = Number.POSITIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * The prices that are known now. The same map, its prices kept current, as long as the same pairs are in it and none
   * has moved by more than half a percent since it was given out first: who decided by it need not decide anew.
   */
  get fresh(): PricesByPair {
    if (this.#clock.now().getTime() > this.#freshUntil) this.#dropOld();
    return this.#fresh;
  }

  /** A price as of now. */
  take(pair: PairName, price: number): void {
    const now = this.#clock.now().getTime();
    this.#asOf.set(pair, now);
    this.#freshUntil = Math.min(this.#freshUntil, now + longestAgeMs);
    const before = this.#fresh.has(pair) ? this.#noticed.get(pair) : undefined;
    if (before === undefined || !(Math.abs(price - before) <= noticed * before)) {
      this.#fresh = new Map(this.#fresh);
      this.#noticed.set(pair, price);
    }
    this.#fresh.set(pair, price);
  }

  /** What happened meanwhile is not known: no price is, until it is told or asked for again. */
  forgetAll(): void {
    this.#asOf.clear();
    this.#fresh = new Map();
    this.#freshUntil = Number.POSITIVE_INFINITY;
  }

  /** Of these pairs those of which nothing was heard for a while. */
  quietOf(pairs: ReadonlySet<PairName>): PairName[] {
    const since = this.#clock.now().getTime() - quietAfterMs;
    return [...pairs].filter((pair) => (this.#asOf.get(pair) ?? Number.NEGATIVE_INFINITY) <= since);
  }

  #dropOld(): void {
    const since = this.#clock.now().getTime() - longestAgeMs;
    this.#fresh = new Map([...this.#fresh].filter(([pair]) => (this.#asOf.get(pair) ?? 0) >= since));
    const oldest = Math.min(...[...this.#fresh.keys()].map((pair) => this.#asOf.get(pair) ?? 0));
    this.#freshUntil = oldest + longestAgeMs;
  }
}
