import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openFileStore } from '../store/file-store.ts';
import { accountOn } from '../testing/account-on.ts';
import { openTestExchange } from '../testing/test-venue.ts';
import type { PlaceOrder } from './order.ts';

type Opened = Awaited<ReturnType<typeof openTestExchange>>;
let folder: string;
let opened: Opened;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rules-'));
  opened = await open();
});
afterEach(async () => {
  await opened.exchange.close();
  rmSync(folder, { recursive: true });
});

const open = () => openTestExchange({ withPast: false, store: openFileStore({ folder }) });
const openAgain = async () => {
  await opened.exchange.close();
  opened = await open();
  return opened;
};
const rich = ({ exchange }: Opened = opened) => accountOn(exchange, { BTC: '1', ETH: '20', USDT: '60000' });
const buying = (price: string, amount = '0.001'): PlaceOrder => ({
  pair: 'BTC/USDT',
  side: 'buy',
  type: 'limit',
  timeInForce: 'GTC',
  price,
  amount,
});

describe('rules that change while a market trades', () => {
  test('bind new orders, and leave those that rest as they are', () => {
    const { exchange, moveTo } = opened;
    const account = rich();
    const resting = exchange.place(account, buying('59000.01', '0.00123'));
    exchange.changeRules('BTC/USDT', { tickSize: '0.1', lotSize: '0.0001', minimumNotional: '10' });
    expect(() => exchange.place(account, buying('59000.01'))).toThrow('priceFilter');
    expect(() => exchange.place(account, buying('59000', '0.00123'))).toThrow('lotSize');
    expect(() => exchange.place(account, buying('50000', '0.0001'))).toThrow('notional');
    exchange.place(account, buying('58000.1', '0.0012'));
    expect([...account.openOrders.keys()]).toContain(resting.id);
    moveTo('BTC/USDT', 58_500);
    expect(exchange.accountTrades(account.key)).toMatchObject([{ price: '59000.01', amount: '0.00123' }]);
  });

  test('a larger lot is the smallest amount too, unless another one is given', () => {
    const { exchange } = opened;
    exchange.changeRules('BTC/USDT', { lotSize: '0.001' });
    expect(exchange.live('BTC/USDT').rules.minimumAmount).toBe('0.001');
    exchange.changeRules('BTC/USDT', { minimumAmount: '0.005' });
    expect(exchange.live('BTC/USDT').rules).toMatchObject({ lotSize: '0.001', minimumAmount: '0.005' });
  });

  test('steps between those of the market, and what is not above zero, are refused and change nothing', () => {
    const { exchange } = opened;
    const before = exchange.live('BTC/USDT').rules;
    for (const change of [{ tickSize: '0.015' }, { tickSize: '0.001' }, { lotSize: '0' }, { minimumNotional: '0' }])
      expect(() => exchange.changeRules('BTC/USDT', change)).toThrow(/offGrid|notPositive/);
    expect(() => exchange.changeRules('XRP/USDT', {})).toThrow('unknownPair');
    expect(exchange.live('BTC/USDT').rules).toBe(before);
  });

  test('everything that the house does is on the grid of the moment, whatever the grid', () => {
    const { exchange, moveTo } = opened;
    const account = rich();
    let levels = 0;
    const steps = fc.record({ tick: fc.constantFrom(1, 2, 5, 10, 100, 1000), lot: fc.constantFrom(1, 3, 10, 100) });
    fc.assert(
      fc.property(steps, fc.integer({ min: 50_000, max: 70_000 }), ({ tick, lot }, price) => {
        exchange.changeRules('BTC/USDT', { tickSize: String(tick / 100), lotSize: (lot / 100_000).toFixed(5) });
        moveTo('BTC/USDT', price + 0.37);
        const live = exchange.live('BTC/USDT');
        for (const side of ['buy', 'sell'] as const)
          live.book.visitLevels(side, 100, (ticks, lots) => {
            expect([ticks % tick, lots % lot]).toEqual([0, 0]);
            levels += 1;
          });
        expect(live.book.bestBid).toBeLessThan(live.book.bestAsk);
        const print = live.tape.at(-1);
        expect([(print?.ticks ?? 1) % tick, (print?.lots ?? 1) % lot]).toEqual([0, 0]);
      }),
      { numRuns: 60 },
    );
    expect(levels).toBeGreaterThan(100);
    expect(account.openOrders.size).toBe(0);
  });
});

