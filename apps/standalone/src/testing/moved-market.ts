import type { ExchangeSettings, PriceTick } from '@tenbin/exchange';
import { CcxtExchanges } from '@tenbin/exchange-ccxt';
import { defaultMarkets, type Feed, type PriceMove } from '@tenbin/exchange-virtual';
import { type Runtime, systemRuntime } from '@tenbin/runtime';
import { type Amounts, type Exact, exact, told } from './exact.ts';

/** The machine, but for what its clock shows: that begins at a moment, goes on as the machine's does, and is put forward. */
export interface MovedRuntime extends Runtime {
  moveTo(at: Date): void;
}

export function runtimeFrom(start: Date): MovedRuntime {
  const machine = systemRuntime();
  let aheadMs = start.getTime() - machine.now().getTime();
  return {
    ...machine,
    now: () => new Date(machine.now().getTime() + aheadMs),
    elapsedMs: () => machine.elapsedMs() + aheadMs,
    moveTo: (at) => {
      aheadMs = at.getTime() - machine.now().getTime();
    },
  };
}

/** Prices that stand where they were put last. */
export function heldFeed(opening: Readonly<Record<string, number>>): { readonly feed: Feed; put(move: PriceMove): void } {
  const waiting: PriceMove[] = [];
  const feed: Feed = {
    name: 'held',
    speed: 1,
    fills: 'partly',
    open: async (pairs) => pairs.map((pair) => ({ pair, price: opening[pair] ?? 1 })),
    advance: () => [],
    step: () => waiting.shift() ?? null,
    close: async () => {},
  };
  return { feed, put: (move) => void waiting.push(move) };
}

/** The best bid and the best ask of a pair. */
export interface Top {
  readonly bid: Exact;
  readonly ask: Exact;
}

/** Prices in public, as the exchange tells anybody. */
export class PublicPrices {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async top(pair: string): Promise<Top> {
    const answer = await fetch(`${this.#url}/api/v3/ticker/bookTicker?symbol=${pair.replace('/', '')}`);
    const { bidPrice, askPrice } = (await answer.json()) as { bidPrice: string; askPrice: string };
    return { bid: exact(bidPrice), ask: exact(askPrice) };
  }

  async middles(pairs: readonly string[]): Promise<Amounts> {
    const tops = await Promise.all(pairs.map((pair) => this.top(pair)));
    return Object.fromEntries(tops.map(({ bid, ask }, at) => [pairs[at], (bid + ask) / 2n]));
  }

  /** USD for each coin, by the middle of its book; a dollar for a USDT. */
  async usd(coins: readonly string[]): Promise<Amounts> {
    const middles = await this.middles(coins.map((coin) => `${coin}/USDT`));
    return { USDT: exact('1'), ...Object.fromEntries(coins.map((coin) => [coin, middles[`${coin}/USDT`] ?? 0n])) };
  }
}

/** Where the feed must stand for the house's best quote of one side to be this price: what rests there is the best there is, and is not reached. */
export function feedBeside(pair: string, side: 'buy' | 'sell', price: Exact): number {
  const tick = Number(defaultMarkets.find((market) => market.pair === pair)?.tickSize);
  const ticks = Math.round(Number(told(price)) / tick);
  // As the house quotes: 0.004 % from the feed's price, half a tick at least.
  const isFine = ticks > 20_000;
  if (side === 'buy') return (isFine ? (ticks + 0.5) / (1 - 0.00004) : ticks + 1) * tick;
  return (isFine ? (ticks - 0.5) / (1 + 0.00004) : ticks - 1) * tick;
}

/** Connections over the network on a clock of their own, and what the latest of them has been told of prices. */
export class WatchedExchanges {
  readonly #exchanges: CcxtExchanges;
  readonly #told = new Map<string, Top>();

  constructor(runtime: Runtime) {
    this.#exchanges = new CcxtExchanges(runtime);
  }

  connect = (settings: ExchangeSettings) => this.#exchanges.connect(settings);

  /** The same, looked at: whoever is told a price has it once it stands here. */
  connectWatched = (settings: ExchangeSettings) => {
    this.#told.clear();
    const connector = this.#exchanges.connect(settings);
    const open = connector.marketData.bind(connector);
    const note = ({ pair, bestBid, bestAsk }: PriceTick): void => {
      this.#told.set(pair, { bid: exact(bestBid), ask: exact(bestAsk) });
    };
    return Object.assign(connector, {
      marketData: () => {
        const market = open();
        const fetchPrices = market.fetchPrices.bind(market);
        const watchPrices = market.watchPrices.bind(market);
        return Object.assign(market, {
          fetchPrices: async (pairs: readonly string[]) => {
            const ticks = await fetchPrices(pairs);
            ticks.forEach(note);
            return ticks;
          },
          watchPrices: (...[pairs, listener]: Parameters<typeof watchPrices>) =>
            watchPrices(pairs, (event) => {
              listener(event);
              if (!('stale' in event)) note(event);
            }),
        });
      },
    });
  };

  /** Whether it was told a pair's price as it is. */
  knows(pair: string, { bid, ask }: Top): boolean {
    const last = this.#told.get(pair);
    return last?.bid === bid && last.ask === ask;
  }
}
