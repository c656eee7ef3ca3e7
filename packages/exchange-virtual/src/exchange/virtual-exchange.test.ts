import { add, type PairName, type Side } from '@tenbin/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openTestExchange } from '../testing/test-venue.ts';
import type { Account } from '../accounts/account.ts';
import type { PlaceOrder } from './order.ts';
import type { VirtualExchange } from './virtual-exchange.ts';

const limit = (pair: PairName, side: Side, price: string, amount: string): PlaceOrder => ({ pair, side, type: 'limit', timeInForce: 'GTC', price, amount });

function accountOn(exchange: VirtualExchange, balances: Record<string, string>): Account & { wallet: () => ReturnType<VirtualExchange['accountWallet']> } {
  const { key } = exchange.createAccount({ balances });
  const account = exchange.findAccount(key);
  if (!account) throw new Error('no account');
  return Object.assign(account, { wallet: () => exchange.accountWallet(key) });
}

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

  test('fills at once when the price has reached it already and fills are whole', async () => {
    const { exchange } = await openTestExchange({ fills: 'whole' });
    const account = accountOn(exchange, { USDT: '6000' });
    const order = exchange.place(account, { ...limit('BTC/USDT', 'buy', '60500', '0.01'), type: 'limitMaker' });
    expect(exchange.findOrder(account, { pair: 'BTC/USDT', id: order.id })?.status).toBe('filled');
    expect(exchange.accountTrades(account.key)).toMatchObject([{ price: '60500', isMaker: true }]);
  });

  test('takes the book at better prices when fills are partly, and gets the difference back', async () => {
    const { exchange } = await openTestExchange();
    const account = accountOn(exchange, { USDT: '1000' });
    const order = exchange.place(account, limit('BTC/USDT', 'buy', '61000', '0.01'));
    expect(order.status).toBe('filled');
    const [trade] = exchange.accountTrades(account.key);
    expect(Number(trade?.price)).toBeLessThan(60_010);
    expect(account.wallet()).toMatchObject({ BTC: { free: '0.00999' }, USDT: { locked: '0' } });
    expect(Number(account.wallet()['USDT']?.free)).toBeGreaterThan(399);
  });

  test('may fill in parts when fills are partly; the parts add up', async () => {
    const { exchange, moveTo } = await openTestExchange({ seed: 3 });
    const account = accountOn(exchange, { BTC: '1' });
    const orders = Array.from({ length: 20 }, (_, i) => exchange.place(account, limit('BTC/USDT', 'sell', String(60_100 + i * 10), '0.01')));
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
    expect(maker.wallet()['USDT']).toEqual({ free: '764', locked: '0' });
  });
});

describe('time in force', () => {
  test('an immediate order that finds nobody expires; a fill-or-kill order fills whole or not at all', async () => {
    const { exchange } = await openTestExchange();
    const account = accountOn(exchange, { USDT: '6000000' });
    const ioc = exchange.place(account, { ...limit('BTC/USDT', 'buy', '59000', '0.01'), timeInForce: 'IOC' });
    const tooMuch = exchange.place(account, { ...limit('BTC/USDT', 'buy', '60001', '50'), timeInForce: 'FOK' });
    const fits = exchange.place(account, { ...limit('BTC/USDT', 'buy', '60100', '0.01'), timeInForce: 'FOK' });
    expect([ioc.status, tooMuch.status, tooMuch.filledLots, fits.status]).toEqual(['expired', 'expired', 0, 'filled']);
    expect(account.wallet()['USDT']?.locked).toBe('0');
  });
});

test('money is neither made nor lost, and every lock belongs to an open order, whatever is traded', async () => {
  const pair = fc.constantFrom('BTC/USDT', 'ETH/USDT', 'ETH/BTC');
  const base: Record<string, number> = { 'BTC/USDT': 60_000, 'ETH/USDT': 3_000, 'ETH/BTC': 0.05 };
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('limit' as const), who: fc.nat(2), pair, isBuy: fc.boolean(), away: fc.integer({ min: -300, max: 300 }), lots: fc.integer({ min: 40, max: 900 }), form: fc.constantFrom('GTC' as const, 'IOC' as const, 'FOK' as const) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('market' as const), who: fc.nat(2), pair, isBuy: fc.boolean(), lots: fc.integer({ min: 40, max: 900 }), byNotional: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), who: fc.nat(2), nth: fc.nat(5) }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), pair, away: fc.integer({ min: -300, max: 300 }) }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.constantFrom<'whole' | 'partly'>('whole', 'partly'), async (steps, fills) => {
      const { exchange, moveTo } = await openTestExchange({ fills });
      const accounts = [0, 1, 2].map(() => accountOn(exchange, { BTC: '0.5', ETH: '10', USDT: '30000' }));
      const supply = new Map(exchange.ledger.supply());
      for (const action of steps) {
        try {
          perform(action);
        } catch (error) {
          expect(error).toMatchObject({ name: 'DomainError' });
        }
        checkMoney();
      }

      function perform(action: (typeof steps)[number]): void {
        const at = (name: string, away: number) => (base[name] ?? 1) * (1 + away / 10_000);
        if (action.kind === 'move') return moveTo(action.pair, at(action.pair, action.away));
        const account = accounts[action.who] ?? accounts[0]!;
        if (action.kind === 'cancel') {
          const open = [...account.openOrders.values()][action.nth];
          if (open) exchange.cancel(account, { pair: open.pair, id: open.id });
          return;
        }
        const { tick, lot } = exchange.markets.get(action.pair)!;
        const amount = (Number(lot) / 1e18 * action.lots).toFixed(5);
        const side = action.isBuy ? 'buy' : 'sell';
        if (action.kind === 'market') {
          const size = action.byNotional ? { notional: (Number(amount) * at(action.pair, 0)).toFixed(8) } : { amount };
          exchange.place(account, { pair: action.pair, side, type: 'market', timeInForce: 'GTC', ...size });
          return;
        }
        const price = at(action.pair, action.away).toFixed(tick === 10n ** 16n ? 2 : 5);
        exchange.place(account, { ...limit(action.pair, side, price, amount), timeInForce: action.form });
      }

      function checkMoney(): void {
        const { ledger } = exchange;
        for (const [currency, total] of supply) {
          const held = [...ledger.accounts()].map((id) => ledger.holding(id, currency));
          expect(held.reduce((sum, { free, locked }) => sum + free + locked, 0n)).toBe(total);
          for (const account of accounts) {
            const { free, locked } = ledger.holding(account.id, currency);
            const needed = [...account.openOrders.values()].filter((order) => {
              const market = exchange.markets.get(order.pair)!;
              return (order.side === 'buy' ? market.counter : market.base) === currency;
            });
            expect(locked).toBe(needed.reduce((sum, order) => sum + order.locked, 0n));
            expect(free >= 0n).toBe(true);
          }
        }
      }
    }),
    { numRuns: 60 },
  );
}, 120_000);
