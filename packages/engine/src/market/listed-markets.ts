import type { MarketRules, PairName } from '@tenbin/market';
import type { RulesByPair } from '@tenbin/strategy';
import type { Clock } from '../runtime/clock.ts';

/**
 * Why nothing can be placed on a pair:
 * - `halted`: the exchange lists it and does not let it trade for a while, or has left it out of its list only lately;
 * - `gone`: it has left the list for good, or stays there and has not traded for days.
 */
export type MarketClosing = 'halted' | 'gone';

/** A pair is gone when the list lacks it so often in a row, for so long: one list may be incomplete. */
const goneAfterLists = 3;
const defaultGoneAfterMs = 2 * 60_000;
/** No exchange rests so long: one that keeps what it has delisted on its list, as Binance does, says no more of it than this. */
const haltedForGoodMs = 3 * 86_400_000;

/** What an exchange's lists of its markets say, one after the other, of the pairs that somebody wants. */
export class ListedMarkets {
  readonly #clock: Clock;
  readonly #goneAfterMs: number;
  readonly #wanted = new Set<PairName>();
  /** Pairs that the lists lack: how often in a row, and since when. Epoch milliseconds. */
  readonly #missing = new Map<PairName, { readonly lists: number; readonly since: number }>();
  /** Pairs that are listed and do not trade, since when as far as this process knows. Epoch milliseconds. */
  readonly #haltedSince = new Map<PairName, number>();
  #trading: RulesByPair = new Map();
  #halted: RulesByPair = new Map();
  #rules: RulesByPair = new Map();
  #closed: ReadonlyMap<PairName, MarketClosing> = new Map();

  constructor(clock: Clock, goneAfterMs = defaultGoneAfterMs) {
    this.#clock = clock;
    this.#goneAfterMs = goneAfterMs;
  }

  get wanted(): ReadonlySet<PairName> {
    return this.#wanted;
  }

  /** Of markets that trade, and of those wanted ones that do not: the rules that they had. */
  get rules(): RulesByPair {
    return this.#rules;
  }

  get closed(): ReadonlyMap<PairName, MarketClosing> {
    return this.#closed;
  }

  /** Keeps an eye on these pairs from now on. */
  want(pairs: readonly PairName[]): void {
    const added = pairs.filter((pair) => !this.#wanted.has(pair));
    if (added.length === 0) return;
    for (const pair of added) this.#wanted.add(pair);
    if (this.#trading.size > 0) this.#settle();
  }

  /**
   * A list was loaded.
   *
   * @returns whether a pair is missing of which it is not known yet whether it is gone: another list would tell
   */
  take(trading: RulesByPair, halted: ReadonlyMap<PairName, MarketRules>): { readonly needsRenewal: boolean } {
    this.#trading = trading;
    this.#halted = halted;
    const now = this.#clock.now().getTime();
    for (const pair of this.#wanted) {
      const before = this.#missing.get(pair);
      if (trading.has(pair) || halted.has(pair)) this.#missing.delete(pair);
      else this.#missing.set(pair, { lists: (before?.lists ?? 0) + 1, since: before?.since ?? now });
      if (!halted.has(pair)) this.#haltedSince.delete(pair);
      else if (!this.#haltedSince.has(pair)) this.#haltedSince.set(pair, now);
    }
    this.#settle();
    return { needsRenewal: [...this.#missing.keys()].some((pair) => this.#closed.get(pair) !== 'gone') };
  }

  #settle(): void {
    const closed = new Map<PairName, MarketClosing>();
    const rules = new Map(this.#trading);
    for (const pair of this.#wanted) {
      if (this.#trading.has(pair)) continue;
      closed.set(pair, this.#isGone(pair) ? 'gone' : 'halted');
      const kept = this.#halted.get(pair) ?? this.#rules.get(pair);
      if (kept !== undefined) rules.set(pair, kept);
    }
    this.#closed = closed;
    this.#rules = closed.size === 0 ? this.#trading : rules;
  }

  #isGone(pair: PairName): boolean {
    const now = this.#clock.now().getTime();
    if (now - (this.#haltedSince.get(pair) ?? now) >= haltedForGoodMs) return true;
    const missing = this.#missing.get(pair);
    return missing !== undefined && missing.lists >= goneAfterLists && now - missing.since >= this.#goneAfterMs;
  }
}
