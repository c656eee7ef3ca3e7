import type { MarketData, PriceTick } from '@tenbin/exchange';
import type { PairName } from '@tenbin/market';
import { usdPrices } from '@tenbin/strategy';
import { expect, test } from 'vitest';
import { MarketDataHub } from './market-data-hub.ts';
import { ManualClock } from './testing/manual-clock.ts';
import { ScriptedExchange } from './testing/scripted-exchange.ts';
import { silentLog } from './testing/trading-desk.ts';

const prices = { 'BTC/USDT': '60000', 'ETH/USDT': '3000', 'ETH/BTC': '0.05', 'XRP/BTC': '0.00001', 'XRP/USDT': '0.6' };

/** Public data of a scripted exchange that counts what is asked for, and whose stream a test drives. */
class CountedMarket extends ScriptedExchange implements MarketData {
  readonly asked: (readonly PairName[])[] = [];
  readonly watched: (readonly PairName[])[] = [];
  listener: Parameters<MarketData['watchPrices']>[1] = () => {};
  streams = 0;
  renew: Parameters<NonNullable<MarketData['onMarkets']>>[0] = () => {};

  override onMarkets(listener: typeof this.renew): () => void {
    this.renew = listener;
    return () => {};
  }

  constructor(priced: Record<PairName, string> = prices) {
    super({ balances: {}, prices: priced, clock: new ManualClock() });
  }

  override fetchPrices(pairs: readonly PairName[]): Promise<PriceTick[]> {
    this.asked.push(pairs);
    return super.fetchPrices(pairs);
  }

  override watchPrices(...[pairs, listener]: Partial<Parameters<MarketData['watchPrices']>>): () => void {
    this.watched.push(pairs ?? []);
    this.listener = listener ?? this.listener;
    this.streams += 1;
    return () => {
      this.streams -= 1;
    };
  }
}

test('many bots of the same pairs are one question and one stream', async () => {
  const market = new CountedMarket();
  const hub = new MarketDataHub(market, silentLog);
  await Promise.all(Array.from({ length: 40 }, () => hub.follow(['BTC/USDT', 'ETH/USDT', 'ETH/BTC'])));
  expect(market.asked).toHaveLength(1);
  expect(market.streams).toBe(1);
  expect(hub.prices.get('ETH/BTC')).toBe(0.05);
});

test('coins in which fees are paid are priced as well, where the exchange trades them', async () => {
  const market = new CountedMarket({ ...prices, 'BNB/USDT': '600', 'XYZ/USDT': '2' });
  const hub = new MarketDataHub(market, silentLog);
  await hub.follow(['BTC/USDT']);
  expect([...hub.prices.keys()]).toEqual(['BTC/USDT', 'BNB/USDT']);
  await hub.follow(['BTC/USDT'], ['XYZ', 'USDT', 'NONE']);
  expect(hub.prices.get('XYZ/USDT')).toBe(2);
});

test('a bot of other pairs adds them, with what tells their worth in dollars', async () => {
  const market = new CountedMarket();
  const hub = new MarketDataHub(market, silentLog);
  await hub.follow(['BTC/USDT']);
  await hub.follow(['XRP/BTC', 'BTC/USDT']);
  expect(market.asked).toEqual([['BTC/USDT'], ['XRP/BTC', 'XRP/USDT']]);
  expect(market.watched.at(-1)).toEqual(['BTC/USDT', 'XRP/BTC', 'XRP/USDT']);
  expect(market.streams).toBe(1);
});

test('prices of a broken stream count as unknown, and are asked for again when it is back', async () => {
  const market = new CountedMarket();
  const hub = new MarketDataHub(market, silentLog);
  await hub.follow(['BTC/USDT', 'ETH/USDT']);
  market.listener({ stale: true, error: new Error('socket closed') });
  expect(hub.prices.size).toBe(0);
  market.prices.set('ETH/USDT', '3100');
  market.listener({ pair: 'BTC/USDT', bestBid: '60100', bestAsk: '60102', last: '60100', at: new Date(0) });
  await new Promise((done) => setImmediate(done));
  expect(hub.prices.get('BTC/USDT')).toBe(60_000);
  expect(hub.prices.get('ETH/USDT')).toBe(3_100);
});

test('a market that does not trade for a while keeps its rules, and others are as they were loaded last', async () => {
  const market = new CountedMarket();
  const hub = new MarketDataHub(market, silentLog);
  await hub.follow(['BTC/USDT', 'ETH/USDT']);
  const trading = new Map(await market.fetchMarkets());
  for (const pair of ['BTC/USDT', 'XRP/USDT']) trading.delete(pair);
  market.renew(trading);
  expect([...hub.rules.keys()].sort()).toEqual(['BTC/USDT', 'ETH/BTC', 'ETH/USDT', 'XRP/BTC']);
  expect(hub.prices.get('BTC/USDT')).toBe(60_000);
});

test('a market that did not trade when a bot asked for it is followed as soon as it does', async () => {
  const market = new CountedMarket();
  const all = await market.fetchMarkets();
  const resting = new Map([...all].filter(([pair]) => pair !== 'ETH/USDT'));
  market.fetchMarkets = async () => resting;
  const hub = new MarketDataHub(market, silentLog);
  await hub.follow(['BTC/USDT', 'ETH/USDT']);
  expect(hub.prices.has('ETH/USDT')).toBe(false);
  market.renew(all);
  await new Promise((done) => setImmediate(done));
  expect(hub.prices.get('ETH/USDT')).toBe(3_000);
});

test('a currency that only crosses lead to dollars is priced over them, so that a bot of its pairs can start', async () => {
  const market = new ScriptedExchange({
    balances: {},
    prices: { 'A/BTC': '0.001', 'B/BTC': '0.002', 'A/B': '0.5', 'BTC/ETH': '20', 'ETH/USDT': '3000' },
    clock: new ManualClock(),
  });
  const hub = new MarketDataHub(market, silentLog);
  await hub.follow(['A/BTC', 'B/BTC', 'A/B']);
  expect(usdPrices({ prices: hub.prices }).get('A')).toBe(60);
});
