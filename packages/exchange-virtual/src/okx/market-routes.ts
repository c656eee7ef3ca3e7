import { requireInterval } from './bar.ts';
import { wireBook, wireCandle, wireInstrument, wireTicker, wireTrade } from './market-wire.ts';
import { allLive, asksForSpot, type Call, findLive, pageOf, type Routes, requireLive } from './route.ts';

/** Market data: everybody may ask. */
export const marketRoutes: Routes = {
  'GET /api/v5/public/time': { security: 'public', handle: ({ exchange }) => [{ ts: String(exchange.now()) }] },
  'GET /api/v5/public/instruments': {
    security: 'public',
    handle: (call) => {
      if (!asksForSpot(call.parameters, { mandatory: true })) return [];
      const live = findLive(call);
      return (live ? [live] : allLive(call.exchange)).map(wireInstrument);
    },
  },
  'GET /api/v5/market/tickers': {
    security: 'public',
    handle: ({ exchange, parameters }) =>
      asksForSpot(parameters, { mandatory: true }) ? allLive(exchange).map((live) => wireTicker(live, exchange.now())) : [],
  },
  'GET /api/v5/market/ticker': { security: 'public', handle: (call) => [wireTicker(requireLive(call), call.exchange.now())] },
  'GET /api/v5/market/books': {
    security: 'public',
    handle: (call) => {
      const levels = call.parameters.limit({ name: 'sz', usual: 1, most: 400 });
      return [wireBook(requireLive(call), { levels, now: call.exchange.now() })];
    },
  },
  'GET /api/v5/market/trades': { security: 'public', handle: latestTrades },
  'GET /api/v5/market/history-trades': {
    security: 'public',
    handle: (call) => {
      const live = requireLive(call);
      return pageOf(call.parameters, live.tape.toReversed(), (trade) => trade.id).map((trade) => wireTrade(live, trade));
    },
  },
  'GET /api/v5/market/candles': { security: 'public', handle: candles },
  'GET /api/v5/market/history-candles': { security: 'public', handle: candles },
};

function latestTrades(call: Call) {
  const live = requireLive(call);
  const limit = call.parameters.limit({ usual: 100, most: 500 });
  const latest = live.tape.slice(-limit).toReversed();
  return latest.map((trade) => wireTrade(live, trade));
}

/** Newest first; `after` asks for older ones, `before` for newer ones, by opening time. */
function candles(call: Call) {
  const { parameters, exchange } = call;
  const live = requireLive(call);
  const interval = requireInterval(parameters.text('bar') ?? '1m');
  const after = parameters.integer('after') ?? Number.POSITIVE_INFINITY;
  const before = parameters.integer('before') ?? Number.NEGATIVE_INFINITY;
  const limit = parameters.limit({ usual: 100, most: 300 });
  const series = live.candles.series(interval);
  const now = exchange.now();
  series.rollTo(now);
  const found = series.select({ from: Math.max(0, before + 1), to: after - 1, limit: Number.POSITIVE_INFINITY });
  return found
    .slice(-limit)
    .toReversed()
    .map((candle) => wireCandle(candle, interval, now));
}
