import type { PairName } from '@tenbin/market';
import type { Cancel, Runtime } from '@tenbin/runtime';
import type { Feed, PriceMove } from '../feed/feed.ts';
import type { LiveMarket } from './live-market.ts';
import type { MarketDriver } from './market-driver.ts';

export interface MarketClockOptions {
  readonly runtime: Pick<Runtime, 'now' | 'every'>;
  readonly feed: Feed;
  readonly driver: MarketDriver;
  readonly live: ReadonlyMap<PairName, LiveMarket>;
  /** All of it, or nothing; what it announces is told afterwards. */
  readonly run: (work: () => void) => void;
  readonly announceBook: (live: LiveMarket) => void;
  /** Writes prices down, counter per base. */
  readonly keepPrices: (prices: Readonly<Record<PairName, number>>, at: number) => void;
}

/** Prices are written down this often, so that a restart goes on close to where it was. */
const keepPricesEveryMs = 5_000;
/** A process that slept does not make up for all of it at once, and a clock that is put back stops the market no longer than one update. */
const maxAdvanceMs = 2_000;

/** Moves the markets along their feed: as time passes, or step by step. */
export class MarketClock {
  readonly #options: MarketClockOptions;
  #stop: Cancel = () => {};
  #pricesKeptAt = 0;

  constructor(options: MarketClockOptions) {
    this.#options = options;
  }

  /** @param onStopped - hears why the market stands still for good */
  start(everyMs: number, onStopped: (error: unknown) => void): void {
    let last = this.#now();
    this.#stop = this.#options.runtime.every(everyMs, () => {
      const at = this.#now();
      try {
        this.#advance(Math.max(0, Math.min(at - last, maxAdvanceMs)));
      } catch (error) {
        this.stop();
        onStopped(error);
      }
      last = at;
    });
  }

  stop(): void {
    this.#stop();
  }

  /** Exactly one trade of the feed. Null when the feed has ended. */
  step(): PriceMove | null {
    const move = this.#options.feed.step();
    if (move) this.move(move);
    return move;
  }

  move(move: PriceMove): void {
    const { live: markets, run, announceBook, driver } = this.#options;
    const live = markets.get(move.pair);
    run(() => {
      // The market is told of its new price before accounts are told what that price filled.
      if (live?.rules.state === 'trading') announceBook(live);
      driver.move(move);
    });
  }

  keepPrices(at: number): void {
    const { live, run, keepPrices } = this.#options;
    this.#pricesKeptAt = at;
    const prices = Object.fromEntries([...live].map(([pair, { feedTicks, market }]) => [pair, feedTicks * Number(market.tickSize)]));
    run(() => keepPrices(prices, at));
  }

  #advance(realMs: number): void {
    for (const move of this.#options.feed.advance(realMs)) this.move(move);
    const now = this.#now();
    if (now - this.#pricesKeptAt >= keepPricesEveryMs) this.keepPrices(now);
  }

  #now(): number {
    return this.#options.runtime.now().getTime();
  }
}
