/**
 * What must hold of every rebalance that is planned, whatever the wallet, the pairs and the exchange's grid:
 *
 * 1. No order spends more than there is, at whatever prices between the current and the worst accepted the orders fill.
 * 2. Afterwards all currencies are as even as the smallest orders of their pairs allow, whichever currency is in the middle.
 * 3. The whole worth falls by the fees only, and by 5 % of what is moved at the very worst.
 * 4. Every order is inside its market's limits, the largest amount included, and at most 5 % worse than the current price;
 *    a buy stands before a sell only where it brings what is sold.
 * 5. Planned again on its own result, there is next to nothing left to do.
 * 6. No other orders over these pairs move less.
 * 7. It is refused only where the smallest orders are too large for what there is.
 * 8. The balances and the turnover that it tells are what its orders come to, reckoned in plain numbers.
 */
import type { Balances, MarketRules } from '@tenbin/market';
import { compare, divide, multiply, parseDecimal, parsePair } from '@tenbin/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { atPriceLine } from '../price-line.ts';
import type { RebalancePlan } from '../rebalance-result.ts';
import { requireRules } from '../rules-by-pair.ts';
import { totalWorth } from '../worth.ts';
import { afterRebalanceOrder, planRebalance } from './rebalance-plan.ts';

const currencies = ['BTC', 'ETH', 'USDT'] as const;

const someWorth = fc.oneof(fc.constant(0), fc.double({ min: 0.01, max: 1e6, noNaN: true }));
const worlds = fc
  .record({
    worths: fc.tuple(someWorth, someWorth, someWorth),
    btc: fc.double({ min: 100, max: 1e5, noNaN: true }),
    eth: fc.double({ min: 1, max: 1e4, noNaN: true }),
    pairs: fc.constantFrom(['BTC/USDT', 'ETH/USDT', 'ETH/BTC'], ['BTC/USDT', 'ETH/USDT'], ['BTC/USDT', 'ETH/BTC'], ['ETH/USDT', 'ETH/BTC']),
    fee: fc.constantFrom(0, 0.001, 0.0025, -0.0002),
    lot: fc.constantFrom('0.001', '0.00001', '0.00000001'),
    minimumNotional: fc.constantFrom('0', '0.0001', '5'),
    /** The largest order, as a part of the whole wallet; null: there is no largest. */
    largest: fc.constantFrom(null, 0.05, 0.3),
  })
  .map(({ worths: [b, e, u], btc, eth, pairs, fee, lot, minimumNotional, largest }) => {
    const prices = new Map([
      ['BTC/USDT', btc],
      ['ETH/USDT', eth],
      ['ETH/BTC', eth / btc],
    ]);
    const usd = new Map([
      ['BTC', btc],
      ['ETH', eth],
      ['USDT', 1],
    ]);
    const balances: Balances = { BTC: parseDecimal(b / btc), ETH: parseDecimal(e / eth), USDT: parseDecimal(u) };
    const largestOf = (pair: string): string => {
      const amount = (((largest ?? 0) * (b + e + u)) / (usd.get(parsePair(pair).base) ?? 1)).toFixed(8);
      // No exchange's largest order is smaller than its smallest.
      const least = Number(minimumNotional) / (pair === 'ETH/BTC' ? eth : (prices.get(pair) ?? 1)) + Number(lot);
      return Number(amount) < 4 * least ? parseDecimal(4 * least) : amount;
    };
    const market = (pair: string): MarketRules => ({
      pair,
      tickSize: '0.00000001',
      lotSize: lot,
      minimumAmount: lot,
      maximumAmount: largest === null ? null : largestOf(pair),
      minimumNotional: pair === 'ETH/BTC' ? divide(minimumNotional, parseDecimal(btc), 12) : minimumNotional,
      minimumPrice: null,
      maximumPrice: null,
      priceBand: null,
      baseUnit: null,
      counterUnit: null,
      makerFee: fee,
      takerFee: fee,
    });
    return { balances, prices, usd, rules: new Map(pairs.map((pair) => [pair, market(pair)])), fee };
  });
type World = typeof worlds extends fc.Arbitrary<infer T> ? T : never;

