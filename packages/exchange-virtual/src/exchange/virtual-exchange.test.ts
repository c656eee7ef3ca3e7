import { add, type PairName, type Side } from '@tenbin/market';
import { describe, expect, test } from 'vitest';
import { accountOn } from '../testing/account-on.ts';
import { runtimeAt } from '../testing/runtime-at.ts';
import { openTestExchange, testMarkets, until } from '../testing/test-venue.ts';
import { BookChanges } from '../wire/book-changes.ts';
import type { PlaceOrder } from './order.ts';
import { createVirtualExchange } from './virtual-exchange.ts';

const limit = (pair: PairName, side: Side, price: string, amount: string): PlaceOrder => ({
  pair,
  side,
  type: 'limit',
  timeInForce: 'GTC',
  price,
  amount,
});

describe('a resting order', () => {
  test('fills whole, at its own price, as maker, when the price reaches it; its fee comes from what it receives', async () => {
    const { exchange, moveTo } = await openTestExchange({ fills: 'whole' });
    const account = accountOn(exchange, { BTC: '0.1', USDT: '6000' });
    exchange.place(account, limit('BTC/USDT', 'sell', '60600', '0.00049'));
    moveTo('BTC/USDT', 60_599.99);
    expect(exchange.accountTrades(account.key)).toEqual([]);
    moveTo('BTC/USDT', 60_900);
    expect(exchange.accountTrades(account.key)).toMatchObject([
      { pair: 'BTC/USDT', side: 'sell', price: '60600', amount: '0.00049', fee: '0.029694', feeCurrency: 'USDT', isMaker: true },
    ]);
    expect(account.wallet()).toEqual({ BTC: { free: '0.09951', locked: '0' }, USDT: { free: '6029.664306', locked: '0' } });
  });

  test('fills at once when the latest trade has reached it and fills are whole', async () => {
    const { exchange, moveTo } = await openTestExchange({ fills: 'whole' });
    const account = accountOn(exchange, { USDT: '6000' });
    moveTo('BTC/USDT', 60_000);
    const order = exchange.place(account, { ...limit('BTC/USDT', 'buy', '60500', '0.01'), type: 'limitMaker' });
    expect(exchange.lists.order(account, { pair: 'BTC/USDT', id: order.id })?.status).toBe('filled');
    expect(exchange.accountTrades(account.key)).toMatchObject([{ price: '60500', isMaker: true }]);
  });

  test('waits for its own market’s next trade when the latest was on another and fills are whole', async () => {
    const { exchange, moveTo } = await openTestExchange({ fills: 'whole' });
    const account = accountOn(exchange, { USDT: '6000' });
    const atOpening = exchange.place(account, { ...limit('BTC/USDT', 'buy', '60500', '0.01'), type: 'limitMaker' });
    moveTo('ETH/USDT', 3_000);
    const later = exchange.place(account, { ...limit('BTC/USDT', 'buy', '60400', '0.01'), type: 'limitMaker' });
    expect([atOpening, later].map(({ status }) => status)).toEqual(['open', 'open']);
    expect(exchange.accountTrades(account.key)).toEqual([]);
    moveTo('BTC/USDT', 60_000);
    expect(exchange.accountTrades(account.key).map(({ price }) => price)).toEqual(['60500', '60400']);
  });

  test('takes the book at better prices when fills are partly, and gets the difference back', async () => {
    const { exchange } = await openTestExchange();
    const account = accountOn(exchange, { USDT: '1000' });
    const order = exchange.place(account, limit('BTC/USDT', 'buy', '61000', '0.01'));
    expect(order.status).toBe('filled');
    const [trade] = exchange.accountTrades(account.key);
    expect(Number(trade?.price)).toBeLessThan(60_010);
    expect(account.wallet()).toMatchObject({ BTC: { free: '0.00999' }, USDT: { locked: '0' } });
    expect(Number(account.wallet().USDT?.free)).toBeGreaterThan(399);
  });

  test('may fill in parts when fills are partly; the parts add up', async () => {
    const { exchange, moveTo } = await openTestExchange({ seed: 3 });
    const account = accountOn(exchange, { BTC: '1' });
    const orders = Array.from({ length: 20 }, (_, i) =>
      exchange.place(account, limit('BTC/USDT', 'sell', String(60_100 + i * 10), '0.01')),
    );
    for (let step = 0; step < 40; step++) moveTo('BTC/USDT', 60_100 + step * 6);
    moveTo('BTC/USDT', 61_000);
    const trades = exchange.accountTrades(account.key);
    expect(trades.length).toBeGreaterThan(orders.length);
    for (const { id } of orders) {
      const parts = trades.filter((trade) => trade.exchangeOrderId === String(id));
      expect(parts.map((trade) => trade.amount).reduce(add, '0')).toBe('0.01');
    }
  });

  test('keeps only what it needs locked after a part of it has filled', async () => {
    const { exchange } = await openTestExchange({ fills: 'whole' });
    const [maker, taker] = [accountOn(exchange, { USDT: '1000' }), accountOn(exchange, { BTC: '1' })];
    const order = exchange.place(maker, limit('BTC/USDT', 'buy', '59000', '0.01'));
    exchange.place(taker, limit('BTC/USDT', 'sell', '59000', '0.004'));
    expect(maker.wallet()).toMatchObject({ USDT: { free: '410', locked: '354' }, BTC: { free: '0.003996' } });
    exchange.cancel(maker, { pair: 'BTC/USDT', id: order.id });
    expect(maker.wallet().USDT).toEqual({ free: '764', locked: '0' });
  });
});

