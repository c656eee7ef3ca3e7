import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { candleMarket, contractRecords, evenBalances, parseCandles, runBacktest } from '@tenbin/backtest';
import type { ExchangeAccount } from '@tenbin/exchange';
import {
  createVirtualExchange,
  defaultMarkets,
  readCandleFile,
  replayFeed,
  serveExchange,
  type VirtualExchange,
} from '@tenbin/exchange-virtual';
import { add, type Balances, type Decimal, type MarketRules, multiply, type PairName, type Side } from '@tenbin/market';
import { systemRuntime } from '@tenbin/runtime';
import { atPriceLine, deltaOfWidth, wantedOrders } from '@tenbin/strategy';
import { silentLog } from '@tenbin/telemetry';
import { connectExchange } from '@tenbin/testkit/exchange';
import { AccountRegistry } from '../account/account-registry.ts';
import { currentPrice, MarketDataHub } from '../market/market-data-hub.ts';
import { BotRunner } from '../runner/bot-runner.ts';
import { balancingBot } from './balancing-bot.ts';
import { MemoryJournal } from './memory-journal.ts';

/** A trade as the backtest and the live bot must both have it, to the last digit. */
export interface ReplayedTrade {
  /** Market time, epoch milliseconds. */
  readonly at: number;
  readonly pair: PairName;
  readonly side: Side;
  readonly price: Decimal;
  readonly amount: Decimal;
}

export interface Replay {
  /** A folder with `BTC-USDT-1m.csv.gz`, `ETH-USDT-1m.csv.gz` and `ETH-BTC-1m.csv.gz`. */
  readonly folder: string;
  /** First and last opening time, epoch milliseconds, both included. */
  readonly from: number;
  readonly to: number;
  /** Percent. */
  readonly width: number;
}

const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
const markets = defaultMarkets.filter(({ pair }) => pairs.includes(pair));
const fee = '0.001';
const worth = 60_000;
/** As fine as the exchange's money is. */
const unit = '0.00000001';
/** A market that moves as fast as a bot can follow asks for more than an exchange's limits allow. */
const plenty = { weightPerMinute: 100_000_000, ordersPerTenSeconds: 1_000_000, ordersPerDay: 1_000_000_000 };
const maxRestMs = 300_000;

const rules: ReadonlyMap<PairName, MarketRules> = new Map(
  markets.map(({ pair, tickSize, lotSize, minimumNotional }) => {
    const unlimited = { maximumAmount: null, minimumPrice: null, maximumPrice: null, priceBand: null, baseUnit: unit, counterUnit: unit };
    const fees = { makerFee: Number(fee), takerFee: Number(fee) };
    return [pair, { pair, tickSize, lotSize, minimumAmount: lotSize, minimumNotional, ...unlimited, ...fees }];
  }),
);

const fileOf = (folder: string, pair: PairName): string => join(folder, `${pair.replace('/', '-')}-1m.csv.gz`);

/** What a backtest, or a live bot, did and what it counts as earned. */
export interface Replayed {
  readonly trades: readonly ReplayedTrade[];
  /** As a logarithm. */
  readonly growth: number;
}

/** A backtest, and the balances that it began with. */
export function tradeBack({ folder, from, to, width }: Replay): Replayed & { readonly balances: Balances } {
  const series = pairs.map((pair) => parseCandles(gunzipSync(readFileSync(fileOf(folder, pair))), { pair }));
  const market = candleMarket(series, { pairs, from, to });
  const balances = evenBalances(market, worth);
  const backtest = runBacktest(market, { balances, delta: deltaOfWidth(width), rules });
  const trades = Array.from(contractRecords(backtest), ({ at, pair, side, price, amount }) => ({ at, pair, side, price, amount }));
  return { balances, trades, growth: backtest.records.growths.at(-1) ?? 0 };
}

/**
 * What a real bot does: the candles replayed in stepped time by the virtual exchange on a socket, the bot's runner
 * trading there through ccxt as the worker has it; only the database is memory. The candles' next trade comes when the
 * exchange has exactly the orders that the bot's balances ask for.
 *
 * The bot hears of what happened to its orders when it knows the price that did it. An exchange promises no such order
 * between its two sockets; where a price jumps by more than 5 % from one trade to the next, which of them is first
 * decides where the line is. The backtest knows the price.
 */
