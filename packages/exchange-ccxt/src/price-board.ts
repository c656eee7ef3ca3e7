import type { PriceTick } from '@tenbin/exchange';
import type { PairName } from '@tenbin/market';
import { asRaw } from './raw-fields.ts';
import { type Quote, readQuote, readTradePrice, toTick } from './read-prices.ts';

/**
 * The latest known price of each pair. Told of everything that ccxt has cached, it takes what it did not see yet.
 * A tick comes out whenever a best price or the last trade changed.
 */
export class PriceBoard {
  readonly #tell: (tick: PriceTick) => void;
  readonly #quotes = new Map<PairName, Quote>();
  readonly #seenQuotes = new Map<PairName, unknown>();
  readonly #seenTrades = new Map<PairName, unknown>();

  constructor(tell: (tick: PriceTick) => void) {
    this.#tell = tell;
  }

  latest(pair: PairName): PriceTick | null {
    return toTick(pair, this.#quotes.get(pair) ?? {});
  }

  takeTick(tick: PriceTick): void {
    this.#quotes.set(tick.pair, tick);
    this.#tell(tick);
  }

  takeQuote(pair: PairName, raw: unknown): void {
    if (raw === undefined || this.#seenQuotes.get(pair) === raw) return;
    this.#seenQuotes.set(pair, raw);
    this.#change(pair, readQuote(raw));
  }

  takeTrade(pair: PairName, raw: unknown): void {
    if (raw === undefined || this.#seenTrades.get(pair) === raw) return;
    this.#seenTrades.set(pair, raw);
    this.#change(pair, readTradePrice(asRaw(raw)));
  }

  #change(pair: PairName, change: Quote): void {
    this.#quotes.set(pair, { ...this.#quotes.get(pair), ...change });
    const tick = this.latest(pair);
    if (tick !== null) this.#tell(tick);
  }
}
