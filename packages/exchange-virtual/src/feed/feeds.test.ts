import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { systemRuntime } from '@tenbin/runtime';
import { candleDays } from '@tenbin/testkit/candle-days';
import { describe, expect, test } from 'vitest';
import { createVirtualExchange } from '../exchange/virtual-exchange.ts';
import { ccxtSettings } from '../testing/ccxt-client.ts';
import { openTestVenue, testMarkets, until } from '../testing/test-venue.ts';
import { watchStreams } from '../testing/watch-streams.ts';
import { readCandleFile } from './candle-file.ts';
import type { Feed, PriceMove } from './feed.ts';
import { followFeed } from './follow-feed.ts';
import { generatedFeed } from './generated-feed.ts';
import { replayFeed, walkCandle } from './replay-feed.ts';

const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
const day = 24 * 3_600_000;

async function pricesAfter(feed: Feed, advances: number, realMs: number): Promise<Record<string, number>[]> {
  await feed.open(pairs, {});
  return Array.from({ length: advances }, () => Object.fromEntries(feed.advance(realMs).map(({ pair, price }) => [pair, price])));
}

describe('a generated market', () => {
  test('is the same for the same seed and another for another', async () => {
    const [a, b, c] = await Promise.all([1, 1, 2].map((seed) => pricesAfter(generatedFeed({ seed }), 50, 250)));
    expect(a).toEqual(b);
    expect(a).not.toEqual(c);
  });

  test('keeps its pairs consistent with one another', async () => {
    const moments = await pricesAfter(generatedFeed({ seed: 5 }), 500, 250);
    expect(moments).toHaveLength(500);
    for (const prices of moments) {
      expect(Number(prices['BTC/USDT']) * Number(prices['ETH/BTC'])).toBeCloseTo(Number(prices['ETH/USDT']), 6);
    }
  });

  test('moves as much in a day as such a market does', async () => {
    const prices = (await pricesAfter(generatedFeed({ seed: 9, speed: 1 }), 2_000, day)).map((at) => Math.log(at['BTC/USDT'] ?? 1));
    const moves = prices.slice(1).map((price, i) => price - (prices[i] ?? 0));
    const deviation = Math.sqrt(moves.reduce((sum, move) => sum + move * move, 0) / moves.length);
    expect(deviation).toBeGreaterThan(0.02);
    expect(deviation).toBeLessThan(0.05);
    expect(Math.exp(Math.max(...prices) - Math.min(...prices))).toBeLessThan(20);
  });

  test('at speed 120 goes 1 % away from where it was within some minutes', async () => {
    const prices = (await pricesAfter(generatedFeed({ seed: 1 }), 4 * 60 * 10, 250)).map((at) => at['BTC/USDT'] ?? 0);
    let crossings = 0;
    let from = prices[0] ?? 0;
    for (const price of prices) {
      if (Math.abs(price / from - 1) < 0.005) continue;
      crossings++;
      from = price;
    }
    expect(crossings).toBeGreaterThan(10);
  });

  test('goes on from the prices of the run before', async () => {
    const opening = await generatedFeed().open(pairs, { 'BTC/USDT': 70_000, 'ETH/BTC': 0.04 });
    expect(opening.map(({ price }) => price)).toEqual([expect.closeTo(70_000, 6), expect.closeTo(2_800, 6), expect.closeTo(0.04, 9)]);
  });
});

