import type { AddressHalt, MarketData, PriceTick } from '@tenbin/exchange';
import { type Currency, currenciesOf, type MarketRules, type PairName } from '@tenbin/market';
import { type PricesByPair, pricePairsOf, type RulesByPair } from '@tenbin/strategy';
import { type Clock, systemClock } from './clock.ts';
import { ListedMarkets, type MarketClosing } from './listed-markets.ts';
import type { Log } from './log.ts';
import { PriceAges } from './price-ages.ts';
import { Turnstile } from './turnstile.ts';

/** A book wider than this, as a share of its bid, says too little about the price. */
const widestSpread = 0.02;

/**
 * A pair's price: the middle of the book. Where its sides are far apart, crossed, or one is missing, the middle one of
 * bid, ask and last trade: so neither a side that is pulled nor a trade of long ago moves it far.
 */
export function currentPrice(tick: PriceTick): number {
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
const longestAskPauseMs = 16_000;

/** Exchanges' own coins, in which they take fees at a discount: where one is traded, its price is known before the first fee. */
const feeCoins: readonly Currency[] = ['BNB', 'OKB', 'KCS', 'GT'];

/** What everybody may know of one exchange: loaded once, watched over one connection, shared by all its bots. */
export class MarketDataHub {
  /** For whoever asks this exchange for much at once. */
  readonly turnstile = new Turnstile(2);
  /** For whoever asks it for a wallet alone. */
  readonly walletTurnstile = new Turnstile(8);
  /** How many bots are connected: the more, the more rarely each asks for everything. */
  botCount = 0;
  /** One after the other: what the first has fetched, the others need not ask for. */
  readonly #following = new Turnstile(1);
  readonly #market: MarketData;
  readonly #log: Log;
  readonly #clock: Clock;
  /** In which fees are, or may be, paid. */
  readonly #coins = new Set<Currency>(feeCoins);
  readonly #halt: Pick<AddressHalt, 'until'> | null;
  readonly #prices: PriceAges;
  readonly #markets: ListedMarkets;
  readonly #watched = new Set<PairName>();
  readonly #listeners = new Set<(tick: PriceTick) => void>();
  readonly #forgetMarkets: (() => void) | undefined;
  /** Pairs told by the stream since they were last asked for; null while nothing is asked for. */
  #toldMeanwhile: Set<PairName> | null = null;
  #failures = 0;
  #isLoaded = false;
  #unwatch: (() => void) | null = null;
  #cancelAsking: (() => void) | null = null;

  /**
   * @param halt - absent: the exchange never halts this address
   * @param goneAfterMs - for how long lists must lack a pair until it is gone; as usual unless given
   */
  constructor(
    market: MarketData,
    log: Log,
    halt: Pick<AddressHalt, 'until'> | null = null,
    clock: Clock = systemClock,
    goneAfterMs?: number,
  ) {
    this.#halt = halt;
    this.#market = market;
    this.#log = log;
    this.#clock = clock;
    this.#prices = new PriceAges(clock);
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

  /** Current prices; one that is too old is left out. See {@link PriceAges.fresh} for when it is another map. */
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
    return this.#following.pass(async () => {
      const isFollowed = pairs.every((pair) => this.#watched.has(pair)) && coins.every((coin) => this.#coins.has(coin));
      for (const coin of coins) this.#coins.add(coin);
      if (!isFollowed) await this.#follow(pairs);
      if (!pairs.every((pair) => this.rules.has(pair))) this.#market.renewMarkets?.();
    });
  }

  async #follow(pairs: readonly PairName[]): Promise<void> {
    this.#markets.want(pairs);
    if (!this.#isLoaded) {
      const rules = await this.#market.fetchMarkets();
      this.#hearMarkets(rules, (await this.#market.fetchHaltedMarkets?.()) ?? new Map());
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

  async close(): Promise<void> {
    this.#forgetMarkets?.();
    this.#cancelAsking?.();
    this.#unwatch?.();
    this.#unwatch = null;
    await this.#market.close();
  }

  /** The markets were loaded anew. One that is back is followed for whoever waits for it. */
  #takeMarkets(rules: RulesByPair, halted: ReadonlyMap<PairName, MarketRules>): void {
    if (!this.#isLoaded) return;
    this.#hearMarkets(rules, halted);
    this.#following
      .pass(() => this.#follow([...this.#markets.wanted]))
      .catch((error: unknown) => this.#log.warn({ error: String(error) }, 'prices.notFetched'));
  }

  #hearMarkets(rules: RulesByPair, halted: ReadonlyMap<PairName, MarketRules>): void {
    const { isDoubtful } = this.#markets.take(rules, halted ?? new Map());
    if (isDoubtful) this.#market.renewMarkets?.();
  }

  /** A stream tells changes only: pairs that stand still are asked for now and then, and all of them after a break. */
  #askIn(ms: number): void {
    this.#cancelAsking?.();
    this.#cancelAsking = this.#clock.after(ms, () => void this.#ask());
  }

  async #ask(): Promise<void> {
    const quiet = this.#prices.quietOf(this.#watched);
    if (quiet.length > 0 && this.#toldMeanwhile === null) await this.#askFor(quiet);
    this.#askIn(this.#failures === 0 ? confirmEveryMs : Math.min(longestAskPauseMs, askAgainMs * 2 ** this.#failures));
  }

  async #askFor(pairs: readonly PairName[]): Promise<void> {
    const told = new Set<PairName>();
    this.#toldMeanwhile = told;
    try {
      const ticks = await this.#market.fetchPrices(pairs);
      for (const tick of ticks) if (!told.has(tick.pair)) this.#prices.take(tick.pair, currentPrice(tick));
      this.#failures = 0;
    } catch (error) {
      this.#failures += 1;
      this.#log.warn({ error: String(error), failures: this.#failures }, 'prices.notFetched');
    } finally {
      this.#toldMeanwhile = null;
    }
  }

  #take(event: PriceTick | { readonly stale: true; readonly error: Error }): void {
    if ('stale' in event) {
      if (this.#prices.fresh.size > 0) this.#log.warn({ error: event.error.message }, 'prices.stale');
      this.#prices.forgetAll();
      this.#toldMeanwhile?.clear();
      this.#askIn(askAgainMs);
      return;
    }
    this.#toldMeanwhile?.add(event.pair);
    this.#prices.take(event.pair, currentPrice(event));
    for (const listener of this.#listeners) listener(event);
  }
}
