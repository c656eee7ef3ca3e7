import { compare, isPositive, parseDecimal } from '@tenbin/market';
import { expect, test } from 'vitest';
import type { PriceTick } from '../exchange.ts';
import { EventLog } from './event-log.ts';
import type { Scene } from './scene.ts';

type PriceEvent = PriceTick | { readonly stale: true; readonly error: Error };

const isTick = (event: PriceEvent): event is PriceTick => !('stale' in event);
const isStale = (event: PriceEvent): event is Exclude<PriceEvent, PriceTick> => 'stale' in event;

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
}
