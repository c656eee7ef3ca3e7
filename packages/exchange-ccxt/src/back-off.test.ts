import { expect, test } from 'vitest';
import { backOffMs } from './back-off.ts';

test('each attempt waits twice as long, up to half a minute', () => {
  expect([0, 1, 2, 3].map((attempt) => backOffMs(attempt, 0))).toEqual([250, 500, 1000, 2000]);
  expect(backOffMs(50, 0)).toBe(30_000);
});

test('chance takes off up to half, so that not all return at once', () => {
  expect(backOffMs(2, 1)).toBe(500);
});