export async function tradeLive({ folder, from, to, width }: Replay, balances: Balances): Promise<Replayed> {
  const source = pairs.map((pair) => {
    const file = readCandleFile(fileOf(folder, pair));
    return { ...file, candles: file.candles.filter(({ at }) => at >= from && at <= to) };
  });
  const feed = replayFeed({ source });
  const fees = { maker: fee, taker: fee };
  const runtime = systemRuntime();
  const exchange = await createVirtualExchange({ runtime, feed, markets, fees, stepped: true, withPast: false });
  const served = await serveExchange(exchange, { limits: plenty });
  const connector = connectExchange({ ccxtId: 'binance', baseUrl: served.url });
  const hub = new MarketDataHub(connector.marketData(), { clock: runtime, log: silentLog });
  const { key, secret } = exchange.createAccount({ balances });
  const accounts = new AccountRegistry(
    async () => withNewsAfterPrices(await connector.account({ apiKey: key, secret }), () => knowsPrices(hub, exchange)),
    { clock: runtime, log: silentLog },
  );
  const delta = deltaOfWidth(width);
  const bot = await BotRunner.open({
    journal: new MemoryJournal(balancingBot({ pairs, delta })),
    hub,
    clock: runtime,
    log: silentLog,
    leaseAccount: () => accounts.lease(key),
    openFreshAccount: () => accounts.openFresh(key),
  });
  try {
    bot.start('user-1');
    const rest = new Rest({ exchange, key, delta, bot });
    await rest.come();
    const trades: ReplayedTrade[] = [];
    let hasTraded = true;
    exchange.onAccount.subscribe((event) => {
      hasTraded ||= event.type === 'order' && event.trade !== null;
    });
    for (let move = exchange.feed.step(); move; move = exchange.feed.step()) {
      await rest.come();
      if (!hasTraded) continue;
      hasTraded = false;
      for (const { pair, side, price, amount } of exchange.accountTrades(key).slice(trades.length))
        trades.push({ at: move.at ?? Number.NaN, pair, side, price, amount });
    }
    return { trades, growth: bot.state.ledger?.growth ?? 0 };
  } finally {
    await bot.close();
    await hub.close();
    await connector.close();
    await served.close();
    await exchange.close();
  }
}

const maxPriceMs = 300_000;
/** Of the pairs that are watched already: the price that their books tell by now. */
function knowsPrices(hub: MarketDataHub, exchange: VirtualExchange): boolean {
  return pairs.every((pair) => {
    const known = hub.prices.get(pair);
    const { book, market, lastTicks } = exchange.live(pair);
    const current = currentPrice({ bestBid: String(book.bestBid), bestAsk: String(book.bestAsk), last: String(lastTicks) });
    return known === undefined || Math.abs(known / Number(market.tickSize) - current) < 0.25;
  });
}

/** Tells an account's news, what it answers as well, in their order, each when the prices of that moment are known. */
function withNewsAfterPrices(account: ExchangeAccount, arePricesKnown: () => boolean): ExchangeAccount {
  let delivered: Promise<void> = Promise.resolve();
  const prices = async () => {
    const deadline = Date.now() + maxPriceMs;
    while (!arePricesKnown()) {
      if (Date.now() > deadline) throw new Error('the prices of a moment never came');
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  const subscribe: ExchangeAccount['subscribe'] = (listener) =>
    account.subscribe((event) => {
      delivered = delivered.then(prices).then(() => listener(event));
    });
  return new Proxy(account, {
    get: (target, name) => {
      if (name === 'subscribe') return subscribe;
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        const answer: unknown = Reflect.apply(member, target, args);
        return answer instanceof Promise && name !== 'close' ? answer.finally(prices) : answer;
      };
    },
  });
}

interface Watched {
  readonly exchange: VirtualExchange;
  readonly key: string;
  readonly delta: number;
  readonly bot: BotRunner;
}

/** Waits until the exchange has exactly the orders that its account's balances ask for now. */
class Rest {
  readonly #watched: Watched;
  #isTouched = true;
  #isAtLine = false;

  constructor(watched: Watched) {
    this.#watched = watched;
    watched.exchange.onAccount.subscribe(() => {
      this.#isTouched = true;
    });
  }

  async come(): Promise<void> {
    const deadline = Date.now() + maxRestMs;
    // A price that moves changes what is needed only where an order stands at the line.
    while (this.#isTouched || this.#isAtLine) {
      this.#isTouched = false;
      const wasAtLine = this.#isAtLine;
      const needed = neededOrders(this.#watched);
      const open = openOrders(this.#watched);
      this.#isAtLine = needed.some(({ isAtLine }) => isAtLine);
      if (inWords(open) === inWords(needed)) return;
      while (!this.#isTouched) {
        if (Date.now() > deadline) throw new Error(`open:\n${inWords(open)}\nneeded:\n${inWords(needed)}`);
        await new Promise((resolve) => setTimeout(resolve, wasAtLine ? 10 : 1));
        // As the worker's timer does, which would take its time.
        if (wasAtLine) this.#watched.bot.tick();
      }
    }
  }
}

type Terms = Omit<ReplayedTrade, 'at'>;

const inWords = (orders: readonly Terms[]): string =>
  orders
    .map(({ pair, side, price, amount }) => `${pair} ${side} ${amount} at ${price}`)
    .sort()
    .join('\n');

function openOrders({ exchange, key }: Watched): Terms[] {
  return Array.from(exchange.findAccount(key)?.openOrders.values() ?? [], ({ pair, side, ticks, lots }) => {
    const { tickSize, lotSize } = exchange.live(pair).market;
    return { pair, side, price: multiply(tickSize, String(ticks)), amount: multiply(lotSize, String(lots)) };
  });
}

/** What would be more than 5 % worse than its pair's price stands at the line. */
function neededOrders({ exchange, key, delta }: Watched): (Terms & { readonly isAtLine: boolean })[] {
  const wallet = Object.entries(exchange.accountWallet(key));
  const balances = Object.fromEntries(wallet.map(([currency, { free, locked }]) => [currency, add(free, locked)]));
  const priceOf = (pair: PairName) => exchange.live(pair).feedTicks * Number(exchange.live(pair).market.tickSize);
  return wantedOrders({ balances, pairs, delta, rules }).map(({ pair, side, price, amount }) => {
    const placed = atPriceLine({ side, price }, priceOf(pair), rules.get(pair)?.tickSize ?? '1');
    return { pair, side, amount, price: placed, isAtLine: placed !== price };
  });
}
