import { parseNumber } from '@tenbin/ui';
import { expect, test } from 'vitest';
import { firstWidth, marksOf, netRewardOf, placeOf, rewardOf, sliderScale, widthAt, widthOfReward, widthProblem } from './width.ts';

const bounds = { minimum: 0.35, maximum: 99.8 };

test('the width and the reward per trade follow each other', () => {
  expect(rewardOf(2)).toBeCloseTo(0.003_333, 6);
  expect(rewardOf(0.45)).toBeCloseTo(0.000_168_75, 10);
  expect(widthOfReward(0.0075)).toBe(3);
  expect(rewardOf(0)).toBeNull();
});

test('at the break-even width nothing is left of a trade', () => {
  expect(netRewardOf(0.2, 0.2)).toBe(0);
  expect(netRewardOf(1, 0.2)).toBeCloseTo(0.000_667, 6);
});

test.each([
  ['', 'widthRequired'],
  ['abc', 'widthRequired'],
  ['0', 'widthRequired'],
  ['100', 'widthRequired'],
  ['0.2', 'widthTooSmall'],
  ['99.85', 'widthTooLarge'],
  ['0.35', undefined],
  ['１．５', undefined],
])('a typed width of %j: %s', (typed, says) => {
  expect(widthProblem(parseNumber(typed), bounds)?.says).toBe(says);
});

test('balances that allow no width say so', () => {
  expect(widthProblem(1, { minimum: null, maximum: 99.8 })?.says).toBe('noRange');
});

const first = { organization: null, backtest: null, breakEven: 0.4 };

test('a set-up begins where past prices recommend it', () => {
  expect(firstWidth(bounds, { ...first, backtest: 0.62 })).toEqual({ width: 0.62, source: 'backtest' });
});

test('without a recommendation that is allowed it begins above the fee, in the allowed range', () => {
  expect(firstWidth(bounds, first)).toEqual({ width: 0.45, source: 'breakEven' });
  expect(firstWidth(bounds, { ...first, backtest: 0.2 })).toEqual({ width: 0.45, source: 'breakEven' });
  expect(firstWidth({ minimum: 3.3312, maximum: 99.8 }, first)?.width).toBe(3.35);
  expect(firstWidth({ minimum: 0.1, maximum: 0.43 }, first)).toEqual({ width: 0.43, source: 'breakEven' });
});

test('where no width that is allowed is above the fee none is promised to be', () => {
  expect(firstWidth({ minimum: 0.1, maximum: 0.4 }, first)).toEqual({ width: 0.4, source: 'maximum' });
  expect(firstWidth({ minimum: 0.1, maximum: 0.3 }, first)).toEqual({ width: 0.3, source: 'maximum' });
});

test('the organization’s own width goes before both', () => {
  expect(firstWidth(bounds, { organization: 2, backtest: 0.62, breakEven: 0.4 })).toEqual({ width: 2, source: 'organization' });
});

test('where no width is possible none is begun with', () => {
  expect(firstWidth({ minimum: null, maximum: 99.8 }, first)).toBeNull();
});

test('the slider reaches the narrowest allowed width, and leads back to where it was', () => {
  const scale = sliderScale(bounds, null);
  expect(widthAt(0, scale)).toBe(0.35);
  for (const width of [0.35, 0.8, 1.5, 4, 12]) expect(widthAt(placeOf(width, scale), scale)).toBeCloseTo(width, 1);
});

test('the slider shows break-even below the range, the ends of the range, and round widths where there is room', () => {
  const scale = sliderScale({ minimum: 0.36, maximum: 15 }, 0.2);
  expect(widthAt(0, scale)).toBe(0.2);
  expect(marksOf({ minimum: 0.36, maximum: 15 }, 0.2, scale)).toEqual([
    { width: 0.2, says: 'breakEven' },
    { width: 0.36, says: 'minimum' },
    { width: 1, says: null },
    { width: 2, says: null },
    { width: 5, says: null },
    { width: 15, says: 'maximum' },
  ]);
});

test('where break-even and the narrowest allowed width would cover one another, break-even is a dot alone', () => {
  const near = { minimum: 0.35, maximum: 15 };
  const marks = marksOf(near, 0.3, sliderScale(near, 0.3));
  expect(marks.slice(0, 2)).toEqual([
    { width: 0.3, says: 'breakEven', isBare: true },
    { width: 0.35, says: 'minimum' },
  ]);
});
