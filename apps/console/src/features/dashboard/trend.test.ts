import { expect, test } from 'vitest';
import { trendMoments } from './trend.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const now = Date.UTC(2026, 5, 15, 10, 7, 30);

test('a line covers at most 30 days with at most twelve moments', () => {
  for (const age of [3 * minute, 40 * minute, day, 9 * day, 400 * day]) {
    const moments = trendMoments(now - age, now);
    expect(moments.length).toBeLessThanOrEqual(12);
    expect(moments[0]).toBeGreaterThan(now - Math.min(age, 30 * day));
  }
});

test('a minute later the moments of the past are the same', () => {
  const before = trendMoments(now - 5 * day, now);
  expect(trendMoments(now - 5 * day, now + minute)).toEqual(before);
});

test('a bot that has just started has no line yet', () => {
  expect(trendMoments(now - 20_000, now)).toEqual([]);
});
