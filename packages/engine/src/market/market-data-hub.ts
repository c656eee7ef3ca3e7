import type { AddressHalt, MarketData, PriceTick } from '@tenbin/exchange';
import { type Currency, currenciesOf, type MarketRules, type OrderBook, type PairName } from '@tenbin/market';
import { type PricesByPair, pricePairsOf, type RulesByPair } from '@tenbin/strategy';
import type { Log } from '@tenbin/telemetry';
import type { Clock } from '../runtime/clock.ts';
import { Semaphore } from '../runtime/semaphore.ts';
import { BookAges } from './book-ages.ts';
import { ListedMarkets, type MarketClosing } from './listed-markets.ts';
import { PriceAges } from './price-ages.ts';

/** A book wider than this, as a share of its bid, says too little about the price. */
const widestSpread = 0.02;

/**
 * A pair's price: the middle of the book. Where its sides are far apart, crossed, or one is missing, the middle one of
 * bid, ask and last trade: so neither a side that is pulled nor a trade of long ago moves it far.
 */
export function currentPrice(tick: Pick<PriceTick, 'bestBid' | 'bestAsk' | 'last'>): number {
  const bid = Number(tick.bestBid);
  const ask = Number(tick.bestAsk);
  const last = Number(tick.last);
  if (!(bid > 0 && ask > 0)) return last;
  if (ask >= bid && ask - bid <= widestSpread * bid) return (bid + ask) / 2;
  return last > 0 ? Math.max(Math.min(bid, ask), Math.min(last, Math.max(bid, ask))) : (bid + ask) / 2;
}

/** How often it is looked for pairs that stood still. */
const confirmEveryMs = 10_000;
/** After a break, and after a question that failed. */
const askAgainMs = 1_000;
const maxAskPauseMs = 16_000;

/** Exchanges' own coins, in which they take fees at a discount: where one is traded, its price is known before the first fee. */
const feeCoins: readonly Currency[] = ['BNB', 'OKB', 'KCS', 'GT'];

interface HubOptions {
  /** What its exchange is called in figures. */
  readonly exchange?: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Absent: the exchange never halts this address. */
  readonly halt?: Pick<AddressHalt, 'until'> | null | undefined;
  /** For how long lists must lack a pair until it is gone; as usual unless given. */
  readonly goneAfterMs?: number | undefined;
}

/** What everybody may know of one exchange: loaded once, watched over one connection, shared by all its bots. */
export class MarketDataHub {
  /** For whoever asks this exchange for much at once. */
  readonly semaphore = new Semaphore(2);
  /** For whoever asks it for a wallet alone. */
  readonly walletSemaphore = new Semaphore(8);
  /** What its exchange is called in figures. */
  readonly exchange: string;
  /** When the stream last told anything; null: never yet. */
  lastTickAt: Date | null = null;
  /** How many bots are connected: the more, the more rarely each asks for everything. */
  botCount = 0;
  /** One after the other: what the first has fetched, the others need not ask for. */
  readonly #following = new Semaphore(1);
  readonly #market: MarketData;
  readonly #log: Log;
  readonly #clock: Clock;
  /** In which fees are, or may be, paid. */
  readonly #coins = new Set<Currency>(feeCoins);
  readonly #halt: Pick<AddressHalt, 'until'> | null;
  readonly #prices: PriceAges;
  readonly #books: BookAges;
  readonly #markets: ListedMarkets;
  readonly #watched = new Set<PairName>();
  readonly #listeners = new Set<(tick: PriceTick) => void>();
  readonly #watchers = new Map<PairName, Set<(pair: PairName, price: number) => void>>();
  readonly #forgetMarkets: (() => void) | undefined;
  /** Pairs told by the stream since they were last asked for; null while nothing is asked for. */
  #updatedMeanwhile: Set<PairName> | null = null;
  #failures = 0;
  #isLoaded = false;
  #unwatch: (() => void) | null = null;
  #cancelAsking: (() => void) | null = null;

  constructor(market: MarketData, { clock, log, halt = null, goneAfterMs, exchange = '' }: HubOptions) {
    this.exchange = exchange;
    this.#halt = halt;
    this.#market = market;
    this.#log = log;
    this.#clock = clock;
    this.#prices = new PriceAges(clock);
    this.#books = new BookAges(market, { clock, log });
    this.#markets = new ListedMarkets(clock, goneAfterMs);
    this.#forgetMarkets = market.onMarkets?.((rules, halted) => this.#takeMarkets(rules, halted));
  }

  /** Until when nobody on this address may call the exchange; null when calls may go out. */
  get haltedUntil(): Date | null {
    return this.#halt?.until ?? null;
  }

  get rules(): RulesByPair {
    return this.#markets.rules;
  }

  /** The pairs that are followed and on which nothing can be placed at present. */
  get closed(): ReadonlyMap<PairName, MarketClosing> {
    return this.#markets.closed;
  }

  /** Current prices; one that is too old is left out. The map is kept current. */
  get prices(): PricesByPair {
    return this.#prices.fresh;
  }