describe('a replay', () => {
  const candle = (at: number, open: number, high: number, low: number, close: number) => ({
    at: at * 60_000,
    open,
    high,
    low,
    close,
    volume: 4,
  });
  const source = [
    { pair: 'BTC/USDT', interval: '1m', candles: [candle(1, 10, 12, 9, 11), candle(2, 11, 13, 8, 9), candle(4, 9, 9, 9, 9)] },
    {
      pair: 'ETH/USDT',
      interval: '1m',
      candles: [candle(0, 1, 1, 1, 1), candle(1, 2, 4, 1, 3), candle(2, 3, 3, 3, 3), candle(4, 5, 5, 5, 5), candle(5, 5, 5, 5, 5)],
    },
  ] as const;
  const steps = (feed: Feed) => {
    const moves: PriceMove[] = [];
    for (let move = feed.step(); move; move = feed.step()) moves.push(move);
    return moves.map(({ pair, price }) => `${pair.slice(0, 3)} ${price}`);
  };

  test('walks up candles down first and down candles up first', () => {
    expect(walkCandle(candle(0, 10, 12, 9, 11))).toEqual([10, 9, 12, 11]);
    expect(walkCandle(candle(0, 11, 13, 8, 9))).toEqual([11, 13, 8, 9]);
    expect(walkCandle(candle(0, 10, 12, 9, 10))).toEqual([10, 9, 12, 10]);
  });

  test('goes pair by pair in time order, over the time that all pairs have', async () => {
    const feed = replayFeed({ source });
    await feed.open(['BTC/USDT', 'ETH/USDT'], {});
    expect(steps(feed)).toEqual([
      ...['BTC 10', 'BTC 9', 'BTC 12', 'BTC 11', 'ETH 2', 'ETH 1', 'ETH 4', 'ETH 3'],
      ...['BTC 11', 'BTC 13', 'BTC 8', 'BTC 9', 'ETH 3', 'ETH 3', 'ETH 3', 'ETH 3'],
      ...['BTC 9', 'BTC 9', 'BTC 9', 'BTC 9', 'ETH 5', 'ETH 5', 'ETH 5', 'ETH 5'],
    ]);
  });

  test('at a speed gives the same moves in the same order, each when it is due', async () => {
    const [timed, stepped] = [replayFeed({ source, speed: 60 }), replayFeed({ source })];
    for (const feed of [timed, stepped]) await feed.open(['BTC/USDT', 'ETH/USDT'], {});
    const bySeconds = Array.from({ length: 5 }, () => timed.advance(1_000).map(({ pair, price }) => `${pair.slice(0, 3)} ${price}`));
    expect(bySeconds.map((moves) => moves.length)).toEqual([9, 7, 1, 7, 0]);
    expect(bySeconds.flat()).toEqual(steps(stepped));
  });

  test('in stepped time every step is one trade on the tape, and the last one ends it', async () => {
    const markets = [
      { pair: 'BTC/USDT', tickSize: '0.01', lotSize: '0.00001', minimumNotional: '5' },
      { pair: 'ETH/USDT', tickSize: '0.01', lotSize: '0.0001', minimumNotional: '5' },
    ];
    const exchange = await createVirtualExchange({ runtime: systemRuntime(), markets, feed: replayFeed({ source }), stepped: true });
    const printed: number[] = [];
    exchange.onTape.subscribe(({ ticks }) => printed.push(ticks));
    let count = 0;
    while (exchange.feed.step()) count++;
    expect([count, printed.length, printed.slice(0, 3)]).toEqual([24, 24, [1_000, 900, 1_200]]);
    expect(exchange.feed.step()).toBeNull();
    await exchange.close();
  });

  test('without candles for a pair, or with nothing in common, says so', async () => {
    await expect(replayFeed({ source }).open(['XRP/USDT'], {})).rejects.toMatchObject({ code: 'noCandles', facts: { pair: 'XRP/USDT' } });
    const late = [{ ...source[0], candles: [candle(9, 1, 1, 1, 1)] }, source[1]];
    await expect(replayFeed({ source: late }).open(['BTC/USDT', 'ETH/USDT'], {})).rejects.toMatchObject({ code: 'noCommonTime' });
  });
});

