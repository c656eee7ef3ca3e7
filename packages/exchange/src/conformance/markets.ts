import { compare, isPositive, type OrderBook, parseDecimal } from '@tenbin/market';
import { expect, test } from 'vitest';
import { type BookEvent, bookDepth, type PriceTick } from '../exchange.ts';
import { EventLog } from './event-log.ts';
import type { Scene } from './scene.ts';

type PriceEvent = PriceTick | { readonly stale: true; readonly error: Error };

const isTick = (event: PriceEvent): event is PriceTick => !('stale' in event);
const isStale = (event: PriceEvent): event is Exclude<PriceEvent, PriceTick> => 'stale' in event;

const isBook = (event: BookEvent): event is OrderBook => !('stale' in event);
const isLost = (event: BookEvent): event is Exclude<BookEvent, OrderBook> => 'stale' in event;
const isOrdered = ({ bids, asks }: OrderBook): boolean => {
  const prices = [...bids.map(([price]) => price).reverse(), ...asks.map(([price]) => price)];
  return bids.length > 0 && asks.length > 0 && prices.every((price, index) => index === 0 || price > (prices[index - 1] ?? 0));
};

export function marketTests(scene: () => Scene): void {
  test('a market’s rules are decimals that a bot can compute its grid with', () => {
    const { rules } = scene();
    expect(rules.pair).toBe(scene().subject.pair);
    for (const value of [rules.tickSize, rules.lotSize, rules.minimumAmount]) expect(isPositive(value)).toBe(true);
    for (const value of [rules.tickSize, rules.lotSize, rules.minimumAmount, rules.minimumNotional])
      expect(parseDecimal(value)).toBe(value);
    expect(rules.makerFee).toBeGreaterThanOrEqual(-0.01);
    expect(rules.takerFee).toBeLessThan(0.1);
  });

  test('markets are loaded once and shared', async () => {
    const markets = scene().subject.connector.marketData();
    expect(await markets.fetchMarkets()).toBe(await scene().subject.connector.marketData().fetchMarkets());
  });

  test('the best bid lies under the best ask', async () => {
    const { bestBid, bestAsk, last } = await scene().tick();
    expect(compare(bestBid, bestAsk)).toBe(-1);
    expect(isPositive(last)).toBe(true);
  });

  test('no pairs have no prices', async () => {
    expect(await scene().subject.connector.marketData().fetchPrices([])).toEqual([]);
  });

  test('candles come oldest first, a minute apart', async () => {
    const { connector, pair } = scene().subject;
    const candles = await connector.marketData().fetchCandles(pair, '1m', { limit: 5 });
    expect(candles.length).toBeGreaterThan(0);
    candles.forEach((candle, index) => {
      expect(candle.high).toBeGreaterThanOrEqual(candle.low);
      const before = candles[index - 1];
      if (before) expect(candle.at - before.at).toBe(60_000);
    });
  });

  test('watched prices start with where the market is and follow it, also after the socket broke', async () => {
    const { subject } = scene();
    const log = new EventLog<PriceEvent>();
    const leave = subject.connector.marketData().watchPrices([subject.pair], log.listen);
    try {
      const first = await log.next('first price', isTick);
      const wanted = scene().onTick(String(Number(first.last) * 1.01), 'up');
      await subject.moveMarket(wanted);
      const follows = (event: PriceEvent): event is PriceTick =>
        isTick(event) && Math.abs(Number(event.bestBid) / Number(wanted) - 1) < 0.005;
      await log.next('price at the moved market', follows);
      const dropped = log.mark();
      await subject.dropSockets();
      await log.next('notice that prices are stale', isStale, { after: dropped });
      await log.next('price after the break', isTick, { after: dropped });
    } finally {
      leave();
    }
  });

  test('a book is told from its best prices on, so deep and no deeper', async () => {
    const { subject } = scene();
    const book = await subject.connector.marketData().fetchBook(subject.pair);
    expect(isOrdered(book)).toBe(true);
    expect(Math.max(book.bids.length, book.asks.length)).toBeLessThanOrEqual(bookDepth);
    expect([...book.bids, ...book.asks].every(([, amount]) => amount > 0)).toBe(true);
  });

  test('a watched book shows what rests in it and what leaves it, also after the socket broke', async () => {
    const { subject } = scene();
    const { account } = await scene().player();
    const markets = subject.connector.marketData();
    const log = new EventLog<BookEvent>();
    const leave = markets.watchBook(subject.pair, log.listen);
    const shows =
      (price: string) =>
      (event: BookEvent): event is OrderBook =>
        isBook(event) && event.bids.some(([bid]) => bid === Number(price));
    const lacks =
      (price: string) =>
      (event: BookEvent): event is OrderBook =>
        isBook(event) && !event.bids.some(([bid]) => bid === Number(price));
    try {
      expect(isOrdered(await log.next('first book', isBook))).toBe(true);
      const request = await scene().foremostOrder('buy');
      const order = await account.placeOrder(request);
      const seen = await log.next('book with our order', shows(request.price));
      expect(seen.bids[0]?.[0]).toBe(Number(request.price));
      const placed = log.mark();
      await account.cancelOrder(order);
      await log.next('book without it', lacks(request.price), { after: placed });
      const dropped = log.mark();
      await subject.dropSockets();
      await log.next('word of the break', isLost, { after: dropped });
      expect(isOrdered(await log.next('book after the break', isBook, { after: dropped }))).toBe(true);
    } finally {
      leave();
    }
  });
}
