import type { MarketRules } from '@tenbin/market';
import { checkExchangeMinimum, checkUsdValueKept, deltaOfWidth, wantedOrders } from '@tenbin/strategy';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CandleColumns } from './candle-columns.ts';
import { candleMarket } from './candle-market.ts';
import { evenBalances } from './even-balances.ts';
import { smallestWorth } from './smallest-worth.ts';

const prices: Readonly<Record<string, number>> = { 'BTC/USDT': 60_000, 'ETH/USDT': 3_000, 'ETH/BTC': 0.05 };
const pairs = Object.keys(prices);

/** One candle that stands still at its price. */
const still = (pair: string): CandleColumns => {
  const one = Float64Array.of(prices[pair] ?? 1);
  return {
    pair,
    intervalMs: 60_000,
    at: Float64Array.of(0),
    open: one,
    high: one,
    low: one,
    close: one,
    volume: Float64Array.of(1),
    priceStep: 0,
  };
};
const market = candleMarket(pairs.map(still));

const ruleOf = (pair: string, part: Partial<MarketRules>): MarketRules => ({
  pair,
  tickSize: '0.00000001',
  lotSize: '0.00000001',
  minimumAmount: '0',
  maximumAmount: null,
  minimumNotional: '0',
  minimumPrice: null,
  maximumPrice: null,
  priceBand: null,
  baseUnit: null,
  counterUnit: null,
  makerFee: 0.001,
  takerFee: 0.001,
  ...part,
});
const rulesOf = (part: Partial<MarketRules>) => new Map(pairs.map((pair) => [pair, ruleOf(pair, part)]));

test('orders of 1 % are worth half a hundredth of a balance: 5 USD each ask for 3,000 USD in three currencies', () => {
  expect(smallestWorth(market, { delta: deltaOfWidth(1), rules: rulesOf({}) })).toBeCloseTo(3_000);
  expect(smallestWorth(market, { delta: deltaOfWidth(2), rules: rulesOf({}) })).toBeCloseTo(1_500);
});

test('a larger minimum of the exchange asks for more', () => {
  expect(smallestWorth(market, { delta: deltaOfWidth(1), rules: rulesOf({ minimumNotional: '10' }) })).toBeGreaterThan(6_000);
});

test('with a little more every order passes the checks, with a little less one fails, whatever the width and the minimums', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.1, max: 20, noNaN: true }),
      fc.constantFrom('0', '0.001', '0.01'),
      fc.constantFrom('0', '0.0005', '20'),
      fc.constantFrom('0.00000001', '0.001', '0.07'),
      (width, minimumAmount, minimumNotional, lotSize) => {
        const delta = deltaOfWidth(width);
        const rules = rulesOf({ minimumAmount, minimumNotional, lotSize });
        const smallest = smallestWorth(market, { delta, rules });
        const usd = new Map(market.currencies.map((currency, c) => [currency, market.values[c] ?? 0]));
        const passes = (worth: number) => {
          const balances = evenBalances(market, worth);
          return (
            checkUsdValueKept({ balances, pairs, delta, usd }).ok &&
            checkExchangeMinimum(wantedOrders({ balances, pairs, delta, rules }), rules).ok
          );
        };
        expect(passes(smallest * 1.001)).toBe(true);
        expect(passes(smallest * 0.99)).toBe(false);
      },
    ),
  );
});