describe('a candle file', () => {
  const read = (rows: readonly string[], name = 'BTC-USDT-1m.csv.gz') => {
    const folder = mkdtempSync(join(tmpdir(), 'candles-'));
    try {
      const path = join(folder, name);
      writeFileSync(path, gzipSync(['timestamp_ms,open,high,low,close,volume', ...rows, ''].join('\n')));
      return readCandleFile(path);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
  const good = '60000,10,12,9,11,5';

  test('gives pair, interval and candles', () => {
    expect(read([good])).toEqual({
      pair: 'BTC/USDT',
      interval: '1m',
      candles: [{ at: 60_000, open: 10, high: 12, low: 9, close: 11, volume: 5 }],
    });
  });

  const bad = [
    { row: '120000,10,12,9,11', reason: 'not six fields' },
    { row: '120000,10,12,9,eleven,5', reason: 'not a number' },
    { row: '120000,10,12,-9,11,5', reason: 'not a number' },
    { row: '120000,10,12,0,11,5', reason: 'a price is not positive' },
    { row: '120000,13,12,9,11,5', reason: 'the high is not the highest' },
    { row: '120000,10,12,11,11,5', reason: 'the low is not the lowest' },
    { row: '60000,10,12,9,11,5', reason: 'time does not rise' },
    { row: '120001,10,12,9,11,5', reason: 'time is not on the interval' },
    { row: '', reason: 'not six fields' },
  ];
  for (const { row, reason } of bad) {
    test(`with the row "${row}" is refused naming file and row: ${reason}`, () => {
      expect(() => read([good, row, '180000,1,1,1,1,1'])).toThrow(
        expect.objectContaining({ code: 'badCandleRow', facts: { file: 'BTC-USDT-1m.csv.gz', row: 3, reason } }),
      );
    });
  }

  test('of another name is refused', () => {
    expect(() => read([good], 'BTC-USDT-2m.csv.gz')).toThrow(expect.objectContaining({ code: 'badCandleFile' }));
  });
});

describe.each(candleDays)('a folder of candles, $name,', ({ folder, isHere }) => {
  test.skipIf(!isHere)('with a crash is replayed whole, and money stays whole with it', async () => {
    const exchange = await createVirtualExchange({
      runtime: systemRuntime(),
      markets: testMarkets,
      feed: replayFeed({ source: folder }),
      stepped: true,
    });
    const { key } = exchange.createAccount({ balances: { BTC: '1', ETH: '20', USDT: '60000' } });
    const account = exchange.findAccount(key);
    if (!account) throw new Error('no account');
    const supply = [...exchange.ledger.supply()];
    for (let step = 0; step < 20_000 && exchange.feed.step(); step++) {
      if (step % 100 !== 0) continue;
      const last = exchange.live('BTC/USDT').lastTicks / 100;
      for (const side of ['buy', 'sell'] as const) {
        const price = (last * (side === 'buy' ? 0.999 : 1.001)).toFixed(2);
        exchange.place(account, { pair: 'BTC/USDT', side, type: 'limit', timeInForce: 'GTC', price, amount: '0.001' });
      }
    }
    const trades = exchange.accountTrades(key);
    expect(trades.length).toBeGreaterThan(100);
    expect(trades.every((trade) => trade.isMaker && trade.amount === '0.001')).toBe(true);
    for (const [currency, total] of supply) {
      const held = [...exchange.ledger.accounts()].map((id) => exchange.ledger.holding(id, currency));
      expect(held.reduce((sum, { free, locked }) => sum + free + locked, 0n)).toBe(total);
    }
    await exchange.close();
  });
});

describe('a followed exchange', () => {
  test('sets the prices here: one venue follows another through ccxt', async () => {
    const untilReceived = watchStreams();
    const leader = await openTestVenue({ runtime: systemRuntime() });
    const troubles: unknown[] = [];
    const feed = followFeed({
      runtime: systemRuntime(),
      ccxtId: 'binance',
      settings: ccxtSettings(leader.url),
      onTrouble: (error) => troubles.push(error),
    });
    const follower = await createVirtualExchange({ runtime: systemRuntime(), markets: testMarkets, feed, updateEveryMs: 20 });
    expect(follower.live('BTC/USDT').lastTicks).toBe(6_000_000);
    await untilReceived('btcusdt@trade');
    leader.moveTo('BTC/USDT', 61_234.5);
    await until('the price arrives', () => follower.live('BTC/USDT').lastTicks === 6_123_450);
    const { key } = follower.createAccount({ balances: { USDT: '1000' } });
    const account = follower.findAccount(key);
    if (!account) throw new Error('no account');
    follower.place(account, { pair: 'BTC/USDT', side: 'buy', type: 'limit', timeInForce: 'GTC', price: '61000', amount: '0.01' });
    leader.moveTo('BTC/USDT', 60_500);
    await until('the order fills', () => follower.accountTrades(key).length > 0);
    await follower.close();
    await leader.close();
    expect(troubles).toEqual([]);
  });

  test('that is not known, or not reached, is refused at the start', async () => {
    await expect(followFeed({ runtime: systemRuntime(), ccxtId: 'nosuchexchange' }).open(pairs, {})).rejects.toMatchObject({
      code: 'unknownExchange',
    });
    await expect(followFeed({ runtime: systemRuntime(), ccxtId: '../ccxt' }).open(pairs, {})).rejects.toMatchObject({
      code: 'unknownExchange',
    });
    const nobody = await openTestVenue({ runtime: systemRuntime() });
    await nobody.close();
    const feed = followFeed({ runtime: systemRuntime(), ccxtId: 'binance', settings: ccxtSettings(nobody.url) });
    await expect(feed.open(pairs, {})).rejects.toMatchObject({ code: 'notReached', facts: { ccxtId: 'binance' } });
    await feed.close();
  });

  test('that has no such pair is refused at the start', async () => {
    const leader = await openTestVenue({ runtime: systemRuntime() });
    const feed = followFeed({ runtime: systemRuntime(), ccxtId: 'binance', settings: ccxtSettings(leader.url) });
    await expect(feed.open([...pairs, 'SOL/USDT'], {})).rejects.toMatchObject({ code: 'noPrice', facts: { pair: 'SOL/USDT' } });
    await feed.close();
    await leader.close();
  });
});
