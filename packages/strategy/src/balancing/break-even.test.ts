import type { Balances, MarketRules, PairName } from '@tenbin/market';
import { multiply, parsePair } from '@tenbin/market';
import { describe, expect, test } from 'vitest';
import { applyFill } from '../apply-fill.ts';
import { growth } from '../growth.ts';
import type { RulesByPair } from '../rules-by-pair.ts';
import type { WantedOrder } from '../strategy.ts';
import { breakEven, feeToReckonWith } from './break-even.ts';
import { wantedOrders } from './wanted-orders.ts';

/** So fine that the grid changes nothing. */
const fineRulesOf = (pair: PairName): MarketRules => ({
  pair,
  tickSize: '0.000000000001',
  lotSize: '0.000000000001',
  minimumAmount: '0.000000000001',
  maximumAmount: null,
  minimumNotional: '0',
  minimumPrice: null,
  maximumPrice: null,
  priceBand: null,
  baseUnit: null,
  counterUnit: null,
  makerFee: 0.001,
  takerFee: 0.001,
});

describe('break-even width', () => {
  test.each([
    [0.001, 0.2, 0.4],
    [0.0002, 0.04, 0.08],
    [0, 0, 0],
    [-0.0002, 0, 0],
  ])('a fee of %s needs more than %s percent, and more than %s where two orders are filled at once', (fee, moved, together) => {
    expect(breakEven(fee)).toEqual({ moved, together });
  });

  const pair = 'BTC/USDT';
  const even = { BTC: '1', ETH: '20', USDT: '60000' };
  const fee = 0.001;
  const fill = (balances: Balances, of: PairName, { side, price, amount }: Pick<WantedOrder, 'side' | 'price' | 'amount'>): Balances => {
    const { base, counter } = parsePair(of);
    const notional = multiply(price, amount);
    const [received, feeCurrency] = side === 'buy' ? [amount, base] : [notional, counter];
    const paid = multiply(received, String(fee));
    return applyFill(balances, { pair: of, side, amount, notional, fee: paid, feeCurrency });
  };
  const sellOf = (balances: Balances, of: PairName, width: number) => {
    const [order] = wantedOrders({ balances, pairs: [of], delta: width / 200, rules: fineRules });
    if (!order) throw new Error('nothing is wanted');
    return order;
  };
  const fineRules: RulesByPair = new Map(['BTC/USDT', 'ETH/USDT', 'ETH/BTC'].map((of) => [of, fineRulesOf(of)]));

  test.each([
    { width: 0.19, earns: false },
    { width: 0.21, earns: true },
  ])('a fill at a width of $width % earns after its fee: $earns', ({ width, earns }) => {
    const after = fill(even, pair, sellOf(even, pair, width));
    expect(growth(even, after) > 0).toBe(earns);
  });

  test.each([
    { width: 0.39, earns: false },
    { width: 0.41, earns: true },
  ])('both sells of a coin that rose against both others, filled at $width % before either was moved, earn: $earns', ({ width, earns }) => {
    // ETH rises against USDT and against BTC; both orders were made from the same balances.
    const [first, second] = [sellOf(even, 'ETH/USDT', width), sellOf(even, 'ETH/BTC', width)];
    const after = fill(fill(even, 'ETH/USDT', first), 'ETH/BTC', second);
    expect(growth(even, after) > 0).toBe(earns);
  });

  test('is reckoned with the maker fee where orders may only rest, else with the dearer one', () => {
    const fees = { maker: 0.0008, taker: 0.001 };
    expect(feeToReckonWith(fees, { postOnly: true })).toBe(0.0008);
    expect(feeToReckonWith(fees, { postOnly: false })).toBe(0.001);
    expect(feeToReckonWith({ maker: 0.001, taker: 0.0009 }, { postOnly: false })).toBe(0.001);
  });
});
