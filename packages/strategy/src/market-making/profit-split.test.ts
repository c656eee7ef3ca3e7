import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noActivity } from '../activity.ts';
import type { EarningFill } from '../fill-moment.ts';
import { performanceOf } from '../performance.ts';
import { openSplit, type SplitBook, splitOfMoney, totalOfSplit, withFill, withMid } from './profit-split.ts';

const pair = 'BTC/USDT';
const fillOf = (given: Partial<EarningFill>): EarningFill => {
  const { price = '100', amount = '1' } = given;
  const notional = String(Number(price) * Number(amount));
  return { pair, side: 'sell', price, amount, notional, fee: '0', feeCurrency: 'USDT', isMaker: true, ...given };
};

test('a sale above the mid earns the distance, and what is still held moves with the mid', () => {
  const sold = withFill(openSplit(10, 100), fillOf({ price: '101', fee: '0.1' }), { mid: 100 });
  expect(withMid(sold, 110).split).toEqual({ spread: 1, fees: 0.1, inventory: 90 });
});

test('a trade at the mid without a fee, and a move while nothing is held, are nothing', () => {
  const { split } = withMid(withFill(openSplit(1, 100), fillOf({}), { mid: 100 }), 250);
  expect(split).toEqual({ spread: 0, inventory: 0, fees: 0 });
});

describe('for every sequence of trades and moves', () => {
  const price = fc.integer({ min: 5_000, max: 20_000 }).map((cents) => cents / 100);
  const amount = fc.integer({ min: 1, max: 5_000 }).map((thousandths) => thousandths / 1_000);
  const step = fc.record({
    mid: price,
    off: fc.integer({ min: -300, max: 300 }).map((parts) => 1 + parts / 10_000),
    amount,
    side: fc.constantFrom('buy' as const, 'sell' as const),
    feeCurrency: fc.constantFrom('BTC', 'USDT', 'BNB'),
    fee: amount.map((some) => some / 1_000),
    isTrade: fc.boolean(),
  });
  type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
  const feePrice = 600;

  /** What is held of each is followed here by hand. */
  function play(steps: readonly Step[], start: SplitBook, counterAtStart: number) {
    let [book, counter, outside] = [start, counterAtStart, 0];
    for (const { mid, off, amount: size, side, feeCurrency, fee, isTrade } of steps) {
      if (!isTrade) {
        book = withMid(book, mid);
        continue;
      }
      const notional = mid * off * size;
      const fill = fillOf({
        price: String(mid * off),
        amount: String(size),
        notional: String(notional),
        side,
        feeCurrency,
        fee: String(fee),
      });
      book = withFill(book, fill, { mid, feePrice });
      counter += (side === 'sell' ? notional : -notional) - (feeCurrency === 'USDT' ? fee : 0);
      outside += feeCurrency === 'BNB' ? fee * feePrice : 0;
    }
    return { book, counter, outside };
  }

  test('spread and inventory less fees are the change of the worth, less the fees paid in other coins', () => {
    let traded = 0;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), amount, price, (steps, base, mid) => {
        traded += steps.filter(({ isTrade }) => isTrade).length;
        const { book, counter, outside } = play(steps, openSplit(base, mid), 1_000);
        const change = counter + book.base * book.mid - (1_000 + base * mid) - outside;
        expect(Math.abs(totalOfSplit(book.split) - change)).toBeLessThan(1e-6);
      }),
    );
    expect(traded).toBeGreaterThan(100);
  });

  test('the parts of several stretches add up to those of the whole', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), fc.array(step, { maxLength: 20 }), (first, second) => {
        const whole = play([...first, ...second], openSplit(5, 100), 0).book.split;
        const before = play(first, openSplit(5, 100), 0).book;
        const after = play(second, openSplit(before.base, before.mid), 0).book.split;
        expect(before.split.spread + after.spread).toBeCloseTo(whole.spread, 6);
        expect(before.split.inventory + after.inventory).toBeCloseTo(whole.inventory, 6);
        expect(before.split.fees + after.fees).toBeCloseTo(whole.fees, 6);
      }),
    );
  });
});

test('of a day in the books the parts add up to its result to the last digit', () => {
  const start = { balances: { BTC: '1', USDT: '100' }, usd: { BTC: 100, USDT: 1 } };
  const activity = {
    ...noActivity,
    change: { BTC: '-0.5', USDT: '50.4' },
    rounding: { USDT: '0.0001' },
    earnedUsd: '0.55',
    feesUsd: '0.1',
  };
  const { usd } = performanceOf(
    start,
    activity,
    new Map([
      ['BTC', 110],
      ['USDT', 1],
    ]),
  );
  const { result, spread, inventory, fees, rounding } = splitOfMoney(usd);
  expect({ result, spread, fees, rounding }).toEqual({ result: '5.4', spread: '0.55', fees: '0.1', rounding: '0.0001' });
  expect(Number(spread) + Number(inventory) - Number(fees) + Number(rounding)).toBeCloseTo(Number(result), 10);
  expect(inventory).toBe('4.9499');
});
