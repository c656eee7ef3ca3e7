/**
 * What must hold of balancing, whatever the balances, the width and the exchange's grid:
 *
 * 1. A fill at an order's own price leaves its pair even: the balanced price becomes the fill's price.
 * 2. All wanted orders together never need more than the bot has.
 * 3. A sell stands at or above its formula's price, a buy at or below; no amount is above its formula's.
 * 4. A wider width puts both orders further away and makes neither smaller.
 * 5. Without a fee no fill at an order's own price makes the geometric mean fall; at a fee under half of the width's
 *    distance it still grows.
 * 6. How a fill is cut into trades changes neither the balances nor the profit.
 */
import type { Balances, Decimal, MarketRules } from '@tenbin/market';
import { add, compare, divide, multiply, parseDecimal, parsePair, subtract } from '@tenbin/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyFill } from '../apply-fill.ts';
import { basisPointChanged, bpsOfGrowth, growth, growthOfBps } from '../growth.ts';
import type { WantedOrder } from '../strategy.ts';
import { balancedPrice } from './balanced-price.ts';
import { deltaOfWidth } from './order-width.ts';
import { wantedOrders } from './wanted-orders.ts';

const triangle = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];

/** Worth about as much as the others, or up to a thousand times less or more. */
const balancesOf = fc
  .tuple(
    fc.double({ min: 1e-3, max: 1e3, noNaN: true }),
    fc.double({ min: 1e-2, max: 1e4, noNaN: true }),
    fc.double({ min: 1e2, max: 1e8, noNaN: true }),
  )
  .map(([btc, eth, usdt]): Balances => ({ BTC: parseDecimal(btc), ETH: parseDecimal(eth), USDT: parseDecimal(usdt) }));
const widths = fc.oneof(fc.double({ min: 0.01, max: 99.9, noNaN: true }), fc.constantFrom(0.01, 1, 50, 99.9));
const pairLists = fc.constantFrom(triangle, ['BTC/USDT', 'ETH/USDT'], ['BTC/USDT', 'ETH/BTC'], ['ETH/USDT', 'ETH/BTC']);

