/**
 * The result in money. What must hold:
 *
 * 1. What makes up the difference to holding adds up to it, to the last digit; the days add up to the whole.
 * 2. Nothing that happens without a trade is earned: neither a price that moves, nor money that comes or goes.
 * 3. Holding is measured from what was there and what came.
 * 4. The order in which activities are added changes nothing.
 */
import type { Balances } from '@tenbin/market';
import { add, multiply, parseDecimal, subtract, sum } from '@tenbin/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Activity, addActivity, flowActivity, noActivity, roundingActivity, tradeActivity } from './activity.ts';
import { applyFill } from './apply-fill.ts';
import { fillGrowth } from './balancing/fill-growth.ts';
import { dailyPerformance } from './daily-performance.ts';
import { type EarningFill, feeWorth } from './fill-moment.ts';
import { type MoneyResult, performanceOf } from './performance.ts';
import { usdVolume } from './worth.ts';

const prices = { BTC: 60_000, ETH: 3_000, USDT: 1 };
const usd = new Map(Object.entries(prices));
const balances: Balances = { BTC: '0.1', ETH: '2', USDT: '6000' };
const start = { balances, usd: prices };
const currencies = Object.keys(balances);

const moment = { earlier: [], marketPrice: '60000', isEvening: false, usd: new Map([...usd, ['BNB', 600]]), feeRate: 0.001 };
function trade(before: Balances, fill: EarningFill): Activity {
  const after = applyFill(before, fill);
  const growth = fillGrowth(before, fill, moment);
  const outcome = { before, after, growth, marketPrice: moment.marketPrice, volume: usdVolume(fill, usd), fee: feeWorth(fill, moment) };
  return tradeActivity(fill, outcome, moment.usd);
}
const sell: EarningFill = {
  pair: 'BTC/USDT',
  side: 'sell',
  price: '60600',
  amount: '0.0005',
  notional: '30.3',
  fee: '0.00005',
  feeCurrency: 'BNB',
  isMaker: true,
};
const partsOf = ({ price, earned, fees, rounding }: MoneyResult) => subtract(sum([price, earned, rounding]), fees);

describe('the worked example', () => {
  test('a sell at 1 % above, fee in BNB: what it brought, and of what that is made', () => {
    const { usd: money, currencies: changes, fees, basisPoint, valuation } = performanceOf(start, trade(balances, sell), usd);
    expect(money).toEqual({
      result: '0.27',
      againstHolding: '0.27',
      againstEven: '0.27',
      earned: '0.1486',
      price: '0.1514',
      fees: '0.03',
      rounding: '0',
      flows: '0',
    });
    expect(changes).toEqual({
      BTC: { change: '-0.0005', flows: '0', result: '0.0000045' },
      ETH: { change: '0', flows: '0', result: '0.00009' },
      USDT: { change: '30.3', flows: '0', result: '0.27' },
    });
    expect(fees).toEqual({ BNB: '0.00005' });
    expect(basisPoint).toBeCloseTo(0.0659, 3);
    expect(valuation).toEqual({
      balances: { BTC: '0.0995', ETH: '2', USDT: '6030.3' },
      worth: '18000.3',
      holding: '18000',
      even: '18000',
    });
  });

  test('prices that move are no profit: what was there is still held', () => {
    const moved = new Map([...usd, ['BTC', 66_000]]);
    const { usd: money } = performanceOf(start, noActivity, moved);
    expect(money.result).toBe('600');
    expect(money).toMatchObject({ againstHolding: '0', earned: '0', price: '0' });
    expect(Number(money.againstEven)).toBeCloseTo(600 - 18_000 * (1.1 ** (1 / 3) - 1), 3);
  });

  test('a deposit of 10,000 changes neither the result nor the comparison', () => {
    const flow = flowActivity({ at: 1, amounts: { USDT: '10000' } }, currencies, usd);
    const { usd: money, valuation, currencies: changes } = performanceOf(start, flow, usd);
    expect(money).toMatchObject({ result: '0', againstHolding: '0', againstEven: '0', earned: '0', flows: '10000' });
    expect(valuation).toMatchObject({ worth: '28000', holding: '28000', even: '28000' });
    expect(changes.USDT).toEqual({ change: '0', flows: '10000', result: '0' });
  });

  test('a portfolio that fell back behind holding, because it was kept even while a price rose, lost it by price', () => {
    const rise = { ...sell, price: '66000', amount: '0.004545454545', notional: multiply('66000', '0.004545454545'), fee: '0' };
    const { usd: money } = performanceOf(start, trade(balances, rise), new Map([...usd, ['BTC', 72_600]]));
    expect(Number(money.againstHolding)).toBeCloseTo(-6_600 * 0.004545454545, 3);
    expect(Number(money.earned)).toBeGreaterThan(0);
    expect(Number(money.price)).toBeCloseTo(Number(money.againstHolding) - Number(money.earned), 3);
  });

  test('rounding is a line of its own', () => {
    const { usd: money } = performanceOf(start, roundingActivity({ BTC: '-0.00000001', USDT: '0.005' }), usd);
    expect(money).toMatchObject({ rounding: '0.0044', earned: '0', result: '0.0044' });
  });

  test('a fee whose worth had to be estimated is marked', () => {
    expect(performanceOf(start, trade(balances, { ...sell, feeCurrency: 'OKB' }), usd).hasEstimate).toBe(true);
    expect(performanceOf(start, trade(balances, sell), usd).hasEstimate).toBe(false);
  });
});

