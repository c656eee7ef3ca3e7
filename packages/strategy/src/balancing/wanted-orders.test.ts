import { type Balances, type MarketRules, multiply } from '@tenbin/market';
import { describe, expect, test } from 'vitest';
import { applyFill } from '../apply-fill.ts';
import { basisPointChanged } from '../growth.ts';
import { deltaOfWidth } from './order-width.ts';
import { type BalancedOrder, wantedOrders } from './wanted-orders.ts';

const balances: Balances = { BTC: '0.1', ETH: '2', USDT: '6000' };
const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];

/** A grid so fine that it changes nothing in the first 14 digits. */
const fine = (pair: string): MarketRules => ({
  pair,
  tickSize: '0.000000000000001',
  lotSize: '0.000000000000000001',
  minimumAmount: '0',
  maximumAmount: null,
  minimumNotional: '0',
  minimumPrice: null,
  maximumPrice: null,
  priceBand: null,
  baseUnit: null,
  counterUnit: null,
  makerFee: 0,
  takerFee: 0,
});
const rules = new Map(pairs.map((pair) => [pair, fine(pair)]));

const ordersAt = (width: number) => wantedOrders({ balances, pairs, delta: deltaOfWidth(width), rules });
const find = (orders: readonly BalancedOrder[], pair: string, side: string): BalancedOrder => {
  const found = orders.find((order) => order.pair === pair && order.side === side);
  if (!found) throw new Error(`no ${side} on ${pair}`);
  return found;
};

describe('a sell above and a buy below the balanced price, for each pair', () => {
  const cases = [
    { width: 1, pair: 'BTC/USDT', even: 60000, sell: [60600, 0.0004950495049505], buy: [59400, 0.0005050505050505] },
    { width: 1, pair: 'ETH/USDT', even: 3000, sell: [3030, 0.00990099009901], buy: [2970, 0.01010101010101] },
    { width: 1, pair: 'ETH/BTC', even: 0.05, sell: [0.0505, 0.00990099009901], buy: [0.0495, 0.01010101010101] },
    { width: 2, pair: 'BTC/USDT', even: 60000, sell: [61200, 0.0009803921568627], buy: [58800, 0.0010204081632653] },
  ] as const;
  test.each(cases)('width $width % on $pair', ({ width, pair, even, sell, buy }) => {
    const orders = ordersAt(width);
    for (const [side, [price, amount]] of [['sell', sell] as const, ['buy', buy] as const]) {
      const order = find(orders, pair, side);
      expect(order.balancedPrice).toBeCloseTo(even, 10);
      expect(Number(order.price)).toBeCloseTo(price, 10);
      expect(Number(order.amount)).toBeCloseTo(amount, 14);
    }
  });

  test('two for each pair, in the order of the pairs', () => {
    expect(ordersAt(1).map(({ pair, side }) => `${side} ${pair}`)).toEqual([
      'sell BTC/USDT',
      'buy BTC/USDT',
      'sell ETH/USDT',
      'buy ETH/USDT',
      'sell ETH/BTC',
      'buy ETH/BTC',
    ]);
  });
});

describe('the first fill at a width of 1 %', () => {
  const cases = [
    { says: 'the sell', side: 'sell', fee: 0, btc: 0.0995049504950495, usdt: 6030, bp: 0.0825075701 },
    { says: 'the sell, fee 0.1 %', side: 'sell', fee: 0.001, btc: 0.0995049504950495, usdt: 6029.97, bp: 0.0659236578 },
    { says: 'the buy', side: 'buy', fee: 0, btc: 0.1005050505050505, usdt: 5970, bp: 0.0841743756 },
  ] as const;
  test.each(cases)('$says', ({ side, fee, btc, usdt, bp }) => {
    const order = find(ordersAt(1), 'BTC/USDT', side);
    const notional = multiply(order.price, order.amount);
    const received = Number(notional);
    const after = applyFill(balances, { ...order, notional, fee: fee === 0 ? '0' : (received * fee).toFixed(12), feeCurrency: 'USDT' });
    expect(Number(after.BTC)).toBeCloseTo(btc, 14);
    expect(Number(after.USDT)).toBeCloseTo(usdt, 9);
    expect(after.ETH).toBe('2');
    expect(basisPointChanged(balances, after)).toBeCloseTo(bp, 9);
  });
});
