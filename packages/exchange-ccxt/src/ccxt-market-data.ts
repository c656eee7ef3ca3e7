import { type BookEvent, ExchangeError, type LastPrice, type MarketData, type PriceTick } from '@tenbin/exchange';
import type { Candle, CandleInterval, MarketRules, OrderBook, PairName } from '@tenbin/market';
import type { Runtime } from '@tenbin/runtime';
import type { AddressLimits } from './address-limits.ts';
import { BookHub } from './book-hub.ts';
import type { Caller } from './caller.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import { Listeners } from './listeners.ts';
import { type PriceEvent, PriceHub } from './price-hub.ts';
import type { Quirks } from './quirks/quirks.ts';
import { asList, asRaw } from './raw-fields.ts';
import { readBook } from './read-book.ts';
import { isHalted, readMarketRules } from './read-market-rules.ts';
import { readCandle, readQuote, toTick } from './read-prices.ts';

/** The exchange's keyless instance once its markets are loaded, and what calls it. */
export interface PublicExchange {
  readonly exchange: CcxtExchange;
  readonly caller: Caller;
}

interface MarketDataParts {
  readonly runtime: Runtime;
  /** Returns the same exchange each time, and may be tried again when it failed. */
  readonly open: () => Promise<PublicExchange>;
  readonly quirks: Quirks;
  readonly limits: Pick<AddressLimits, 'untilOpen' | 'untilConnectable'>;
  /** How often prices are asked for where the exchange does not push them; null where it does. */
  readonly pollEveryMs: number | null;
  /** Has the markets loaded anew soon. */
  readonly renewSoon: () => void;
}

interface Listed {
  readonly trading: ReadonlyMap<PairName, MarketRules>;
  readonly halted: ReadonlyMap<PairName, MarketRules>;
}

/** Every exchange knows this one; some know few others. */
const askedLevels = 100;

type MarketListener = Parameters<NonNullable<MarketData['onMarkets']>>[0];

/** One exchange's public side, shared by everybody in the process. */
export class CcxtMarketData implements MarketData {
  readonly #runtime: Runtime;
  readonly #open: () => Promise<PublicExchange>;
  readonly #quirks: Quirks;
  readonly #hub: PriceHub;
  readonly #books: BookHub;
  readonly #marketListeners = new Listeners<Listed>();
  readonly #renewSoon: () => void;
  #markets: Listed | null = null;

  constructor({ runtime, open, quirks, limits, pollEveryMs, renewSoon }: MarketDataParts) {
    this.#runtime = runtime;
    this.#renewSoon = renewSoon;
    this.#open = open;
    this.#quirks = quirks;
    this.#hub = new PriceHub({ runtime, open, limits, pollEveryMs, fetchPrices: (pairs) => this.fetchPrices(pairs) });
    const { followedLevels } = quirks;
    this.#books = new BookHub({ runtime, open, limits, pollEveryMs, followedLevels, fetchBook: (pair) => this.fetchBook(pair) });
  }

  async fetchMarkets(): Promise<ReadonlyMap<PairName, MarketRules>> {
    this.#markets ??= await this.#readMarkets();
    return this.#markets.trading;
  }

  async fetchHaltedMarkets(): Promise<ReadonlyMap<PairName, MarketRules>> {
    this.#markets ??= await this.#readMarkets();
    return this.#markets.halted;
  }

  onMarkets(listener: MarketListener): () => void {
    return this.#marketListeners.add(({ trading, halted }) => listener(trading, halted));
  }

  renewMarkets(): void {
    this.#renewSoon();
  }

  /** The markets were loaded anew. */
  async emitMarkets(): Promise<void> {
    this.#markets = await this.#readMarkets();
    this.#marketListeners.emit(this.#markets);
  }

  async #readMarkets(): Promise<Listed> {
    const { exchange } = await this.#open();
    const trading = new Map<PairName, MarketRules>();
    const halted = new Map<PairName, MarketRules>();
    for (const market of Object.values(exchange.markets ?? {})) {
      const rules = readMarketRules(market, { precisionMode: exchange.precisionMode, quirks: this.#quirks });
      if (rules) (isHalted(market) ? halted : trading).set(rules.pair, rules);
    }
    return { trading, halted };
  }

  /** A pair whose book has an empty side is left out, and one that the exchange does not list (any more). */
  async fetchPrices(pairs: readonly PairName[]): Promise<PriceTick[]> {
    const { exchange, caller } = await this.#open();
    const listed = pairs.filter((pair) => exchange.markets?.[pair] !== undefined);
    if (listed.length === 0) return [];
    const tickers = await caller
      .read('fetch prices', async () => fetchTickers(exchange, listed))
      .catch((error: unknown) => {
        // One that has left the list since hides the prices of all others, until the list is loaded anew.
        if (error instanceof ExchangeError && error.reason === 'badSymbol') this.#renewSoon();
        throw error;
      });
    const now = this.#runtime.now();
    return pairs.map((pair) => toTick(pair, readQuote(tickers[pair], now), now)).filter((tick) => tick !== null);
  }

  async fetchLast(pair: PairName): Promise<LastPrice | null> {
    const { exchange, caller } = await this.#open();
    const ticker = await caller.read('fetch the last price', async () => exchange.fetchTicker(pair));
    const { last: price, at = this.#runtime.now() } = readQuote(ticker, this.#runtime.now());
    return price === undefined ? null : { price, at };
  }

  async fetchCandles(
    pair: PairName,
    interval: CandleInterval,
    { since, limit }: { since?: Date | undefined; limit?: number | undefined },
  ): Promise<Candle[]> {
    const { exchange, caller } = await this.#open();
    return caller.read('fetch candles', async () =>
      asList(await exchange.fetchOHLCV(pair, interval, since?.getTime(), limit)).map(readCandle),
    );
  }

  watchPrices(pairs: readonly PairName[], listener: (event: PriceEvent) => void): () => void {
    return this.#hub.watch(pairs, listener);
  }

  async fetchBook(pair: PairName): Promise<OrderBook> {
    const { exchange, caller } = await this.#open();
    const book = await caller.read('fetch book', async () => exchange.fetchOrderBook(pair, askedLevels));
    return readBook(pair, book, this.#runtime.now());
  }

  watchBook(pair: PairName, listener: (event: BookEvent) => void): () => void {
    return this.#books.watch(pair, listener);
  }

  /** Ends the streams. What was loaded stays. */
  async close(): Promise<void> {
    await Promise.all([this.#hub.close(), this.#books.close()]);
  }
}

async function fetchTickers(exchange: CcxtExchange, pairs: readonly PairName[]): Promise<Record<string, unknown>> {
  if (exchange.has.fetchTickers === true && pairs.length > 1) return { ...asRaw(await exchange.fetchTickers(pairs)) };
  const tickers: Record<string, unknown> = {};
  for (const pair of pairs) tickers[pair] = await exchange.fetchTicker(pair);
  return tickers;
}
