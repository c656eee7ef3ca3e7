import type { MarketData, PriceTick } from '@tenbin/exchange';
import type { PairName } from '@tenbin/market';
import { usdPrices } from '@tenbin/strategy';
import { silentLog } from '@tenbin/telemetry';
import { describe, expect, test } from 'vitest';
import { ManualClock } from '../testing/manual-clock.ts';
import { ScriptedExchange } from '../testing/scripted-exchange.ts';
import { currentPrice, MarketDataHub } from './market-data-hub.ts';

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
  const hub = new MarketDataHub(market, { clock: new ManualClock(), log: silentLog });
  await Promise.all(Array.from({ length: 40 }, () => hub.follow(['BTC/USDT', 'ETH/USDT', 'ETH/BTC'])));
  expect(market.asked).toHaveLength(1);
  expect(market.streams).toBe(1);
  expect(hub.prices.get('ETH/BTC')).toBe(0.05);
});

test('coins in which fees are paid are priced as well, where the exchange trades them', async () => {
  const market = new CountedMarket({ ...prices, 'BNB/USDT': '600', 'XYZ/USDT': '2' });
  const hub = new MarketDataHub(market, { clock: new ManualClock(), log: silentLog });
  await hub.follow(['BTC/USDT']);
  expect([...hub.prices.keys()]).toEqual(['BTC/USDT', 'BNB/USDT']);
  await hub.follow(['BTC/USDT'], ['XYZ', 'USDT', 'NONE']);
  expect(hub.prices.get('XYZ/USDT')).toBe(2);
});

test('a bot of other pairs adds them, with what tells their worth in dollars', async () => {
  const market = new CountedMarket();
  const hub = new MarketDataHub(market, { clock: new ManualClock(), log: silentLog });
  await hub.follow(['BTC/USDT']);
  await hub.follow(['XRP/BTC', 'BTC/USDT']);
  expect(market.asked).toEqual([['BTC/USDT'], ['XRP/BTC', 'XRP/USDT']]);
  expect(market.watched.at(-1)).toEqual(['BTC/USDT', 'XRP/BTC', 'XRP/USDT']);
  expect(market.streams).toBe(1);
});

const tick = (pair: PairName, price: string): PriceTick => ({ pair, bestBid: price, bestAsk: price, last: price, at: new Date(0) });
const settle = () => new Promise<void>((done) => setImmediate(done));

/** A hub whose clock a test moves. */
function timed() {
  const clock = new ManualClock();
  const market = new CountedMarket();
  return { clock, market, hub: new MarketDataHub(market, { clock, log: silentLog }), pass: (ms: number) => clock.advance(ms, settle) };
}

test('after a break each price counts as unknown until that pair is told or asked for again', async () => {
  const { market, hub, pass } = timed();
  await hub.follow(['BTC/USDT', 'ETH/USDT']);
  market.listener({ stale: true, error: new Error('socket closed') });
  expect(hub.prices.size).toBe(0);
  market.prices.set('ETH/USDT', '3100');
  market.listener(tick('BTC/USDT', '60101'));
  expect([...hub.prices]).toEqual([['BTC/USDT', 60_101]]);
  await pass(1_000);
  expect(hub.prices.get('BTC/USDT')).toBe(60_101);
  expect(hub.prices.get('ETH/USDT')).toBe(3_100);
});

test('a question for prices that fails is asked again, and no price is believed meanwhile', async () => {
  const { market, hub, pass } = timed();
  await hub.follow(['BTC/USDT', 'ETH/USDT']);
  const { fetchPrices } = market;
  market.fetchPrices = async () => Promise.reject(new Error('no answer'));
  market.listener({ stale: true, error: new Error('socket closed') });
  await pass(10_000);
  expect(hub.prices.size).toBe(0);
  market.fetchPrices = fetchPrices;
  await pass(20_000);
  expect(hub.prices.size).toBe(2);
});

test('a pair that stands still is asked for now and then, and what moves is not', async () => {
  const { market, hub, pass } = timed();
  await hub.follow(['BTC/USDT', 'ETH/USDT']);
  for (let second = 0; second < 300; second += 5) {
    await pass(5_000);
    market.listener(tick('BTC/USDT', '60000'));
    expect(hub.prices.size).toBe(2);
  }
  expect(market.asked.slice(1).flat()).not.toContain('BTC/USDT');
  expect(market.asked.length).toBeLessThan(12);
});

test('a price that nobody tells or confirms any more is not known after a minute and a half', async () => {
  const { market, hub, pass } = timed();
  await hub.follow(['BTC/USDT', 'ETH/USDT']);
  market.fetchPrices = async () => Promise.reject(new Error('no answer'));
  await pass(60_000);
  market.listener(tick('BTC/USDT', '60000'));
  await pass(31_000);
  expect([...hub.prices.keys()]).toEqual(['BTC/USDT']);
});

describe('a book', () => {
  const shown = { bids: [[59_940, 5]], asks: [[60_060, 5]] } as const;
  const followed = async () => {
    const hub = timed();
    hub.market.showBook('BTC/USDT', shown);
    hub.hub.watchBook('BTC/USDT', () => {});
    await settle();
    return { ...hub, best: () => hub.hub.bookOf('BTC/USDT')?.bids[0]?.[0] };
  };

  test('that stands still is confirmed by asking, and one that nobody confirms is not known any more', async () => {
    const { market, best, pass } = await followed();
    await pass(60_000);
    expect(best()).toBe(59_940);
    market.fetchBook = async () => Promise.reject(new Error('no answer'));
    await pass(31_000);
    expect(best()).toBeUndefined();
  });

  test('whose stream broke is not known before the stream tells it again, whatever could be asked for', async () => {
    const { market, best, pass } = await followed();
    market.breakBook('BTC/USDT');
    for (let second = 0; second < 60; second += 1) {
      await pass(1_000);
      expect(best()).toBeUndefined();
    }
    market.showBook('BTC/USDT', shown);
    expect(best()).toBe(59_940);
    await pass(60_000);
    expect(best()).toBe(59_940);
  });

  test('that was asked for before its stream broke does not come back with the answer', async () => {
    const { market, best, pass } = await followed();
    const answer = Promise.withResolvers<void>();
    const fetchBook = market.fetchBook.bind(market);
    market.fetchBook = async (pair) => {
      await answer.promise;
      return fetchBook(pair);
    };
    await pass(10_000);
    market.breakBook('BTC/USDT');
    answer.resolve();
    await settle();
    expect(best()).toBeUndefined();
  });
});

