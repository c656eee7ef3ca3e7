import type { PairName } from '@tenbin/market';
import type { PricesByPair } from '@tenbin/strategy';
import type { Clock } from '../runtime/clock.ts';

/** A price that nobody has told or confirmed for so long is not known any more. */
const maxAgeMs = 90_000;
/** A pair that stood still for so long is asked for. */
const quietAfterMs = 30_000;

/** The price of each pair, and as of when it is known: by a tick, or because it was asked for. */
export class PriceAges {
  readonly #clock: Clock;
  /** Epoch milliseconds. */
  readonly #asOf = new Map<PairName, number>();
  #fresh = new Map<PairName, number>();
  /** Until then no price in the map is too old. Epoch milliseconds. */
  #freshUntil = Number.POSITIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The prices that are known now. The map is kept current. */
  get fresh(): PricesByPair {
    if (this.#clock.now().getTime() > this.#freshUntil) this.#dropOld();
    return this.#fresh;
  }

  /** A price as of now. */
  take(pair: PairName, price: number): void {
    const now = this.#clock.now().getTime();
    this.#asOf.set(pair, now);
    this.#freshUntil = Math.min(this.#freshUntil, now + maxAgeMs);
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
    const since = this.#clock.now().getTime() - maxAgeMs;
    this.#fresh = new Map([...this.#fresh].filter(([pair]) => (this.#asOf.get(pair) ?? 0) >= since));
    const oldest = Math.min(...[...this.#fresh.keys()].map((pair) => this.#asOf.get(pair) ?? 0));
    this.#freshUntil = oldest + maxAgeMs;
  }
}
