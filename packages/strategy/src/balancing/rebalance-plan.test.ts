import { type Balances, type MarketRules, roundDecimal } from '@tenbin/market';
import { describe, expect, test } from 'vitest';
import { serviceFeesOf } from '../turnover.ts';
import { usdPrices } from '../usd-prices.ts';
import { planRebalance, type RebalanceQuery } from './rebalance-plan.ts';

const market = (pair: string, changes: Partial<MarketRules> = {}): MarketRules => ({
  pair,
  tickSize: pair === 'ETH/BTC' ? '0.00001' : '0.01',
  lotSize: '0.00001',
  minimumAmount: '0.00001',
  maximumAmount: '9000',
  minimumNotional: pair === 'ETH/BTC' ? '0.0001' : '5',
  minimumPrice: null,
  maximumPrice: null,
  priceBand: null,
  baseUnit: null,
  counterUnit: null,
  makerFee: 0.001,
  takerFee: 0.001,
  ...changes,
});
const prices = new Map([
  ['BTC/USDT', 60_000],
  ['ETH/USDT', 3_000],
  ['ETH/BTC', 0.05],
  ['BTC/EUR', 50_000],
]);
const usd = usdPrices({ prices });

function planOf(balances: Balances, pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'], changes: Partial<MarketRules> = {}) {
  const query: RebalanceQuery = { balances, rules: new Map(pairs.map((pair) => [pair, market(pair, changes)])), prices, usd };
  return planRebalance(query);
}

const orderTexts = (result: ReturnType<typeof planRebalance>) =>
  result.ok ? result.plan.orders.map(({ pair, side, amount, price }) => `${side} ${amount} ${pair} at ${price}`) : result;
const rounded = (balances: Balances) =>
  Object.fromEntries(Object.entries(balances).map(([currency, amount]) => [currency, roundDecimal(amount, 3)]));

