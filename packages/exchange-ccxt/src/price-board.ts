import type { PriceTick } from '@tenbin/exchange';
import type { PairName } from '@tenbin/market';
import type { Runtime } from '@tenbin/runtime';
import { asRaw } from './raw-fields.ts';
import { type Quote, readQuote, readTradePrice, toTick } from './read-prices.ts';

/**
 * The latest known price of each pair. Told of everything that ccxt has cached, it takes what it did not see yet.
 * A tick comes out whenever a best price or the last trade changed.
 */
export class PriceBoard {
  readonly #clock: Pick<Runtime, 'now'>;
  readonly #emit: (tick: PriceTick) => void;
  readonly #quotes = new Map<PairName, Quote>();
  readonly #seenQuotes = new Map<PairName, unknown>();
  readonly #seenTrades = new Map<PairName, unknown>();
  readonly #changedAt = new Map<PairName, number>();
  #changes = 0;

  constructor(clock: Pick<Runtime, 'now'>, emit: (tick: PriceTick) => void) {
    this.#clock = clock;
    this.#emit = emit;
  }

  /** Forgets prices that may be old, so that the next of each pair is news. */
  forget(pairs: readonly PairName[]): void {
    for (const pair of pairs) this.#quotes.delete(pair);
  }

  latest(pair: PairName): PriceTick | null {
    return toTick(pair, this.#quotes.get(pair) ?? {}, this.#clock.now());
  }

  /** Grows with every streamed change; see {@link takeSnapshot}. */
  get changes(): number {
    return this.#changes;
  }

  /**
   * Takes what was asked for instead of streamed.
   *
   * @param since - {@link changes} when it was asked: whatever was streamed meanwhile is newer, and stays
   */
  takeSnapshot(ticks: readonly PriceTick[], since: number): void {
    for (const tick of ticks) {
      const known = this.#quotes.get(tick.pair);
      const isNews = known?.bestBid !== tick.bestBid || known.bestAsk !== tick.bestAsk || known.last !== tick.last;
      if (!isNews || (this.#changedAt.get(tick.pair) ?? 0) > since) continue;
      this.#quotes.set(tick.pair, tick);
      this.#emit(tick);
    }
  }

  takeQuote(pair: PairName, raw: unknown): void {
    if (raw === undefined || this.#seenQuotes.get(pair) === raw) return;
    this.#seenQuotes.set(pair, raw);
    this.#change(pair, readQuote(raw, this.#clock.now()));
  }

  takeTrade(pair: PairName, raw: unknown): void {
    if (raw === undefined || this.#seenTrades.get(pair) === raw) return;
    this.#seenTrades.set(pair, raw);
    this.#change(pair, readTradePrice(asRaw(raw), this.#clock.now()));
  }

  #change(pair: PairName, change: Quote): void {
    this.#changes += 1;
    this.#changedAt.set(pair, this.#changes);
    this.#quotes.set(pair, { ...this.#quotes.get(pair), ...change });
    const tick = this.latest(pair);
    if (tick !== null) this.#emit(tick);
  }
}
