import type { VenueCandle } from '../candles/candle-series.ts';
import { type Interval, nextOpening } from '../candles/interval.ts';
import type { LiveMarket } from '../exchange/live-market.ts';
import type { TapeTrade } from '../exchange/order.ts';
import { wireAmount, wireMoney, wireNumber, wirePrice, zero } from './order-wire.ts';

/** Price and amount of the best level on each side; zeros for an empty side. */
export function bestPrices({ book, market }: LiveMarket) {
  const { bestBid, bestAsk } = book;
  return {
    bidPrice: wirePrice(market, bestBid),
    bidQty: bestBid === 0 ? zero : wireAmount(market, book.lotsAt('buy', bestBid)),
    askPrice: wirePrice(market, bestAsk),
    askQty: bestAsk === 0 ? zero : wireAmount(market, book.lotsAt('sell', bestAsk)),
  };
}

/** Levels of both sides, best first. */
export function wireDepth({ book, market }: LiveMarket, limit: number) {
  const bids: [string, string][] = [];
  const asks: [string, string][] = [];
  book.visitLevels('buy', limit, (ticks, lots) => bids.push([wirePrice(market, ticks), wireAmount(market, lots)]));
  book.visitLevels('sell', limit, (ticks, lots) => asks.push([wirePrice(market, ticks), wireAmount(market, lots)]));
  return { bids, asks };
}

/** The figures of the last 24 hours, as REST gives them. */
export function wireDayTicker(live: LiveMarket, now: number) {
  const { market } = live;
  const last = live.lastTicks * Number(market.tickSize);
  const day = live.candles.dayFigures(now);
  const open = day?.open ?? last;
  const volume = day?.volume ?? 0;
  const latest = live.tape.at(-1);
  return {
    symbol: market.symbol,
    priceChange: wireNumber(last - open),
    priceChangePercent: open > 0 ? ((last / open - 1) * 100).toFixed(3) : '0.000',
    weightedAvgPrice: wireNumber(volume > 0 ? (day?.notional ?? 0) / volume : last),
    prevClosePrice: wireNumber(open),
    lastPrice: wirePrice(market, live.lastTicks),
    lastQty: wireAmount(market, latest?.lots ?? 0),
    ...bestPrices(live),
    openPrice: wireNumber(open),
    highPrice: wireNumber(day?.high ?? last),
    lowPrice: wireNumber(day?.low ?? last),
    volume: wireNumber(volume),
    quoteVolume: wireNumber(day?.notional ?? 0),
    openTime: day?.from ?? now,
    closeTime: now,
    firstId: live.tape[0]?.id ?? -1,
    lastId: latest?.id ?? -1,
    count: day?.trades ?? 0,
  };
}

/** GET klines: an array of twelve. */
export function wireCandle(candle: VenueCandle, interval: Interval) {
  return [
    candle.at,
    wireNumber(candle.open),
    wireNumber(candle.high),
    wireNumber(candle.low),
    wireNumber(candle.close),
    wireNumber(candle.volume),
    nextOpening(interval, candle.at) - 1,
    wireNumber(candle.notional),
    candle.trades,
    wireNumber(candle.takerBase),
    wireNumber(candle.takerNotional),
    '0',
  ];
}

/** GET trades. */
export function wireTrade({ market }: LiveMarket, trade: TapeTrade) {
  return {
    id: trade.id,
    price: wirePrice(market, trade.ticks),
    qty: wireAmount(market, trade.lots),
    quoteQty: wireMoney(trade.notional),
    time: trade.at,
    isBuyerMaker: trade.takerSide === 'sell',
    isBestMatch: true,
  };
}

/** GET aggTrades. The venue does not bundle: each trade is a bundle of one. */
export function wireAggregateTrade({ market }: LiveMarket, trade: TapeTrade) {
  return {
    a: trade.id,
    p: wirePrice(market, trade.ticks),
    q: wireAmount(market, trade.lots),
    f: trade.id,
    l: trade.id,
    T: trade.at,
    m: trade.takerSide === 'sell',
    M: true,
  };
}
