import { expect, test } from 'vitest';
import { exactSum } from './exact-sum.ts';

test('fees told as texts add up exactly', () => {
  expect(exactSum('0.1', '0.2')).toBe('0.3');
  expect(exactSum(0.1, '0.2')).toBe('0.3');
});

test('request ids stay numbers', () => {
  expect(exactSum(1, 1)).toBe(2);
});

test('what is missing does not count', () => {
  expect(exactSum(undefined, '0.2')).toBe('0.2');
  expect(exactSum(undefined, undefined)).toBeUndefined();
});
