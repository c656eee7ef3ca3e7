/** What every strategy of the product must keep. */
import type { MarketRules } from '@tenbin/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Situation } from './strategy.ts';
import { strategyKinds } from './strategy-kind.ts';
import { isByHand, orderCountOf, requireStrategy, type StrategySettings, strategyOf } from './strategy-settings.ts';

const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
const quotes = { orderAmount: '1', orderLevelAmount: '0.5', orderLevels: 3, bidSpread: 0.4, askSpread: 0.5, orderLevelSpread: 0.2 };
const one = ['BTC/USDT'];
const kinds: { readonly [Kind in StrategySettings['kind']]: Extract<StrategySettings, { readonly kind: Kind }> } = {
  balancing: { kind: 'balancing', pairs, delta: 0.005 },
  spread: { kind: 'spread', pairs: one, spread: 0.5, amount: '0.01', intervalMs: 5_000 },
  calculateOrder: { kind: 'calculateOrder', pairs: one, ...quotes, inventoryTargetBasePct: 50, midPriceThreshold: 0.1, intervalMs: 5_000 },
  byHand: { kind: 'byHand', pairs: [] },
};
const terms = { balanceTolerance: 50, omitPairs: [] };

const none = { maximumAmount: null, minimumPrice: null, maximumPrice: null, priceBand: null, baseUnit: null, counterUnit: null };
const sizes = { tickSize: '0.000001', lotSize: '0.00000001', minimumAmount: '0.00000001', minimumNotional: '0' };
const rules: ReadonlyMap<string, MarketRules> = new Map(
  pairs.map((pair) => [pair, { pair, ...sizes, ...none, makerFee: 0.001, takerFee: 0.001 }]),
);
const amount = fc.integer({ min: 1, max: 1_000_000 }).map((lots) => String(lots / 1_000));
const price = fc.integer({ min: 1, max: 1_000_000 });
const booksAt = (prices: ReadonlyMap<string, number>) =>
  new Map([...prices].map(([pair, mid]) => [pair, { bestBid: mid * 0.9999, bestAsk: mid * 1.0001, mid }]));
function situationOf(balances: Situation['balances'], [first, second, third]: readonly [number, number, number]): Situation {
  const prices = new Map(pairs.map((pair, index) => [pair, [first, second, third][index] ?? 1]));
  return { balances, rules, prices, books: booksAt(prices), openOrders: [], filledAt: {}, now: new Date(0) };
}
const situation = fc
  .tuple(fc.record({ BTC: amount, ETH: amount, USDT: amount }), fc.tuple(price, price, price))
  .map(([balances, prices]) => situationOf(balances, prices));

test('every kind has its name in the list that contract and screens read', () => {
  expect(Object.keys(kinds).sort()).toEqual([...strategyKinds].sort());
});

test('a strategy that people send orders by asks for none of its own', () => {
  const settings = Object.values(kinds);
  expect(settings.filter(isByHand)).toEqual([kinds.byHand]);
  for (const { orderCount, quoting } of settings.filter(isByHand).map((one) => strategyOf(one, terms)))
    expect({ orderCount, ...quoting }).toEqual({ orderCount: 0, onFill: false, everyMs: null, onMove: null });
});

describe.each(Object.values(kinds))('$kind', (settings) => {
  const strategy = strategyOf(settings, terms);
  const always = (check: (given: Situation) => void) => fc.assert(fc.property(situation, check), { numRuns: 200 });

  test('its answers follow from its settings and from what it is given alone', () => {
    always((given) => {
      const first = strategy.wanted(given);
      strategy.wanted({ ...given, balances: { BTC: '1', ETH: '1', USDT: '1' } });
      expect(strategyOf(settings, terms).wanted({ ...given, balances: { ...given.balances } })).toEqual(first);
    });
  });

  test('it wants at most one order in a slot, and no more than it says', () => {
    always((given) => {
      const { orders } = strategy.wanted(given);
      expect(new Set(orders.map(({ pair, side, level }) => `${pair} ${side} ${level}`)).size).toBe(orders.length);
      expect(orders.length).toBeLessThanOrEqual(orderCountOf(settings));
    });
    const ample = situationOf({ BTC: '100', ETH: '100', USDT: '100' }, [1, 1, 1]);
    expect(strategy.wanted(ample).orders).toHaveLength(orderCountOf(settings));
  });

  test('its settings are plain JSON and name it by their kind', () => {
    const stored: StrategySettings = JSON.parse(JSON.stringify(settings));
    expect(strategyOf(stored, terms)).toEqual(strategy);
    expect(strategy.settings.kind).toBe(settings.kind);
    expect(() => requireStrategy(stored)).not.toThrow();
  });
});