describe('a market that is halted', () => {
  test('takes no order and fills none, whatever its price; orders can be cancelled; then it goes on', () => {
    const { exchange, moveTo } = opened;
    const account = rich();
    const [first, second] = [exchange.place(account, buying('59000')), exchange.place(account, buying('58990'))];
    exchange.changeRules('BTC/USDT', { state: 'halted' });
    moveTo('BTC/USDT', 50_000);
    expect(exchange.accountTrades(account.key)).toEqual([]);
    expect(() => exchange.place(account, buying('40000'))).toThrow('marketClosed');
    expect(exchange.cancel(account, { pair: 'BTC/USDT', id: first.id }).status).toBe('cancelled');
    exchange.changeRules('BTC/USDT', { state: 'trading' });
    moveTo('BTC/USDT', 50_000);
    expect(exchange.accountTrades(account.key)).toMatchObject([{ exchangeOrderId: String(second.id) }]);
  });
});

describe('a market that is delisted', () => {
  test('ends its open orders, gives their money back, and is gone for good; what was traded on it is remembered', () => {
    const { exchange, moveTo } = opened;
    const account = rich();
    exchange.place(account, buying('59000'));
    moveTo('BTC/USDT', 58_000);
    moveTo('BTC/USDT', 60_000);
    const order = exchange.place(account, buying('59000'));
    const other = exchange.place(account, { ...buying('2900', '0.01'), pair: 'ETH/USDT' });
    exchange.changeRules('BTC/USDT', { state: 'delisted' });
    expect(account.orders.get(order.id)?.status).toBe('expired');
    expect([...account.openOrders.keys()]).toEqual([other.id]);
    expect(account.wallet().USDT?.locked).toBe('29');
    expect([...exchange.markets.keys()]).toEqual(['ETH/USDT', 'ETH/BTC']);
    expect(() => exchange.changeRules('BTC/USDT', { state: 'trading' })).toThrow('unknownPair');
    moveTo('BTC/USDT', 50_000);
    expect(exchange.accountTrades(account.key)).toHaveLength(1);
  });
});

describe('a venue that is opened again', () => {
  test.each(['with its journal', 'with a snapshot'])('has the rules, halts and delistings that it had, %s', async (how) => {
    const { exchange } = opened;
    exchange.changeRules('BTC/USDT', { tickSize: '0.1' });
    exchange.changeRules('BTC/USDT', { minimumNotional: '7' });
    exchange.changeRules('ETH/BTC', { state: 'halted' });
    exchange.changeRules('ETH/USDT', { state: 'delisted' });
    const rules = exchange.live('BTC/USDT').rules;
    if (how === 'with its journal') opened = await open();
    else await openAgain();
    expect(opened.exchange.live('BTC/USDT').rules).toEqual(rules);
    expect(opened.exchange.live('ETH/BTC').rules.state).toBe('halted');
    expect([...opened.exchange.markets.keys()]).toEqual(['BTC/USDT', 'ETH/BTC']);
  });

  test('opens what an earlier version left, which knew of no changes', async () => {
    await opened.exchange.close();
    const path = join(folder, 'snapshot-1.json');
    const { rules: _rules, ...earlier } = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify(earlier));
    opened = await open();
    expect(opened.exchange.live('BTC/USDT').rules).toMatchObject({ state: 'trading', tickSize: '0.01' });
  });
});
