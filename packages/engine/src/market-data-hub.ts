import type { AddressHalt, MarketData, PriceTick } from '@tenbin/exchange';
import { type Currency, currenciesOf, type PairName } from '@tenbin/market';
import { type PricesByPair, pricePairsOf, type RulesByPair } from '@tenbin/strategy';
import type { Log } from './log.ts';
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

const nothing: PricesByPair = new Map();

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
  readonly #prices = new Map<PairName, number>();
  readonly #watched = new Set<PairName>();
  /** Of bots: also those that the exchange did not show when they were asked for. */
  readonly #wanted = new Set<PairName>();
  /** In which fees are, or may be, paid. */
  readonly #coins = new Set<Currency>(feeCoins);
  readonly #listeners = new Set<(tick: PriceTick) => void>();
  #rules: RulesByPair = new Map();
  readonly #forgetMarkets: (() => void) | undefined;
  #isStale = false;
  #unwatch: (() => void) | null = null;

  readonly #halt: Pick<AddressHalt, 'until'> | null;

  /** @param halt - absent: the exchange never halts this address */
  constructor(market: MarketData, log: Log, halt: Pick<AddressHalt, 'until'> | null = null) {
    this.#halt = halt;
    this.#market = market;
    this.#forgetMarkets = market.onMarkets?.((rules) => this.#takeRules(rules));
    this.#log = log;
  }

  /** Until when nobody on this address may call the exchange; null when calls may go out. */
  get haltedUntil(): Date | null {
    return this.#halt?.until ?? null;
  }

  get rules(): RulesByPair {
    return this.#rules;
  }

  /** Current prices; none while the stream is broken. */
  get prices(): PricesByPair {
    return this.#isStale ? nothing : this.#prices;
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
    });
  }

  async #follow(pairs: readonly PairName[]): Promise<void> {
    for (const pair of pairs) this.#wanted.add(pair);
    if (this.#rules.size === 0) this.#rules = await this.#market.fetchMarkets();
    const known = pairs.filter((pair) => this.#rules.has(pair));
    const wanted = new Set([...known, ...pricePairsOf([...currenciesOf(known), ...this.#coins], this.#rules.keys())]);
    const added = [...wanted].filter((pair) => !this.#watched.has(pair));
    if (added.length === 0) return;
    for (const tick of await this.#market.fetchPrices(added)) this.#prices.set(tick.pair, currentPrice(tick));
    for (const pair of added) this.#watched.add(pair);
    const unwatchBefore = this.#unwatch;
    this.#unwatch = this.#market.watchPrices([...this.#watched], (event) => this.#take(event));
    unwatchBefore?.();
  }

  /** @returns takes it back */
  onPrice(listener: (tick: PriceTick) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#forgetMarkets?.();
    this.#unwatch?.();
    this.#unwatch = null;
    await this.#market.close();
  }

  /**
   * A market that does not trade for a while is not among them: what is followed keeps its rules, since whether an order
   * can be placed the exchange itself says; and one that is back is followed for whoever waits for it.
   */
  #takeRules(rules: RulesByPair): void {
    const resting = [...this.#rules].filter(([pair]) => this.#watched.has(pair) && !rules.has(pair));
    this.#rules = resting.length === 0 ? rules : new Map([...rules, ...resting]);
    this.#following
      .pass(() => this.#follow([...this.#wanted]))
      .catch((error: unknown) => this.#log.warn({ error: String(error) }, 'prices.notFetched'));
  }

  /** A stream tells changes only: after a break the pairs that stand still must be asked for. */
  async #askAgain(): Promise<void> {
    try {
      for (const tick of await this.#market.fetchPrices([...this.#watched])) this.#prices.set(tick.pair, currentPrice(tick));
    } catch (error) {
      this.#log.warn({ error: String(error) }, 'prices.notFetched');
    }
  }

  #take(event: PriceTick | { readonly stale: true; readonly error: Error }): void {
    if ('stale' in event) {
      if (!this.#isStale) this.#log.warn({ error: event.error.message }, 'prices.stale');
      this.#isStale = true;
      return;
    }
    if (this.#isStale) void this.#askAgain();
    this.#isStale = false;
    this.#prices.set(event.pair, currentPrice(event));
    for (const listener of this.#listeners) listener(event);
  }
}
