import { describe, expect, test } from 'vitest';
import { accountOn } from '../testing/account-on.ts';
import { openTestExchange } from '../testing/test-venue.ts';
import type { PlaceOrder } from './order.ts';

const limit = (side: 'buy' | 'sell', price: string, amount: string, more: Partial<PlaceOrder> = {}): PlaceOrder => ({
  pair: 'BTC/USDT',
  side,
  type: 'limit',
  timeInForce: 'GTC',
  price,
  amount,
  ...more,
});

/** Between the house's quotes: another's bid at 60000.5, two of one's own at 60000.4 and 60000.3. */
async function open() {
  const { exchange } = await openTestExchange({ withPast: false });
  const [own, other] = [accountOn(exchange, { BTC: '1', USDT: '60000' }), accountOn(exchange, { BTC: '1', USDT: '60000' })];
  const first = exchange.place(other, limit('buy', '60000.50', '0.001'));
  const second = exchange.place(own, limit('buy', '60000.40', '0.002'));
  const third = exchange.place(own, limit('buy', '60000.30', '0.003'));
  const statuses = () =>
    [first, second, third].map(({ id }) => exchange.accounts.get(id === first.id ? other.id : own.id)?.orders.get(id)?.status);
  return { exchange, own, other, ids: [first.id, second.id, third.id], statuses };
}

describe('where an order would take from another of its account', () => {
  test('the resting ones end unless told otherwise, and it goes on', async () => {
    const { exchange, own, statuses, ids } = await open();
    const taker = exchange.place(own, limit('sell', '60000.30', '0.0035'));
    expect(statuses()).toEqual(['filled', 'prevented', 'prevented']);
    expect(taker).toMatchObject({ status: 'open', filledLots: 100, selfTradePrevention: 'expireMaker', prevention: null });
    expect(own.orders.get(ids[2] ?? 0)?.prevention).toEqual({ id: 2, taker: taker.id, maker: ids[2], ticks: 6_000_030, lots: 300 });
    expect(own.wallet()).toMatchObject({ USDT: { locked: '0' }, BTC: { locked: '0.0025' } });
  });

  test('only those end that it would have come to', async () => {
    const { exchange, own, statuses } = await open();
    exchange.place(own, limit('sell', '60000.30', '0.001'));
    expect(statuses()).toEqual(['filled', 'open', 'open']);
  });

  test('it ends itself where it says so, after what stood before', async () => {
    const { exchange, own, statuses, ids } = await open();
    const taker = exchange.place(own, limit('sell', '60000.30', '0.0035', { selfTradePrevention: 'expireTaker' }));
    expect(statuses()).toEqual(['filled', 'open', 'open']);
    expect(taker).toMatchObject({ status: 'prevented', filledLots: 100, prevention: { taker: taker.id, maker: ids[1], lots: 250 } });
    expect(own.wallet().BTC?.locked).toBe('0');
  });

  test('both end where it says so', async () => {
    const { exchange, own, statuses } = await open();
    const taker = exchange.place(own, limit('sell', '60000.30', '0.0035', { selfTradePrevention: 'expireBoth' }));
    expect(statuses()).toEqual(['filled', 'prevented', 'open']);
    expect([taker.status, taker.prevention?.id]).toEqual(['prevented', 1]);
  });

  test('they trade where nothing is prevented, and both sides have one trade id', async () => {
    const { exchange, own, statuses } = await open();
    exchange.changeRules('BTC/USDT', { selfTradePrevention: 'none' });
    exchange.place(own, limit('sell', '60000.40', '0.003'));
    expect(statuses()).toEqual(['filled', 'filled', 'open']);
    const [, bought, sold] = exchange.accountTrades(own.key).sort((a, b) => Number(a.tradeId) - Number(b.tradeId));
    expect([bought?.tradeId, bought?.side === sold?.side]).toEqual([sold?.tradeId, false]);
  });

  test('an order that is filled whole or not at all counts others’ lots alone, and takes nothing before it ends', async () => {
    const { exchange, own, statuses } = await open();
    const fok = { timeInForce: 'FOK' } as const;
    expect(exchange.place(own, limit('sell', '60000.30', '0.0035', fok)).status).toBe('expired');
    const ends = exchange.place(own, limit('sell', '59000', '0.0035', { ...fok, selfTradePrevention: 'expireTaker' }));
    expect([ends.status, ends.filledLots]).toEqual(['prevented', 0]);
    expect(statuses()).toEqual(['open', 'open', 'open']);
  });

  test('a market order pays for what stands behind its own orders', async () => {
    const { exchange } = await openTestExchange({ withPast: false });
    const own = accountOn(exchange, { BTC: '1', USDT: '61000' });
    exchange.place(own, limit('sell', '60000.10', '0.9'));
    const bought = exchange.place(own, { pair: 'BTC/USDT', side: 'buy', type: 'market', timeInForce: 'GTC', amount: '0.01' });
    expect(bought).toMatchObject({ status: 'filled', filledLots: 1_000 });
    expect(own.wallet()).toMatchObject({ BTC: { locked: '0' }, USDT: { locked: '0' } });
    const spent = exchange.place(own, { pair: 'BTC/USDT', side: 'sell', type: 'market', timeInForce: 'GTC', notional: '500' });
    expect(spent.status).toBe('filled');
  });
});