const amounts = fc.double({ min: 0.00001, max: 0.002, noNaN: true }).map((amount) => Number(amount.toFixed(8)));
const events = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('trade' as const), amount: amounts, price: fc.integer({ min: 50_000, max: 70_000 }) }),
    fc.record({ kind: fc.constant('flow' as const), amount: fc.integer({ min: -1_000, max: 10_000 }) }),
    fc.record({ kind: fc.constant('rounding' as const), amount: fc.integer({ min: -9, max: 9 }) }),
  ),
  { maxLength: 12 },
);
const movedPrices = fc.record({
  BTC: fc.double({ min: 30_000, max: 90_000, noNaN: true }),
  ETH: fc.double({ min: 1_000, max: 9_000, noNaN: true }),
  USDT: fc.constant(1),
});

/** The activities of events, one after another, at the prices of the start. */
function played(list: readonly { kind: 'trade' | 'flow' | 'rounding'; amount: number; price?: number }[]): Activity[] {
  let held = balances;
  return list.map(({ kind, amount, price = 60_000 }) => {
    const before = held;
    if (kind === 'rounding') {
      held = { ...before, USDT: add(before.USDT ?? '0', parseDecimal(amount / 1e8)) };
      return roundingActivity({ USDT: parseDecimal(amount / 1e8) });
    }
    if (kind === 'flow') {
      held = { ...before, USDT: add(before.USDT ?? '0', parseDecimal(amount)) };
      return flowActivity({ at: 1, amounts: { USDT: parseDecimal(amount) } }, currencies, usd);
    }
    const sizes = {
      price: parseDecimal(price),
      amount: parseDecimal(amount),
      notional: multiply(parseDecimal(price), parseDecimal(amount)),
    };
    const fill: EarningFill = { ...sell, ...sizes, side: price > 60_000 ? 'sell' : 'buy' };
    held = applyFill(before, fill);
    return trade(before, fill);
  });
}

test('1: what makes up the difference adds up to it, and the days to the whole, to the last digit', () =>
  fc.assert(
    fc.property(fc.array(fc.tuple(events, fc.option(movedPrices)), { minLength: 1, maxLength: 5 }), movedPrices, (list, last) => {
      const activities = played(list.flatMap(([some]) => some));
      let taken = 0;
      const days = list.map(([some, ended], index) => {
        const activity = activities.slice(taken, taken + some.length).reduce(addActivity, noActivity);
        taken += some.length;
        return { day: `2026-01-0${index + 1}`, activity, usd: index === list.length - 1 ? last : ended };
      });
      // As a bot's book does: whole days are added up, and of doubles the order of adding shows in the last digit.
      const whole = days.reduce((sum, { activity }) => addActivity(sum, activity), noActivity);
      const total = performanceOf(start, whole, new Map(Object.entries(last)));
      expect(partsOf(total.usd)).toBe(total.usd.againstHolding);
      const daily = dailyPerformance(start, days);
      for (const one of daily) expect(partsOf(one.usd)).toBe(one.usd.againstHolding);
      for (const part of Object.keys(total.usd) as (keyof MoneyResult)[])
        expect(sum(daily.map((one) => one.usd[part]))).toBe(total.usd[part]);
      for (const currency of Object.keys(balances))
        expect(sum(daily.map((one) => one.currencies[currency]?.result ?? '0'))).toBe(total.currencies[currency]?.result);
      expect(daily.reduce((trades, one) => trades + one.trades, 0)).toBe(total.trades);
      expect(daily.reduce((points, one) => points + one.basisPoint, 0)).toBeCloseTo(total.basisPoint, 9);
    }),
  ));

test('2: deposits and withdrawals earn nothing, whatever the prices', () =>
  fc.assert(
    fc.property(fc.integer({ min: -5_000, max: 100_000 }), movedPrices, movedPrices, (amount, then, now) => {
      const flow = flowActivity({ at: 1, amounts: { USDT: parseDecimal(amount) } }, currencies, new Map(Object.entries(then)));
      const at = new Map(Object.entries(then));
      expect(Number(performanceOf(start, flow, at).usd.result)).toBeCloseTo(Number(performanceOf(start, noActivity, at).usd.result), 3);
      const { usd: money } = performanceOf(start, flow, new Map(Object.entries(now)));
      expect(money).toMatchObject({ againstHolding: '0', earned: '0', price: '0' });
      expect(performanceOf(start, flow, at).basisPoint).toBe(0);
    }),
  ));

test('4: activities add up, whatever their order', () =>
  fc.assert(
    fc.property(events, movedPrices, (list, at) => {
      const activities = played(list);
      const forth = performanceOf(start, activities.reduce(addActivity, noActivity), new Map(Object.entries(at)));
      const back = performanceOf(start, activities.toReversed().reduce(addActivity, noActivity), new Map(Object.entries(at)));
      expect(Number(back.usd.result)).toBeCloseTo(Number(forth.usd.result), 3);
      expect(back.valuation.balances).toEqual(forth.valuation.balances);
    }),
  ));
