import type { VenueCandle } from '../candles/candle-series.ts';
import { type Interval, intervals, isInterval, nextOpening } from '../candles/interval.ts';
import type { LiveMarket } from '../exchange/live-market.ts';
import type { TapeTrade } from '../exchange/order.ts';
import { bestPrices, wireDayTicker } from './market-wire.ts';
import { wireAmount, wireNumber, wirePrice } from './order-wire.ts';

export function tradeEvent({ market }: LiveMarket, trade: TapeTrade) {
  return {
    e: 'trade',
    E: trade.at,
    s: market.symbol,
    t: trade.id,
    p: wirePrice(market, trade.ticks),
    q: wireAmount(market, trade.lots),
    T: trade.at,
    m: trade.takerSide === 'sell',
    M: true,
  };
}

export function aggregateTradeEvent({ market }: LiveMarket, trade: TapeTrade) {
  const { t, ...rest } = tradeEvent({ market } as LiveMarket, trade);
  return { ...rest, e: 'aggTrade', a: t, f: t, l: t };
}

/** Has no event name, as Binance's has none. */
export function bookTickerEvent(live: LiveMarket) {
  const { bidPrice, bidQty, askPrice, askQty } = bestPrices(live);
  return { u: live.version, s: live.market.symbol, b: bidPrice, B: bidQty, a: askPrice, A: askQty };
}

export function miniTickerEvent(live: LiveMarket, now: number) {
  const day = wireDayTicker(live, now);
  return {
    e: '24hrMiniTicker',
    E: now,
    s: day.symbol,
    c: day.lastPrice,
    o: day.openPrice,
    h: day.highPrice,
    l: day.lowPrice,
    v: day.volume,
    q: day.quoteVolume,
  };
}

export function tickerEvent(live: LiveMarket, now: number) {
  const day = wireDayTicker(live, now);
  return {
    ...miniTickerEvent(live, now),
    e: '24hrTicker',
    p: day.priceChange,
    P: day.priceChangePercent,
    w: day.weightedAvgPrice,
    x: day.prevClosePrice,
    Q: day.lastQty,
    b: day.bidPrice,
    B: day.bidQty,
    a: day.askPrice,
    A: day.askQty,
    O: day.openTime,
    C: day.closeTime,
    F: day.firstId,
    L: day.lastId,
    n: day.count,
  };
}

export function candleEvent(live: LiveMarket, candle: VenueCandle, { interval, now }: { interval: Interval; now: number }) {
  const closesAt = nextOpening(interval, candle.at) - 1;
  const trades = live.tape.filter(({ at }) => at >= candle.at && at <= closesAt);
  return {
    e: 'kline',
    E: now,
    s: live.market.symbol,
    k: {
      t: candle.at,
      T: closesAt,
      s: live.market.symbol,
      i: interval,
      f: trades[0]?.id ?? -1,
      L: trades.at(-1)?.id ?? -1,
      o: wireNumber(candle.open),
      c: wireNumber(candle.close),
      h: wireNumber(candle.high),
      l: wireNumber(candle.low),
      v: wireNumber(candle.volume),
      n: candle.trades,
      x: closesAt < now,
      q: wireNumber(candle.notional),
      V: wireNumber(candle.takerBase),
      Q: wireNumber(candle.takerNotional),
      B: '0',
    },
  };
}

/** What a stream's name asks for. */
export type StreamKind =
  | { readonly kind: 'trade' | 'aggTrade' | 'bookTicker' | 'miniTicker' | 'ticker'; readonly symbol: string }
  | { readonly kind: 'candle'; readonly symbol: string; readonly interval: Interval }
  | { readonly kind: 'depth'; readonly symbol: string; readonly everyMs: number }
  | { readonly kind: 'topLevels'; readonly symbol: string; readonly levels: number; readonly everyMs: number }
  | { readonly kind: 'allMiniTickers' | 'allTickers' };

const simple = ['trade', 'aggTrade', 'bookTicker', 'miniTicker', 'ticker'] as const;
const depthPattern = /^depth(5|10|20)?(@1000ms|@100ms)?$/;

/** @returns null for a name that means nothing here; Binance accepts it and stays silent */
export function parseStream(name: string): StreamKind | null {
  if (name === '!miniTicker@arr') return { kind: 'allMiniTickers' };
  if (name === '!ticker@arr') return { kind: 'allTickers' };
  const at = name.indexOf('@');
  if (at < 1) return null;
  const symbol = name.slice(0, at).toUpperCase();
  const what = name.slice(at + 1);
  const kind = simple.find((candidate) => candidate === what);
  if (kind) return { kind, symbol };
  const interval = what.startsWith('kline_') ? what.slice('kline_'.length) : '';
  if (isInterval(interval) && intervals[interval]) return { kind: 'candle', symbol, interval };
  const depth = depthPattern.exec(what);
  if (!depth) return null;
  const everyMs = depth[2] === '@100ms' ? 100 : 1_000;
  return depth[1] === undefined ? { kind: 'depth', symbol, everyMs } : { kind: 'topLevels', symbol, levels: Number(depth[1]), everyMs };
}
