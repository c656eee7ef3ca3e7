import { expect, test } from 'vitest';
import { firstWidth, netRewardOf, parseWidth, placeOf, rewardOf, sliderScale, widthAt, widthOfReward, widthProblem } from './width.ts';

const bounds = { minimum: 0.35, maximum: 99.8 };

test('the width and the reward per trade follow each other', () => {
  expect(rewardOf(2)).toBe(0.0033);
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
  expect(widthProblem(parseWidth(typed), bounds)?.says).toBe(says);
});

test('balances that allow no width say so', () => {
  expect(widthProblem(1, { minimum: null, maximum: 99.8 })?.says).toBe('noRange');
});

test('a set-up begins with one percent, or the narrowest allowed width', () => {
  expect(firstWidth(bounds)).toBe(1);
  expect(firstWidth({ minimum: 3.3312, maximum: 99.8 })).toBe(3.35);
  expect(firstWidth({ minimum: null, maximum: 99.8 })).toBeNull();
});

test('the slider reaches the narrowest allowed width, and leads back to where it was', () => {
  const scale = sliderScale(bounds);
  expect(widthAt(0, scale)).toBe(0.35);
  for (const width of [0.35, 0.8, 1.5, 4, 12]) expect(widthAt(placeOf(width, scale), scale)).toBeCloseTo(width, 1);
});