test.each([
  ['narrow', { bestBid: '99', bestAsk: '100', last: '90' }, 99.5],
  ['wide: the last trade lies between', { bestBid: '90', bestAsk: '110', last: '101' }, 101],
  ['wide: the last trade is old', { bestBid: '119', bestAsk: '130', last: '100' }, 119],
  ['crossed', { bestBid: '101', bestAsk: '100', last: '100.5' }, 100.5],
  ['crossed, and the last trade is old', { bestBid: '101', bestAsk: '100', last: '50' }, 100],
  ['without a bid', { bestBid: '0', bestAsk: '100', last: '98' }, 98],
] as const)('the price of a book that is %s', (_what, book, price) => {
  expect(currentPrice(book)).toBe(price);
});

test('a pair that is missing from one list is halted, from every list for two minutes gone, and back when it is listed', async () => {
  const { market, hub, pass } = timed();
  const all = await market.fetchMarkets();
  await hub.follow(['BTC/USDT', 'ETH/USDT']);
  const without = new Map([...all].filter(([pair]) => pair !== 'ETH/USDT'));
  const halted = new Map([...all].filter(([pair]) => pair === 'ETH/USDT'));
  market.renew(without, halted);
  expect([...hub.closed]).toEqual([['ETH/USDT', 'halted']]);
  for (let list = 0; list < 2; list += 1) {
    market.renew(without, new Map());
    expect([...hub.closed]).toEqual([['ETH/USDT', 'halted']]);
    await pass(60_000);
  }
  market.renew(without, new Map());
  expect([...hub.closed]).toEqual([['ETH/USDT', 'gone']]);
  expect(hub.rules.has('ETH/USDT')).toBe(true);
  market.renew(all, new Map());
  expect(hub.closed.size).toBe(0);
});

test('a pair that stays listed and does not trade for three days is gone as well: Binance never takes one off its list', async () => {
  const { market, hub, pass } = timed();
  const all = await market.fetchMarkets();
  await hub.follow(['BTC/USDT', 'ETH/USDT']);
  const without = new Map([...all].filter(([pair]) => pair !== 'ETH/USDT'));
  const halted = new Map([...all].filter(([pair]) => pair === 'ETH/USDT'));
  const days = async (count: number) => {
    market.renew(without, halted);
    await pass(count * 86_400_000);
    market.renew(without, halted);
  };
  await days(2.9);
  expect([...hub.closed]).toEqual([['ETH/USDT', 'halted']]);
  market.renew(all, new Map());
  expect(hub.closed.size).toBe(0);
  await days(2.9);
  expect([...hub.closed]).toEqual([['ETH/USDT', 'halted']]);
  await days(0.2);
  expect([...hub.closed]).toEqual([['ETH/USDT', 'gone']]);
  market.renew(all, new Map());
  expect(hub.closed.size).toBe(0);
});

test('a market that does not trade for a while keeps its rules, and others are as they were loaded last', async () => {
  const market = new CountedMarket();
  const hub = new MarketDataHub(market, { clock: new ManualClock(), log: silentLog });
  await hub.follow(['BTC/USDT', 'ETH/USDT']);
  const trading = new Map(await market.fetchMarkets());
  for (const pair of ['BTC/USDT', 'XRP/USDT']) trading.delete(pair);
  market.renew(trading, new Map());
  expect([...hub.rules.keys()].sort()).toEqual(['BTC/USDT', 'ETH/BTC', 'ETH/USDT', 'XRP/BTC']);
  expect(hub.prices.get('BTC/USDT')).toBe(60_000);
});

test('a market that did not trade when a bot asked for it is followed as soon as it does', async () => {
  const market = new CountedMarket();
  const all = await market.fetchMarkets();
  const resting = new Map([...all].filter(([pair]) => pair !== 'ETH/USDT'));
  market.fetchMarkets = async () => resting;
  const hub = new MarketDataHub(market, { clock: new ManualClock(), log: silentLog });
  await hub.follow(['BTC/USDT', 'ETH/USDT']);
  expect(hub.prices.has('ETH/USDT')).toBe(false);
  market.renew(all, new Map());
  await new Promise((done) => setImmediate(done));
  expect(hub.prices.get('ETH/USDT')).toBe(3_000);
});

test('a currency that only crosses lead to dollars is priced over them, so that a bot of its pairs can start', async () => {
  const market = new ScriptedExchange({
    balances: {},
    prices: { 'A/BTC': '0.001', 'B/BTC': '0.002', 'A/B': '0.5', 'BTC/ETH': '20', 'ETH/USDT': '3000' },
    clock: new ManualClock(),
  });
  const hub = new MarketDataHub(market, { clock: new ManualClock(), log: silentLog });
  await hub.follow(['A/BTC', 'B/BTC', 'A/B']);
  expect(usdPrices({ prices: hub.prices }).get('A')).toBe(60);
});