/** Property 7, with every world that is refused. */
function refused(world: World, code: string): void {
  const worth = totalWorth(world.balances, world.usd);
  expect([code, worth <= (code === 'balanceNotPositive' ? 0 : 6 * slackOf(world))]).toEqual([
    worth === 0 ? 'balanceNotPositive' : 'cannotSellFirst',
    true,
  ]);
}

function check(property: (world: World, plan: RebalancePlan, luck: number) => void): void {
  let planned = 0;
  fc.assert(
    fc.property(worlds, fc.double({ min: 0, max: 1, noNaN: true }), (world, luck) => {
      const result = planRebalance(world);
      if (!result.ok) return refused(world, result.code);
      if (result.plan.orders.length > 0) planned += 1;
      property(world, result.plan, luck);
    }),
    { numRuns: 200 },
  );
  expect(planned).toBeGreaterThan(50);
}

/** What one order of a pair can leave undone, in USD: less than a lot, or less than the exchange takes. */
function coarseness({ rules, usd }: World, currency: string): number {
  return [...rules.values()]
    .filter(({ pair }) => pair.split('/').includes(currency))
    .reduce((sum, { pair, lotSize, minimumNotional }) => {
      const { base, counter } = parsePair(pair);
      return sum + Number(lotSize) * (usd.get(base) ?? 0) + (Number(minimumNotional) * (usd.get(counter) ?? 0)) / 0.9;
    }, 0);
}

const slackOf = (world: World): number => currencies.reduce((sum, one) => sum + coarseness(world, one), 0);

/** The least worth that has to move: over two pairs all of it passes the currency in the middle. */
function leastTurnover({ balances, usd, rules }: World): number {
  const even = totalWorth(balances, usd) / 3;
  const off = (currency: string) => Number(balances[currency]) * (usd.get(currency) ?? 0) - even;
  if (rules.size === 3) return currencies.reduce((sum, one) => sum + Math.max(0, off(one)), 0);
  const ends = currencies.filter((one) => [...rules.keys()].filter((pair) => pair.split('/').includes(one)).length === 1);
  return ends.reduce((sum, one) => sum + Math.abs(off(one)), 0);
}

test('1: no order spends more than there is', () =>
  check(({ balances, rules, prices }, { orders }, luck) => {
    let held = balances;
    for (const order of orders) {
      const current = parseDecimal(prices.get(order.pair) ?? 0);
      const price = parseDecimal(Number(current) + (Number(order.price) - Number(current)) * luck);
      held = afterRebalanceOrder(held, { ...order, price: luck === 1 ? order.price : price }, requireRules(rules, order.pair));
      for (const amount of Object.values(held)) expect(compare(amount, '-0.000000001')).toBeGreaterThanOrEqual(0);
    }
  }));

test('2: afterwards all is as even as the grid allows', () =>
  check((world, { rebalancedBalances }) => {
    const even = totalWorth(rebalancedBalances, world.usd) / 3;
    for (const currency of currencies) {
      const worth = Number(rebalancedBalances[currency]) * (world.usd.get(currency) ?? 0);
      expect(Math.abs(worth - even)).toBeLessThanOrEqual(slackOf(world) * 1.05 + even * 1e-6);
    }
  }));

test('3: the whole worth falls by the fees only, and by 5 % of what is moved at the very worst', () =>
  check((world, { orders, rebalancedBalances, turnover }) => {
    const { balances, usd, rules, fee } = world;
    const before = totalWorth(balances, usd);
    const moved = totalWorth(turnover, usd);
    expect(before - totalWorth(rebalancedBalances, usd)).toBeCloseTo(moved * fee, 5 - Math.ceil(Math.log10(before + 1)));
    const worst = orders.reduce((held, order) => afterRebalanceOrder(held, order, requireRules(rules, order.pair)), balances);
    expect(before - totalWorth(worst, usd)).toBeLessThanOrEqual(moved * (0.05 + 1.06 * Math.max(0, fee)) * 1.06 + 1e-6 * before);
  }));

