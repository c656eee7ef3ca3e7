import type { CandleInterval, MarketData, PriceTick } from '@tenbin/exchange';
import type { Candle, MarketRules, PairName } from '@tenbin/market';
import type { AddressLimits } from './address-limits.ts';
import type { Caller } from './caller.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import { Listeners } from './listeners.ts';
import { type PriceEvent, PriceHub } from './price-hub.ts';
import type { Quirks } from './quirks/quirks.ts';
import { asList, asRaw } from './raw-fields.ts';
import { readMarketRules } from './read-market-rules.ts';
import { readCandle, readQuote, toTick } from './read-prices.ts';

/** The exchange's keyless instance once its markets are loaded, and what calls it. */
export interface PublicExchange {
  readonly exchange: CcxtExchange;
  readonly caller: Caller;
}

interface MarketDataParts {
  /** Returns the same exchange each time, and may be tried again when it failed. */
  readonly open: () => Promise<PublicExchange>;
  readonly quirks: Quirks;
  readonly limits: Pick<AddressLimits, 'untilOpen'>;
  /** How often prices are asked for where the exchange does not push them; null where it does. */
  readonly pollEveryMs: number | null;
}

/** One exchange's public side, shared by everybody in the process. */
export class CcxtMarketData implements MarketData {
  readonly #open: () => Promise<PublicExchange>;
  readonly #quirks: Quirks;
  readonly #hub: PriceHub;
  readonly #marketListeners = new Listeners<ReadonlyMap<PairName, MarketRules>>();
  #rules: ReadonlyMap<PairName, MarketRules> | null = null;

  constructor({ open, quirks, limits, pollEveryMs }: MarketDataParts) {
    this.#open = open;
    this.#quirks = quirks;
    this.#hub = new PriceHub({ open, limits, pollEveryMs, fetchPrices: (pairs) => this.fetchPrices(pairs) });
  }

  async fetchMarkets(): Promise<ReadonlyMap<PairName, MarketRules>> {
    this.#rules ??= await this.#readMarkets();
    return this.#rules;
  }

  onMarkets(listener: (markets: ReadonlyMap<PairName, MarketRules>) => void): () => void {
    return this.#marketListeners.add(listener);
  }

  /** The markets were loaded anew. */
  async tellMarkets(): Promise<void> {
    this.#rules = await this.#readMarkets();
    this.#marketListeners.tell(this.#rules);
  }

  async #readMarkets(): Promise<ReadonlyMap<PairName, MarketRules>> {
    const { exchange } = await this.#open();
    const rules = Object.values(exchange.markets ?? {})
      .map((market) => readMarketRules(market, { precisionMode: exchange.precisionMode, quirks: this.#quirks }))
      .filter((market) => market !== null);
    return new Map(rules.map((market) => [market.pair, market]));
  }

  /** A pair whose book has an empty side is left out. */
  async fetchPrices(pairs: readonly PairName[]): Promise<PriceTick[]> {
    if (pairs.length === 0) return [];
    const { exchange, caller } = await this.#open();
    const tickers = await caller.read('fetch prices', async () => fetchTickers(exchange, pairs));
    return pairs.map((pair) => toTick(pair, readQuote(tickers[pair]))).filter((tick) => tick !== null);
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

  /** Ends the streams. What was loaded stays. */
  close(): Promise<void> {
    return this.#hub.close();
  }
}

async function fetchTickers(exchange: CcxtExchange, pairs: readonly PairName[]): Promise<Record<string, unknown>> {
  if (exchange.has.fetchTickers === true && pairs.length > 1) return { ...asRaw(await exchange.fetchTickers(pairs)) };
  const tickers: Record<string, unknown> = {};
  for (const pair of pairs) tickers[pair] = await exchange.fetchTicker(pair);
  return tickers;
}
