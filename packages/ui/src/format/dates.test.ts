import { expect, test } from 'vitest';
import { ageOf, endOfYesterday, formatDate, formatMonth } from './dates.ts';

const at = new Date(2026, 2, 7, 9, 5, 3);

test('moments and months are written as the specification has them', () => {
  expect(formatDate(at)).toBe('2026-03-07 09:05:03');
  expect(formatMonth(at)).toBe('2026/03');
});

test('yesterday ends one millisecond before today', () => {
  expect(formatDate(endOfYesterday(at))).toBe('2026-03-06 23:59:59');
});

test.each([
  [0, 'seconds', 0],
  [59_999, 'seconds', 59],
  [60_000, 'minutes', 1],
  [2 * 3_600_000, 'hours', 2],
  [3 * 86_400_000, 'days', 3],
  [-5000, 'seconds', 0],
])('an age of %i ms is told in %s', (ms, unit, count) => {
  expect(ageOf(at, at.getTime() + ms)).toEqual({ unit, count });
});
