/**
 * The virtual exchange as a process of its own, for {@link ../week.ts}: Binance's money, fees in BNB, Binance's limits, and
 * a market that plays a week. A minute of the limits is a minute of the market.
 *
 * Messages in: {@link WeekOrder}. Messages out: {@link WeekAnswer}.
 */

import { binanceLimits, createVirtualExchange, defaultMarkets, serveExchange } from '@tenbin/exchange-virtual';
import type { Fill, Wallet } from '@tenbin/market';
import { systemRuntime } from '@tenbin/runtime';
import type { PlannedBot } from '../../bench/bots/world.ts';
import { BusyAccounts } from './busy-accounts.ts';
import { tradedPairs, WeekFeed } from './market-week.ts';
import { type WeightFigures, WeightWatch } from './weight-watch.ts';

export type WeekOrder =
  | { readonly type: 'open'; readonly count: number }
  | { readonly type: 'name' | 'move' | 'rest' | 'look' | 'weigh' }
  | { readonly type: 'report'; readonly indexes: readonly number[] };

export type WeekAnswer =
  | { readonly type: 'ready'; readonly url: string }
  | { readonly type: 'named'; readonly market: string }
  | { readonly type: 'opened'; readonly bots: readonly PlannedBot[] }
  | { readonly type: 'moving' | 'resting' }
  | ({ readonly type: 'looked' } & Progress)
  | ({ readonly type: 'weighed' } & WeightFigures)
  | { readonly type: 'reported'; readonly accounts: readonly ReportedAccount[]; readonly usd: Readonly<Record<string, number>> };

export interface Progress {
  readonly isOver: boolean;
  /** Of the market, in milliseconds. */
  readonly elapsed: number;
  readonly fills: number;
  readonly busy: number;
  readonly restless: number;
  readonly doubles: number;
}

/** What the exchange has of one account. */
export interface ReportedAccount {
  readonly wallet: Wallet;
  /** As the messages between processes carry them: times are text. */
  readonly trades: readonly Omit<Fill, 'at'>[];
  readonly openOrders: number;
  /** BNB that it began with. */
  readonly coins: string;
}

const [hours = '168', speedText = '1', widths = '1-4'] = process.argv.slice(2);
const speed = Number(speedText);
const updateEveryMs = 10;
const pollEveryMs = 50;
/** More bots at once than this share are not kept busy: the market waits for them. */
const busyShare = 0.05;
const ordersAtRest = 6;
const marketMinuteMs = 60_000;

const watch = new WeightWatch();
let most = 1;
const feed = await WeekFeed.open({ hours: Number(hours), speed, mustWait: () => speed > 1 && busy.size > most });
const exchange = await createVirtualExchange({
  runtime: systemRuntime(),
  feed,
  markets: defaultMarkets.filter(({ pair }) => tradedPairs.includes(pair) || pair === 'BNB/USDT'),
  moneyDigits: { BTC: 8, ETH: 8, USDT: 8, BNB: 8 },
  updateEveryMs,
  withPast: false,
  onStopped: (error) => {
    throw error;
  },
});
const minuteNow = () => Math.floor(feed.elapsed / marketMinuteMs);
const busy = new BusyAccounts(exchange, { ordersAtRest, minuteNow });
const inMarketTime = (limit: number) => Math.round(limit * speed);
const limits = {
  weightPerMinute: inMarketTime(binanceLimits.weightPerMinute),
  ordersPerTenSeconds: inMarketTime(binanceLimits.ordersPerTenSeconds),
  ordersPerDay: inMarketTime(binanceLimits.ordersPerDay),
  connectionsPerFiveMinutes: inMarketTime(binanceLimits.connectionsPerFiveMinutes),
};
const served = await serveExchange(exchange, {
  limits,
  onAnswer: (request, answer) => {
    const key = request.headers['x-mbx-apikey'];
    const account = typeof key === 'string' ? exchange.findAccount(key)?.id : undefined;
    watch.note(request, answer, busy.minuteOf(account) ?? minuteNow());
  },
});
const looking = setInterval(() => busy.look(), pollEveryMs);

/** Percent. */
const [narrowest = 1, widest = narrowest] = widths.split('-').map(Number);
const coinsOfMany = '1';
/** Of three accounts one has BNB for about half of a week's fees, which grow as the width shrinks. */
const fewCoins = (width: number) => (0.0011 / width).toFixed(8);
const opened: { readonly key: string; readonly coins: string }[] = [];

const priceOf = (pair: string) => {
  const { feedTicks, market } = exchange.live(pair);
  return feedTicks * Number(market.tickSize);
};

/** Widths within a range, few of them narrow; 2,200 to 4,000 USD of each currency, a little uneven. */
function openAccounts(count: number): PlannedBot[] {
  most = Math.max(2, Math.ceil(count * busyShare));
  const prices = { BTC: priceOf('BTC/USDT'), ETH: priceOf('ETH/USDT'), USDT: 1 };
  return Array.from({ length: count }, (_, index) => {
    const width = narrowest + (widest - narrowest) * Math.sqrt(((index * 619) % 1000) / 1000);
    const worth = 2200 + 1800 * (((index * 387) % 1000) / 1000);
    const uneven = { BTC: 1 + (index % 7) / 4000, ETH: 1 - (index % 5) / 4000, USDT: 1 };
    const amount = (currency: keyof typeof prices) => ((worth * uneven[currency]) / prices[currency]).toFixed(8);
    const coins = index % 3 === 0 ? fewCoins(width) : coinsOfMany;
    const { key, secret } = exchange.createAccount({
      balances: { BTC: amount('BTC'), ETH: amount('ETH'), USDT: amount('USDT'), BNB: coins },
      feeCoin: { currency: 'BNB', discount: '0.25' },
    });
    opened.push({ key, coins });
    return { key, secret, delta: Number((width / 200).toFixed(6)) };
  });
}

function reportAccount(index: number): ReportedAccount {
  const { key, coins } = opened[index] ?? { key: '', coins: '0' };
  const openOrders = exchange.findAccount(key)?.openOrders.size ?? 0;
  return { wallet: exchange.accountWallet(key), trades: exchange.accountTrades(key), openOrders, coins };
}

const progress = (): Progress => ({
  isOver: feed.isOver,
  elapsed: feed.elapsed,
  fills: busy.fills,
  busy: busy.size,
  restless: busy.restless,
  doubles: busy.doubles,
});

function move(isMoving: boolean): WeekAnswer {
  feed.isMoving = isMoving;
  return { type: isMoving ? 'moving' : 'resting' };
}

function take(order: WeekOrder): WeekAnswer {
  switch (order.type) {
    case 'open':
      return { type: 'opened', bots: openAccounts(order.count) };
    case 'name':
      return { type: 'named', market: feed.name };
    case 'move':
    case 'rest':
      return move(order.type === 'move');
    case 'look':
      return { type: 'looked', ...progress() };
    case 'weigh':
      return { type: 'weighed', ...watch.take() };
    case 'report': {
      const usd = { BTC: priceOf('BTC/USDT'), ETH: priceOf('ETH/USDT'), BNB: priceOf('BNB/USDT'), USDT: 1 };
      return { type: 'reported', accounts: order.indexes.map(reportAccount), usd };
    }
  }
}

const answer = (message: WeekAnswer) => process.send?.(message);
process.on('message', (order: WeekOrder) => answer(take(order)));
process.on('disconnect', () => {
  clearInterval(looking);
  void served.close().then(() => exchange.close());
});
answer({ type: 'ready', url: served.url });
