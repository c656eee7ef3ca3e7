import { describe, expect, test } from 'vitest';
import { annualRate, isProvisionalRate } from './annual-rate.ts';
import { deltaOfWidth, isOrderWidth, requireDelta, requireWidth, widthOfDelta } from './balancing/order-width.ts';
import { rewardPerTrade, widthForReward } from './balancing/reward-per-trade.ts';
import { basisPointChanged, bpsOfGrowth, growth, growthOfBps } from './growth.ts';

describe('order width', () => {
  test.each([
    [1, 0.005],
    [99.9, 0.4995],
    [0.2, 0.001],
  ])('%s percent moves %s of a balance', (width, delta) => {
    expect(deltaOfWidth(width)).toBe(delta);
    expect(widthOfDelta(delta)).toBe(width);
  });

  test('a width is shown without the noise of doubles', () => {
    expect(0.0165 * 200).not.toBe(3.3);
    expect(widthOfDelta(0.0165)).toBe(3.3);
  });

  test.each([0, -1, 99.91, 100, Number.NaN, Number.POSITIVE_INFINITY])('%s percent is no width', (width) => {
    const refusal = expect.objectContaining({ code: 'orderWidthOutOfRange' });
    expect(isOrderWidth(width)).toBe(false);
    expect(() => requireWidth(width)).toThrow(refusal);
    expect(() => requireDelta(width / 200)).toThrow(refusal);
  });
});

describe('reward per trade', () => {
  test.each([
    [1, 3, 0.0008],
    [2, 3, 0.0033],
    [10, 3, 0.0833],
    [99.9, 3, 8.3167],
    [1, 2, 0.0013],
  ])('a width of %s percent over %i currencies earns %s percent', (width, currencies, reward) => {
    expect(rewardPerTrade(width, currencies)).toBe(reward);
  });

  test('a wanted reward leads to its width', () => {
    expect(widthForReward(0.0833, 3)).toBeCloseTo(10, 1);
    expect(widthForReward(3, 3)).toBe(60);
  });

  test('typing the one and then the other stays where it was, as far as 4 decimals can tell', () => {
    for (const width of [0.5, 1, 3.3, 12, 60, 99.9]) {
      const reward = rewardPerTrade(width, 3);
      expect(rewardPerTrade(widthForReward(reward, 3), 3)).toBe(reward);
    }
  });

  test('more than the widest width earns leads to a width that is none', () => {
    expect(widthForReward(8.3167, 3)).toBe(99.9);
    expect(isOrderWidth(widthForReward(8.3168, 3))).toBe(false);
  });

  test('what cannot be is refused', () => {
    expect(() => rewardPerTrade(100, 3)).toThrow(expect.objectContaining({ code: 'orderWidthOutOfRange' }));
    expect(() => rewardPerTrade(1, 1)).toThrow(expect.objectContaining({ code: 'tooFewCurrencies' }));
    for (const reward of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => widthForReward(reward, 3)).toThrow(expect.objectContaining({ code: 'rewardNotPositive' }));
  });
});

describe('profit', () => {
  test('twice as much of everything is 10 000 bp, half of it -5000', () => {
    const half = { BTC: '0.1', ETH: '2', USDT: '6000' };
    const whole = { BTC: '0.2', ETH: '4', USDT: '12000' };
    expect(basisPointChanged(half, whole)).toBeCloseTo(10_000, 8);
    expect(basisPointChanged(whole, half)).toBeCloseTo(-5000, 8);
    expect(growth(half, whole)).toBeCloseTo(Math.LN2, 12);
    expect(growth(half, half)).toBe(0);
  });

  test('eight times one of three balances doubles the geometric mean', () => {
    expect(basisPointChanged({ A: '1', B: '5', C: '7' }, { A: '8', B: '5', C: '7' })).toBeCloseTo(10_000, 8);
  });

  test('a change in the eighteenth digit is not lost', () => {
    const before = { A: '1000000.000000000000000000', B: '1', C: '1' };
    const after = { A: '1000000.000000000000000003', B: '1', C: '1' };
    expect(growth(before, after)).toBeCloseTo(1e-24, 30);
    expect(growth(before, after)).toBeGreaterThan(0);
  });

  test('growths of fills add up to the growth of all', () => {
    const states = [
      { A: '1', B: '1', C: '1' },
      { A: '1.01', B: '0.995', C: '1' },
      { A: '1.01', B: '1.001', C: '0.999' },
    ] as const;
    const sum = growth(states[0], states[1]) + growth(states[1], states[2]);
    expect(sum).toBeCloseTo(growth(states[0], states[2]), 14);
    expect(bpsOfGrowth(sum)).toBeCloseTo(basisPointChanged(states[0], states[2]), 9);
    expect(growthOfBps(0)).toBe(0);
  });

  test('an empty balance has no geometric mean', () => {
    expect(() => growth({ A: '1', B: '0' }, { A: '1', B: '1' })).toThrow(expect.objectContaining({ code: 'balanceNotPositive' }));
    expect(() => growth({ A: '1', B: '1' }, { A: '1' })).toThrow(expect.objectContaining({ code: 'balanceNotPositive' }));
    expect(() => growth({}, {})).toThrow(expect.objectContaining({ code: 'noBalances' }));
  });
});

describe('yearly rate', () => {
  const day = 24 * 3_600_000;
  test.each([
    { says: 'one percent in a year is one percent', growth: Math.log(1.01), runningMs: 365 * day, rate: 1 },
    { says: 'a tenth of a percent a day compounds', growth: Math.log(1.001), runningMs: day, rate: 44.03 },
    { says: 'a loss is negative', growth: Math.log(0.99), runningMs: 365 * day, rate: -1 },
    { says: 'after a day there is a rate', growth: Math.log(1.000024), runningMs: day, rate: 0.88 },
    { says: 'silence lowers it: twice the time, about half the rate', growth: Math.log(1.000024), runningMs: 2 * day, rate: 0.44 },
    { says: 'no growth is zero, without a sign', growth: -0, runningMs: day, rate: 0 },
    { says: 'before the first fill there is none', growth: null, runningMs: day, rate: null },
    { says: 'under 24 hours there is none', growth: 0.001, runningMs: day - 1, rate: null },
    { says: 'nor for no time at all', growth: 0, runningMs: 0, rate: null },
    { says: 'a rate beyond sense is none', growth: 0.1, runningMs: day, rate: null },
  ])('$says', ({ growth: value, runningMs, rate }) => {
    expect(annualRate({ growth: value, runningMs })).toBe(rate);
  });

  test('a market that runs sixty times faster has lived a day after 24 minutes', () => {
    const fast = { growth: Math.log(1.000001), timeScale: 60 };
    expect(annualRate({ ...fast, runningMs: 24 * 60_000 - 1 })).toBeNull();
    expect(annualRate({ ...fast, runningMs: 24 * 60_000 })).toBe(annualRate({ growth: fast.growth, runningMs: day }));
  });

  test('is provisional before 7 days of the market’s time', () => {
    expect(isProvisionalRate({ runningMs: 7 * day - 1 })).toBe(true);
    expect(isProvisionalRate({ runningMs: 7 * day })).toBe(false);
    expect(isProvisionalRate({ runningMs: 7 * 24 * 60_000, timeScale: 60 })).toBe(false);
  });
});