test('4: each is inside its market’s limits and near the current price, and nothing is bought too early', () => {
  const met = { boughtFirst: 0, nearLargest: 0 };
  check(({ rules, prices }, { orders }) => {
    for (const [index, { pair, side }] of orders.entries()) {
      const sold = orders.slice(index + 1).filter((later) => later.side === 'sell');
      if (side !== 'buy' || sold.length === 0) continue;
      met.boughtFirst += 1;
      expect(sold.map((later) => parsePair(later.pair).base)).toContain(parsePair(pair).base);
    }
    for (const order of orders) {
      const { minimumAmount, maximumAmount, minimumNotional, lotSize } = requireRules(rules, order.pair);
      expect(compare(order.amount, minimumAmount)).toBeGreaterThanOrEqual(0);
      if (maximumAmount !== null) expect(compare(order.amount, maximumAmount)).toBeLessThanOrEqual(0);
      if (maximumAmount !== null && compare(multiply(order.amount, '1.1'), maximumAmount) >= 0) met.nearLargest += 1;
      expect(compare(multiply(order.amount, order.price), minimumNotional)).toBeGreaterThanOrEqual(0);
      expect(Number(divide(order.amount, lotSize, 9)) % 1).toBe(0);
      expect(atPriceLine(order, prices.get(order.pair) ?? 0, '0.00000001')).toBe(order.price);
    }
  });
  expect(Math.min(...Object.values(met)), JSON.stringify(met)).toBeGreaterThan(0);
});

test('5: planned again on its own result, there is next to nothing left to do', () =>
  check((world, { rebalancedBalances }) => {
    const again = planRebalance({ ...world, balances: rebalancedBalances });
    if (!again.ok) throw new Error(again.code);
    expect(totalWorth(again.plan.turnover, world.usd)).toBeLessThanOrEqual(
      8 * slackOf(world) + totalWorth(rebalancedBalances, world.usd) * 1e-6,
    );
  }));

test('6: no other orders move less', () =>
  check((world, { turnover }) => {
    const least = leastTurnover(world);
    expect(totalWorth(turnover, world.usd)).toBeLessThanOrEqual(least * (1 + 3 * Math.abs(world.fee)) + 4 * slackOf(world) + 1e-6 * least);
  }));

test('7: whatever there is, once it is plenty for the smallest orders, is planned', () =>
  fc.assert(
    fc.property(worlds, (world) => {
      const worth = totalWorth(world.balances, world.usd);
      fc.pre(worth > 0);
      const more = Math.max(1, (1_000 * slackOf(world)) / worth);
      const balances = Object.fromEntries(
        Object.entries(world.balances).map(([one, amount]) => [one, parseDecimal(Number(amount) * more)]),
      );
      const rules = new Map([...world.rules].map(([pair, market]) => [pair, { ...market, maximumAmount: null }]));
      expect(planRebalance({ ...world, rules, balances })).toMatchObject({ ok: true });
    }),
    { numRuns: 200 },
  ));

test('8: what it tells is what its orders come to', () => {
  let ordered = 0;
  check(({ balances, prices, usd, fee }, { orders, rebalancedBalances, turnover }) => {
    ordered += orders.length;
    const held = Object.fromEntries(currencies.map((one) => [one, Number(balances[one])]));
    const given = Object.fromEntries(currencies.map((one) => [one, 0]));
    for (const { pair, side, amount } of orders) {
      const [base = '', counter = ''] = pair.split('/');
      const notional = Number(amount) * (prices.get(pair) ?? Number.NaN);
      const [from, paid, to, got] = side === 'sell' ? [base, Number(amount), counter, notional] : [counter, notional, base, Number(amount)];
      held[from] = (held[from] ?? 0) - paid;
      held[to] = (held[to] ?? 0) + got * (1 - fee);
      given[from] = (given[from] ?? 0) + paid;
    }
    const cent = 1e-6 * (1 + totalWorth(balances, usd));
    for (const one of currencies) {
      const worth = (amount: unknown) => Number(amount ?? 0) * (usd.get(one) ?? 0);
      expect(Math.abs(worth(rebalancedBalances[one]) - worth(held[one])), one).toBeLessThan(cent);
      expect(Math.abs(worth(turnover[one]) - worth(given[one])), one).toBeLessThan(cent);
    }
  });
  expect(ordered).toBeGreaterThan(100);
});
