import type { VenueCandle } from '../candles/candle-series.ts';
import { type Interval, nextOpening } from '../candles/interval.ts';
import type { LiveMarket } from '../exchange/live-market.ts';
import { amountOf, priceOf } from '../exchange/market.ts';
import type { TapeTrade } from '../exchange/order.ts';
import { fromUnits, toUnits } from '../ledger/units.ts';
import { instrumentOf } from './route.ts';

/** Candles and daily figures are kept as doubles; OKX writes numbers without trailing zeros. */
const wireNumber = (value: number): string => fromUnits(toUnits(value.toFixed(10)));

/** Price, amount, a field that OKX no longer uses, and a number of orders that the venue does not tell. */
export type WireLevel = readonly [price: string, amount: string, unused: '0', orders: '1'];

export const wireLevel = ({ market }: LiveMarket, ticks: number, lots: number): WireLevel => [
  priceOf(market, ticks),
  amountOf(market, lots),
  '0',
  '1',
];

/** Levels of both sides, best first. */
export function wireBook(live: LiveMarket, { levels, now }: { levels: number; now: number }) {
  const side = (name: 'buy' | 'sell') => {
    const found: WireLevel[] = [];
    live.book.visitLevels(name, levels, (ticks, lots) => found.push(wireLevel(live, ticks, lots)));
    return found;
  };
  return { asks: side('sell'), bids: side('buy'), ts: String(now), seqId: live.version };
}

/** GET instruments. */
export function wireInstrument(live: LiveMarket) {
  const { market, rules } = live;
  return {
    instType: 'SPOT',
    instId: instrumentOf(live),
    instFamily: '',
    uly: '',
    baseCcy: market.base,
    quoteCcy: market.counter,
    settleCcy: '',
    tickSz: rules.tickSize,
    lotSz: rules.lotSize,
    minSz: rules.minimumAmount,
    maxLmtSz: market.maximumAmount,
    maxMktSz: '',
    lever: '',
    listTime: '1',
    expTime: '',
    state: rules.state === 'trading' ? 'live' : 'suspend',
    ruleType: 'normal',
  };
}

/** GET ticker, and the channel `tickers`. */
export function wireTicker(live: LiveMarket, now: number) {
  const { market, book } = live;
  const last = live.lastTicks * Number(market.tickSize);
  const day = live.candles.dayFigures(now);
  const best = (side: 'buy' | 'sell', ticks: number) =>
    ticks === 0 ? ['', ''] : [priceOf(market, ticks), amountOf(market, book.lotsAt(side, ticks))];
  const [bidPx, bidSz] = best('buy', book.bestBid);
  const [askPx, askSz] = best('sell', book.bestAsk);
  return {
    instType: 'SPOT',
    instId: instrumentOf(live),
    last: priceOf(market, live.lastTicks),
    lastSz: amountOf(market, live.tape.at(-1)?.lots ?? 0),
    askPx,
    askSz,
    bidPx,
    bidSz,
    open24h: wireNumber(day?.open ?? last),
    high24h: wireNumber(day?.high ?? last),
    low24h: wireNumber(day?.low ?? last),
    vol24h: wireNumber(day?.volume ?? 0),
    volCcy24h: wireNumber(day?.notional ?? 0),
    ts: String(now),
  };
}

/** GET candles, and the channels `candle…`. */
export function wireCandle(candle: VenueCandle, interval: Interval, now: number): string[] {
  const [volume, notional] = [wireNumber(candle.volume), wireNumber(candle.notional)];
  const prices = [candle.open, candle.high, candle.low, candle.close].map(wireNumber);
  return [String(candle.at), ...prices, volume, notional, notional, nextOpening(interval, candle.at) <= now ? '1' : '0'];
}

/** GET trades, and the channel `trades`. */
export function wireTrade(live: LiveMarket, trade: TapeTrade) {
  return {
    instId: instrumentOf(live),
    tradeId: String(trade.id),
    px: priceOf(live.market, trade.ticks),
    sz: amountOf(live.market, trade.lots),
    side: trade.takerSide,
    ts: String(trade.at),
  };
}
