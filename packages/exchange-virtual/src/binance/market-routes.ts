import { isInterval } from '../candles/interval.ts';
import type { Parameters } from '../wire/parameters.ts';
import { BinanceError, malformedParameter } from './binance-error.ts';
import { wireExchangeInfo } from './exchange-info.ts';
import { bestPrices, wireAggregateTrade, wireCandle, wireDayTicker, wireDepth, wireTrade } from './market-wire.ts';
import { wireNumber, wirePrice } from './order-wire.ts';
import { type Call, type Routes, requireLive, selectLive } from './route.ts';

const isForOne = (parameters: Parameters) => parameters.text('symbol') !== undefined;
const depthWeight = (limit: number) => (limit <= 100 ? 5 : limit <= 500 ? 25 : limit <= 1_000 ? 50 : 250);

/** Market data: everybody may ask. */
export const marketRoutes: Routes = {
  'GET /api/v3/ping': { weight: 1, security: 'public', handle: () => ({}) },
  'GET /api/v3/time': { weight: 1, security: 'public', handle: ({ exchange }) => ({ serverTime: exchange.now() }) },
  'GET /api/v3/exchangeInfo': {
    weight: 20,
    security: 'public',
    handle: (call) => wireExchangeInfo(call.exchange, call.rates.limits, selectLive(call).lives),
  },
  'GET /api/v3/depth': {
    weight: (parameters) => depthWeight(parameters.limit({ usual: 100, most: 5_000 })),
    security: 'public',
    handle: (call) => {
      const live = requireLive(call);
      return { lastUpdateId: live.version, ...wireDepth(live, call.parameters.limit({ usual: 100, most: 5_000 })) };
    },
  },
  'GET /api/v3/trades': {
    weight: 25,
    security: 'public',
    handle: (call) => {
      const live = requireLive(call);
      return live.tape.slice(-call.parameters.limit({ usual: 500, most: 1_000 })).map((trade) => wireTrade(live, trade));
    },
  },
  'GET /api/v3/historicalTrades': {
    weight: 25,
    security: 'public',
    handle: (call) => {
      const live = requireLive(call);
      return selectTrades(call).map((trade) => wireTrade(live, trade));
    },
  },
  'GET /api/v3/aggTrades': {
    weight: 4,
    security: 'public',
    handle: (call) => {
      const live = requireLive(call);
      return selectTrades(call).map((trade) => wireAggregateTrade(live, trade));
    },
  },
  'GET /api/v3/klines': { weight: 2, security: 'public', handle: candles },
  'GET /api/v3/uiKlines': { weight: 2, security: 'public', handle: candles },
  'GET /api/v3/avgPrice': {
    weight: 2,
    security: 'public',
    handle: (call) => {
      const live = requireLive(call);
      const now = call.exchange.now();
      return { mins: 5, price: wireNumber(call.exchange.averagePrice(live)), closeTime: now };
    },
  },
  'GET /api/v3/ticker/24hr': {
    weight: (parameters) => (isForOne(parameters) ? 2 : 80),
    security: 'public',
    handle: (call) => oneOrAll(call, (live) => wireDayTicker(live, call.exchange.now())),
  },
  'GET /api/v3/ticker/price': {
    weight: (parameters) => (isForOne(parameters) ? 2 : 4),
    security: 'public',
    handle: (call) => oneOrAll(call, (live) => ({ symbol: live.market.symbol, price: wirePrice(live.market, live.lastTicks) })),
  },
  'GET /api/v3/ticker/bookTicker': {
    weight: (parameters) => (isForOne(parameters) ? 2 : 4),
    security: 'public',
    handle: (call) => oneOrAll(call, (live) => ({ symbol: live.market.symbol, ...bestPrices(live) })),
  },
};

function oneOrAll(call: Call, wire: (live: ReturnType<typeof requireLive>) => object): object {
  const { lives, isSingle } = selectLive(call);
  const [first] = lives;
  return isSingle && first ? wire(first) : lives.map(wire);
}

function selectTrades(call: Call) {
  const { parameters } = call;
  const { tape } = requireLive(call);
  const fromId = parameters.integer('fromId');
  const from = parameters.integer('startTime');
  const to = parameters.integer('endTime') ?? Number.POSITIVE_INFINITY;
  const limit = parameters.limit({ usual: 500, most: 1_000 });
  if (fromId !== undefined) return tape.filter((trade) => trade.id >= fromId).slice(0, limit);
  const found = tape.filter((trade) => trade.at >= (from ?? 0) && trade.at <= to);
  return from === undefined ? found.slice(-limit) : found.slice(0, limit);
}

function candles(call: Call) {
  const { parameters, exchange } = call;
  const live = requireLive(call);
  const interval = parameters.requireText('interval');
  if (!isInterval(interval)) throw new BinanceError(-1120, 'Invalid interval.');
  const from = parameters.integer('startTime');
  const to = parameters.integer('endTime');
  if (from !== undefined && to !== undefined && from > to) throw malformedParameter('endTime');
  const series = live.candles.series(interval);
  series.rollTo(exchange.now());
  return series.select({ from, to, limit: parameters.limit({ usual: 500, most: 1_000 }) }).map((candle) => wireCandle(candle, interval));
}
