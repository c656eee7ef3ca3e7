import type { Balances } from '@tenbin/market';
import { multiply, parseDecimal, subtract } from '@tenbin/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyFill } from '../apply-fill.ts';
import type { EarningFill } from '../fill-moment.ts';
import { bpsOfGrowth } from '../growth.ts';
import { fillEarning, fillGrowth } from './fill-growth.ts';
import { buyAmount, buyPrice, sellAmount, sellPrice } from './order-kernel.ts';
import { takeOffUneven, unevenness, unevennessOf } from './unevenness.ts';

const usd = new Map([
  ['BTC', 60_000],
  ['ETH', 3_000],
  ['USDT', 1],
]);
const even: Balances = { BTC: '0.1', ETH: '2', USDT: '6000' };
const moment = { earlier: [], marketPrice: '60000', isEvening: false, usd, feeRate: 0.001 };

/** The order of BTC/USDT, at its own price. */
function orderOf({ BTC, USDT }: Balances, side: 'buy' | 'sell', delta: number): EarningFill {
  const price = parseDecimal((side === 'sell' ? sellPrice : buyPrice)(Number(USDT) / Number(BTC), delta));
  const amount = parseDecimal((side === 'sell' ? sellAmount : buyAmount)(Number(BTC), delta));
  return { pair: 'BTC/USDT', side, price, amount, notional: multiply(price, amount), fee: '0', feeCurrency: 'USDT', isMaker: true };
}

describe('the unevenness of balances', () => {
  test('is nothing where they are worth the same', () => {
    expect(unevennessOf(even, usd)).toBe(0);
    expect(unevenness([7, 7, 7, 7])).toBe(0);
  });

  test('is what making them even would let their geometric mean grow', () => {
    const after = 6000 + 540 / 3;
    expect(unevennessOf({ ...even, USDT: '6540' }, usd)).toBeCloseTo(Math.log(after ** 3 / (6000 * 6000 * 6540)) / 3, 12);
  });

  test('is not known without the prices of all, or without a balance', () => {
    expect(unevennessOf(even, new Map([['BTC', 60_000]]))).toBeNull();
    expect(unevennessOf({ ...even, ETH: '0' }, usd)).toBeNull();
  });
});

describe('a deposit of 9 % of one currency at a width of 10 %', () => {
  const balances: Balances = { ...even, USDT: '6540' };
  const uneven = unevennessOf(balances, usd) ?? Number.NaN;
  const buy = orderOf(balances, 'buy', 0.05);

  test('lets the first order earn what it is worth beyond making the deposit even', () => {
    const { growth, uneven: left } = fillEarning(balances, buy, { ...moment, uneven });
    expect(bpsOfGrowth(fillGrowth(balances, buy, moment))).toBeGreaterThan(8);
    expect(growth).toBeCloseTo(fillGrowth(balances, buy, moment) - uneven, 15);
    expect(left).toBe(0);
    expect(fillEarning(balances, buy, { ...moment, uneven: left }).growth).toBe(fillGrowth(balances, buy, moment));
  });

  test('is paid off by several orders where one does not do it', () => {
    const { growth, uneven: left } = fillEarning(balances, buy, { ...moment, uneven: 3 * uneven });
    expect(growth).toBe(0);
    expect(left).toBeCloseTo(3 * uneven - fillGrowth(balances, buy, moment), 15);
  });

  test('hides no fee', () => {
    const fee = multiply(buy.amount, '0.001');
    const paid = fillEarning(balances, { ...buy, fee, feeCurrency: 'BTC' }, { ...moment, uneven: 3 * uneven });
    expect(paid.growth).toBeCloseTo(Math.log1p(-Number(fee) / (0.1 + Number(buy.amount))) / 3, 12);
  });

  test('is used up by an exchange at the market’s price as well', () => {
    const exchange: EarningFill = { ...buy, price: '60000', notional: multiply('60000', buy.amount), isMaker: false };
    const { growth, uneven: left } = fillEarning(balances, exchange, { ...moment, uneven });
    expect(growth).toBe(0);
    expect(left).toBeLessThan(uneven / 3);
  });
});

test('an order earns the same in however many parts it is filled, whatever unevenness is left', () =>
  fc.assert(
    fc.property(
      fc.constantFrom<'buy' | 'sell'>('buy', 'sell'),
      fc.double({ min: 0, max: 0.002, noNaN: true }),
      fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 6 }),
      (side, uneven, weights) => {
        const whole = orderOf(even, side, 0.05);
        const all = weights.reduce((total, weight) => total + weight, 0);
        const parts = weights.map((weight) => parseDecimal(Number(((Number(whole.amount) * weight) / all).toFixed(12))));
        const amounts = [...parts.slice(0, -1), parts.slice(0, -1).reduce((left, part) => subtract(left, part), whole.amount)];
        let balances = even;
        let [earned, left] = [0, uneven];
        const earlier: EarningFill[] = [];
        for (const amount of amounts) {
          const fill = { ...whole, amount, notional: multiply(whole.price, amount) };
          const booked = fillEarning(balances, fill, { ...moment, earlier, uneven: left });
          earned += booked.growth;
          left = booked.uneven;
          balances = applyFill(balances, fill);
          earlier.push(fill);
        }
        const once = fillEarning(even, whole, { ...moment, uneven });
        expect(earned).toBeCloseTo(once.growth, 12);
        expect(left).toBeCloseTo(once.uneven, 12);
      },
    ),
    { numRuns: 300 },
  ));

test('what is taken off is never less than the exchange, nor more than what grew or was exchanged', () =>
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 0.01, noNaN: true }),
      fc.double({ min: -0.01, max: 0.01, noNaN: true }),
      fc.double({ min: 0, max: 0.01, noNaN: true }),
      (uneven, grown, exchanged) => {
        const { off, left } = takeOffUneven(uneven, { grown, exchanged });
        expect(off).toBeGreaterThanOrEqual(exchanged);
        expect(off).toBeLessThanOrEqual(Math.max(exchanged, grown) + 1e-17);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left).toBeLessThanOrEqual(uneven);
        expect(takeOffUneven(0, { grown, exchanged }).off).toBe(exchanged);
      },
    ),
  ));