describe('a rebalance', () => {
  test('of one currency alone sells first, then buys, each at most 5 % worse than now', () => {
    expect(orderTexts(planOf({ BTC: '0.3', ETH: '0', USDT: '0' }, undefined, { takerFee: 0 }))).toEqual([
      'sell 0.1 BTC/USDT at 57000',
      'buy 2 ETH/BTC at 0.0525',
    ]);
    expect(orderTexts(planOf({ BTC: '0', ETH: '0', USDT: '18000' }, undefined, { takerFee: 0 }))).toEqual([
      'buy 0.1 BTC/USDT at 63000',
      'buy 2 ETH/USDT at 3150',
    ]);
  });

  test('all pay the fee alike: what is left is even', () => {
    const result = planOf({ BTC: '0', ETH: '0', USDT: '18000' });
    if (!result.ok) throw new Error(result.code);
    const { BTC, ETH, USDT } = result.plan.rebalancedBalances;
    for (const worth of [Number(BTC) * 60_000, Number(ETH) * 3_000, Number(USDT)]) expect(Math.abs(worth - 5_996)).toBeLessThan(1);
    expect(result.plan.turnover).toEqual({ USDT: expect.stringMatching(/^1200[34]/) });
  });

  test('of an even wallet moves nothing', () => {
    const even = { BTC: '0.1', ETH: '2', USDT: '6000' };
    expect(planOf(even)).toEqual({ ok: true, plan: { orders: [], rebalancedBalances: even, turnover: {} } });
  });

  test('leaves out what the exchange would refuse as too small', () => {
    expect(orderTexts(planOf({ BTC: '0.1', ETH: '2', USDT: '6009' }))).toEqual([]);
  });

  test('goes over a third currency where no pair is direct', () => {
    const result = planOf({ BTC: '0.1', ETH: '4', USDT: '0' }, ['BTC/USDT', 'ETH/BTC'], { takerFee: 0 });
    expect(orderTexts(result)).toEqual(['sell 2 ETH/BTC at 0.0475', 'sell 0.1 BTC/USDT at 57000']);
    expect(result.ok && rounded(result.plan.rebalancedBalances)).toEqual({ BTC: '0.1', ETH: '2', USDT: '6000' });
  });

  test('divides what is more than the exchange takes at once into orders of like size', () => {
    const result = planOf({ BTC: '0', ETH: '0', USDT: '18000' }, undefined, { maximumAmount: '0.9', takerFee: 0 });
    expect(orderTexts(result)).toEqual([
      'buy 0.1 BTC/USDT at 63000',
      'buy 0.66667 ETH/USDT at 3150',
      'buy 0.66667 ETH/USDT at 3150',
      'buy 0.66666 ETH/USDT at 3150',
    ]);
    expect(result.ok && rounded(result.plan.rebalancedBalances)).toEqual({ BTC: '0.1', ETH: '2', USDT: '6000' });
  });

  test('buys first what has to be bought before it is sold', () => {
    const result = planOf({ USDT: '18000', BTC: '0', EUR: '0' }, ['BTC/USDT', 'BTC/EUR']);
    expect(orderTexts(result)).toEqual(['buy 0.2001 BTC/USDT at 63000', 'sell 0.09999 BTC/EUR at 47500']);
    const { USDT, BTC, EUR } = result.ok ? result.plan.rebalancedBalances : {};
    for (const worth of [Number(USDT), Number(BTC) * 60_000, Number(EUR) * 1.2]) expect(Math.abs(worth - 5_994)).toBeLessThan(2);
  });

  test('goes another way where the direct order would be too small', () => {
    const rules = new Map([
      ['BTC/USDT', market('BTC/USDT', { minimumNotional: '5000', takerFee: 0 })],
      ['ETH/USDT', market('ETH/USDT', { takerFee: 0 })],
      ['ETH/BTC', market('ETH/BTC', { takerFee: 0 })],
    ]);
    const result = planRebalance({ balances: { BTC: '0.15', ETH: '2', USDT: '3000' }, rules, prices, usd });
    expect(orderTexts(result)).toEqual(['sell 1 ETH/USDT at 2850', 'buy 1 ETH/BTC at 0.0525']);
  });

  test('keeps prices within the exchange’s own limits', () => {
    const priceBand = { buyUp: 1.02, buyDown: 0.98, sellUp: 1.02, sellDown: 0.98 };
    expect(orderTexts(planOf({ BTC: '0.3', ETH: '0', USDT: '0' }, undefined, { priceBand, takerFee: 0 }))).toEqual([
      'sell 0.1 BTC/USDT at 58800',
      'buy 2 ETH/BTC at 0.051',
    ]);
  });
});

describe('a rebalance is refused', () => {
  test('where pairs do not join the currencies', () => {
    expect(planOf({ BTC: '0.3', ETH: '0', USDT: '0' }, ['BTC/USDT'])).toMatchObject({ code: 'pairsNotEligible' });
  });

  test('where all is under the exchange’s minimum, and says what to buy instead', () => {
    expect(planOf({ BTC: '0.3', ETH: '0', USDT: '0' }, undefined, { minimumNotional: '100000' })).toMatchObject({
      code: 'cannotSellFirst',
      facts: { currency: 'BTC' },
    });
  });

  test('where there is nothing, or a worth is not known', () => {
    expect(planOf({ BTC: '0', ETH: '0', USDT: '0' })).toMatchObject({ code: 'balanceNotPositive' });
    expect(planOf({ BTC: '1', XYZ: '5', USDT: '0' })).toMatchObject({ code: 'noUsdPrice', facts: { currencies: ['XYZ'] } });
  });
});

test('the service fee is a percentage of what was given away, by currency', () => {
  expect(serviceFeesOf({ BTC: '0.2', USDT: '1000' }, { BTC: 0.5 })).toEqual({ BTC: '0.001', USDT: '0' });
});