const market = (pair: string, tickSize: Decimal, lotSize: Decimal): MarketRules => ({
  pair,
  tickSize,
  lotSize,
  minimumAmount: lotSize,
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
const rulesOf = (tick: Decimal, lot: Decimal) => new Map(triangle.map((pair) => [pair, market(pair, tick, lot)]));
const fine = rulesOf('0.000000000000000001', '0.000000000000000001');
const grids = fc
  .tuple(fc.constantFrom('0.01', '0.00001', '0.00000001'), fc.constantFrom('0.0001', '0.00001', '0.00000001'))
  .map(([tick, lot]) => rulesOf(tick, lot));

const noFee = { fee: '0', feeCurrency: 'USDT' } as const;
const filled = (balances: Balances, order: WantedOrder) =>
  applyFill(balances, { ...order, notional: multiply(order.price, order.amount), ...noFee });

test('1: a fill at an order’s own price leaves the pair even', () =>
  fc.assert(
    fc.property(balancesOf, widths, pairLists, (balances, width, pairs) => {
      const orders = wantedOrders({ balances, pairs, delta: deltaOfWidth(width), rules: fine });
      expect(orders).toHaveLength(2 * pairs.length);
      for (const order of orders) {
        const after = balancedPrice(filled(balances, order), order.pair);
        expect(after / Number(order.price)).toBeCloseTo(1, 6);
      }
    }),
  ));

test('2: all orders together never need more than the bot has', () =>
  fc.assert(
    fc.property(balancesOf, widths, pairLists, grids, (balances, width, pairs, rules) => {
      const needed: Record<string, Decimal> = {};
      const orders = wantedOrders({ balances, pairs, delta: deltaOfWidth(width), rules });
      expect(orders).toHaveLength(2 * pairs.length);
      for (const { pair, side, price, amount } of orders) {
        const { base, counter } = parsePair(pair);
        const [currency, need] = side === 'sell' ? [base, amount] : [counter, multiply(price, amount)];
        needed[currency] = add(needed[currency] ?? '0', need);
      }
      for (const [currency, need] of Object.entries(needed)) expect(compare(need, balances[currency] ?? '0')).toBeLessThanOrEqual(0);
    }),
  ));

test('3: the grid never lets an order cross further or spend more', () =>
  fc.assert(
    fc.property(balancesOf, widths, grids, (balances, width, rules) => {
      const orders = wantedOrders({ balances, pairs: triangle, delta: deltaOfWidth(width), rules });
      expect(orders).toHaveLength(2 * triangle.length);
      for (const { pair, side, price, amount } of orders) {
        const { base, counter } = parsePair(pair);
        const [has, counts] = [Number(balances[base]), Number(balances[counter])];
        // The width away from where both are worth the same, and so much that both are again there.
        const away = side === 'sell' ? 1 + width / 100 : 1 - width / 100;
        const formula = { price: (counts / has) * away, amount: (has / 2) * Math.abs(1 - 1 / away) };
        const noise = 1 + 2e-9;
        if (side === 'sell') expect(Number(price) * noise).toBeGreaterThanOrEqual(formula.price);
        else expect(Number(price)).toBeLessThanOrEqual(formula.price * noise);
        expect(Number(amount)).toBeLessThanOrEqual(formula.amount * noise);
      }
    }),
  ));

test('4: a wider width puts both orders further away and makes neither smaller', () =>
  fc.assert(
    fc.property(balancesOf, widths, widths, grids, (balances, one, other, rules) => {
      const at = (width: number) => wantedOrders({ balances, pairs: triangle, delta: deltaOfWidth(width), rules });
      const narrow = at(Math.min(one, other));
      expect(narrow).toHaveLength(2 * triangle.length);
      for (const [index, wide] of at(Math.max(one, other)).entries()) {
        const order = narrow[index];
        if (!order) throw new Error('as many orders at any width');
        expect(compare(wide.price, order.price) * (wide.side === 'sell' ? 1 : -1)).toBeGreaterThanOrEqual(0);
        expect(compare(wide.amount, order.amount)).toBeGreaterThanOrEqual(0);
      }
    }),
  ));

test('5: without a fee no fill loses, on any grid', () => {
  let fills = 0;
  fc.assert(
    fc.property(balancesOf, widths, grids, (balances, width, rules) => {
      for (const order of wantedOrders({ balances, pairs: triangle, delta: deltaOfWidth(width), rules })) {
        if (order.amount === '0' || order.price === '0') continue;
        fills += 1;
        // The grid's noise moves an order by a billionth at most.
        expect(basisPointChanged(balances, filled(balances, order))).toBeGreaterThanOrEqual(-1e-4);
      }
    }),
  );
  expect(fills).toBeGreaterThan(100);
});

test('5: a fill earns as long as the fee is under half of the distance', () =>
  fc.assert(
    fc.property(
      balancesOf,
      fc.double({ min: 0.1, max: 20, noNaN: true }),
      fc.double({ min: 0, max: 0.9, noNaN: true }),
      (balances, width, part) => {
        const fee = (width / 100 / 2) * part;
        for (const order of wantedOrders({ balances, pairs: triangle, delta: deltaOfWidth(width), rules: fine })) {
          const { base, counter } = parsePair(order.pair);
          const notional = multiply(order.price, order.amount);
          const received = order.side === 'buy' ? order.amount : notional;
          // Approximate to first order in the distance; a wide sell earns a little less than the formula.
          const paid = multiply(received, parseDecimal(fee / (1 + width / 100)));
          const after = applyFill(balances, { ...order, notional, fee: paid, feeCurrency: order.side === 'buy' ? base : counter });
          expect(basisPointChanged(balances, after)).toBeGreaterThan(0);
        }
      },
    ),
  ));

test('6: a fill in many trades comes to the same as in one', () =>
  fc.assert(
    fc.property(balancesOf, widths, fc.integer({ min: 2, max: 7 }), (balances, width, parts) => {
      for (const order of wantedOrders({ balances, pairs: triangle, delta: deltaOfWidth(width), rules: fine })) {
        const part = divide(order.amount, String(parts), 18);
        const last = subtract(order.amount, multiply(part, String(parts - 1)));
        let [split, growths]: [Balances, number] = [balances, 0];
        for (let index = 0; index < parts; index += 1) {
          const after = filled(split, { ...order, amount: index === parts - 1 ? last : part });
          growths += growth(split, after);
          split = after;
        }
        const whole = filled(balances, order);
        expect(split).toEqual(whole);
        expect(bpsOfGrowth(growths)).toBeCloseTo(basisPointChanged(balances, whole), 6);
      }
    }),
  ));

test('basis points and growth are two words for one thing', () =>
  fc.assert(
    fc.property(fc.double({ min: -5000, max: 50_000, noNaN: true }), (points) => {
      expect(bpsOfGrowth(growthOfBps(points))).toBeCloseTo(points, 6);
    }),
  ));