test('a market sell by what it shall bring needs no more than it gives', async () => {
  const { exchange } = await openTestExchange();
  const [maker, seller] = [accountOn(exchange, { USDT: '1000' }), accountOn(exchange, { BTC: '0.001' })];
  exchange.place(maker, limit('BTC/USDT', 'buy', '59999', '0.01'));
  // A hundred lots, and a rest that is not worth one at 59999, but would be at the next price.
  const order = exchange.place(seller, { pair: 'BTC/USDT', side: 'sell', type: 'market', timeInForce: 'GTC', notional: '60.598985' });
  expect([order.status, order.filledLots]).toEqual(['filled', 100]);
  expect(seller.wallet().BTC).toEqual({ free: '0', locked: '0' });
});

describe('time in force', () => {
  test('an immediate order that finds nobody expires; a fill-or-kill order fills whole or not at all', async () => {
    const { exchange } = await openTestExchange();
    const account = accountOn(exchange, { USDT: '6000000' });
    const ioc = exchange.place(account, { ...limit('BTC/USDT', 'buy', '59000', '0.01'), timeInForce: 'IOC' });
    const tooMuch = exchange.place(account, { ...limit('BTC/USDT', 'buy', '60001', '50'), timeInForce: 'FOK' });
    const fits = exchange.place(account, { ...limit('BTC/USDT', 'buy', '60100', '0.01'), timeInForce: 'FOK' });
    expect([ioc.status, tooMuch.status, tooMuch.filledLots, fits.status]).toEqual(['expired', 'expired', 0, 'filled']);
    expect(account.wallet().USDT?.locked).toBe('0');
  });
});

test('a replay that goes through years in minutes does not push orders out of the price band', async () => {
  const { exchange, moveTo } = await openTestExchange({ fills: 'whole' });
  const account = accountOn(exchange, { USDT: '10000' });
  moveTo('BTC/USDT', 600_000);
  expect(exchange.place(account, limit('BTC/USDT', 'buy', '599000', '0.001')).status).toBe('open');
});

test('a generated market goes on when the clock is put back', async () => {
  let now = Date.UTC(2026, 0, 14, 12);
  const exchange = await createVirtualExchange({ markets: testMarkets, runtime: runtimeAt(() => now), updateEveryMs: 1, withPast: false });
  const updates = () => exchange.live('BTC/USDT').nextTradeId;
  const afterAnUpdate = async () => {
    const before = updates();
    await until('the market was updated twice', () => updates() >= before + 2);
    return exchange.live('BTC/USDT').feedTicks;
  };
  now -= 3_600_000;
  const rests = await afterAnUpdate();
  now += 2_000;
  expect(await afterAnUpdate()).not.toBe(rests);
  await exchange.close();
});

test('what a refused order made the house quote anew is a change of the book like any other', async () => {
  const { exchange } = await openTestExchange({ fills: 'whole' });
  const account = accountOn(exchange, { USDT: '10' });
  const changes = new BookChanges(exchange.live('BTC/USDT'));
  expect(() => exchange.place(account, limit('BTC/USDT', 'buy', '59000', '0.01'))).toThrow('insufficientFunds');
  expect(changes.next()?.bids.length).toBeGreaterThan(0);
});