  /**
   * Makes the prices of these pairs, and of those that tell the worth of their currencies and of fees in USD, known from
   * now on.
   *
   * @param coins - in which fees were paid, besides the pairs' own
   * @throws {ExchangeError}
   */
  follow(pairs: readonly PairName[], coins: readonly Currency[] = []): Promise<void> {
    return this.#following.run(async () => {
      const isReconciled = pairs.every((pair) => this.#watched.has(pair)) && coins.every((coin) => this.#coins.has(coin));
      for (const coin of coins) this.#coins.add(coin);
      if (!isReconciled) await this.#follow(pairs);
      if (!pairs.every((pair) => this.rules.has(pair))) this.#market.renewMarkets?.();
    });
  }

  async #follow(pairs: readonly PairName[]): Promise<void> {
    this.#markets.want(pairs);
    if (!this.#isLoaded) {
      const rules = await this.#market.fetchMarkets();
      this.#onMarkets(rules, (await this.#market.fetchHaltedMarkets?.()) ?? new Map());
      this.#isLoaded = true;
    }
    const { rules } = this;
    const known = pairs.filter((pair) => rules.has(pair));
    const wanted = new Set([...known, ...pricePairsOf([...currenciesOf(known), ...this.#coins], rules.keys())]);
    const added = [...wanted].filter((pair) => !this.#watched.has(pair));
    if (added.length === 0) return;
    for (const tick of await this.#market.fetchPrices(added)) this.#prices.take(tick.pair, currentPrice(tick));
    for (const pair of added) this.#watched.add(pair);
    this.#markets.want(added);
    const unwatchBefore = this.#unwatch;
    this.#unwatch = this.#market.watchPrices([...this.#watched], (event) => this.#take(event));
    unwatchBefore?.();
    if (this.#cancelAsking === null) this.#askIn(confirmEveryMs);
  }

  /** @returns takes it back */
  onPrice(listener: (tick: PriceTick) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Every news of these pairs' prices.
   *
   * @returns takes it back
   */
  watch(pairs: readonly PairName[], listener: (pair: PairName, price: number) => void): () => void {
    for (const pair of pairs) {
      const watchers = this.#watchers.get(pair) ?? new Set();
      this.#watchers.set(pair, watchers.add(listener));
    }
    return () => {
      for (const pair of pairs) this.#watchers.get(pair)?.delete(listener);
    };
  }

  /** A pair's book while somebody watches it; null while it is not known. */
  bookOf = (pair: PairName): OrderBook | null => this.#books.of(pair);

  /**
   * Every news of a pair's book, which is followed once for all who ask for it, and not at all where nobody does.
   *
   * @returns takes it back
   */
  watchBook(pair: PairName, watcher: () => void): () => void {
    return this.#books.watch(pair, watcher);
  }

  async close(): Promise<void> {
    this.#books.close();
    this.#forgetMarkets?.();
    this.#cancelAsking?.();
    this.#unwatch?.();
    this.#unwatch = null;
    await this.#market.close();
  }

  /** The markets were loaded anew. One that is back is followed for whoever waits for it. */
  #takeMarkets(rules: RulesByPair, halted: ReadonlyMap<PairName, MarketRules>): void {
    if (!this.#isLoaded) return;
    this.#onMarkets(rules, halted);
    this.#following
      .run(() => this.#follow([...this.#markets.wanted]))
      .catch((error: unknown) => this.#log.warn({ err: error }, 'prices.fetch_failed'));
  }

  #onMarkets(rules: RulesByPair, halted: ReadonlyMap<PairName, MarketRules>): void {
    const { needsRenewal } = this.#markets.take(rules, halted ?? new Map());
    if (needsRenewal) this.#market.renewMarkets?.();
  }

  /** A stream tells changes only: pairs that stand still are asked for now and then, and all of them after a break. */
  #askIn(ms: number): void {
    this.#cancelAsking?.();
    this.#cancelAsking = this.#clock.after(ms, () => void this.#ask(), { unref: true });
  }

  async #ask(): Promise<void> {
    const quiet = this.#prices.quietOf(this.#watched);
    if (quiet.length > 0 && this.#updatedMeanwhile === null) await this.#askFor(quiet);
    this.#askIn(this.#failures === 0 ? confirmEveryMs : Math.min(maxAskPauseMs, askAgainMs * 2 ** this.#failures));
  }

  async #askFor(pairs: readonly PairName[]): Promise<void> {
    const updated = new Set<PairName>();
    this.#updatedMeanwhile = updated;
    try {
      const ticks = await this.#market.fetchPrices(pairs);
      for (const tick of ticks) if (!updated.has(tick.pair)) this.#know(tick);
      this.#failures = 0;
    } catch (error) {
      this.#failures += 1;
      this.#log.warn({ err: error, failures: this.#failures }, 'prices.fetch_failed');
    } finally {
      this.#updatedMeanwhile = null;
    }
  }

  #take(event: PriceTick | { readonly stale: true; readonly error: Error }): void {
    if ('stale' in event) {
      if (this.#prices.fresh.size > 0) this.#log.warn({ err: event.error }, 'prices.disconnected');
      this.#prices.forgetAll();
      this.#updatedMeanwhile?.clear();
      this.#askIn(askAgainMs);
      return;
    }
    this.lastTickAt = this.#clock.now();
    this.#updatedMeanwhile?.add(event.pair);
    this.#know(event);
    for (const listener of this.#listeners) listener(event);
  }

  #know(tick: PriceTick): void {
    const price = currentPrice(tick);
    this.#prices.take(tick.pair, price);
    for (const watcher of this.#watchers.get(tick.pair) ?? []) watcher(tick.pair, price);
  }
}
