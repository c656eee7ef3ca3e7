import { expect, test } from 'vitest';
import { hasTooManyErrors, nextTryAt, restMs } from './broadcast.ts';

const minutes = (count: number): number => count * 60_000;
const startedAt = new Date('2026-01-31T00:00:00Z');

test.each([
  { tried: 10, refused: 10, pauses: false },
  { tried: 11, refused: 11, pauses: true },
  { tried: 220, refused: 11, pauses: false },
  { tried: 219, refused: 11, pauses: true },
  { tried: 100_000, refused: 5_000, pauses: false },
  { tried: 100_000, refused: 5_001, pauses: true },
])('$refused refused of $tried: pauses $pauses', ({ pauses, ...counts }) => {
  expect(hasTooManyErrors(counts)).toBe(pauses);
});

test('pauses between tries grow to an hour, and stay there', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 100].map(restMs)).toEqual([1, 2, 5, 10, 30, 60, 60, 60].map(minutes));
});

test('whoever is put off is tried for three days from the first time, and not longer', () => {
  let now = startedAt;
  let attempts = 0;
  for (let next: Date | null = now; next; next = nextTryAt({ attempts, putOffSince: startedAt, now })) {
    now = next;
    attempts += 1;
  }
  const days = (now.getTime() - startedAt.getTime()) / minutes(24 * 60);
  expect(days).toBeGreaterThan(2.9);
  expect(days).toBeLessThanOrEqual(3);
  expect(attempts).toBe(77);
});

test('after a long pause, or while it is the server that is in trouble, nobody is given up', () => {
  const now = new Date(startedAt.getTime() + minutes(10 * 24 * 60));
  expect(nextTryAt({ attempts: 2, putOffSince: startedAt, now })).toEqual(new Date(now.getTime() + minutes(2)));
  expect(nextTryAt({ attempts: 6, putOffSince: startedAt, now })).toBeNull();
  expect(nextTryAt({ attempts: 100, putOffSince: null, now })).toEqual(new Date(now.getTime() + minutes(60)));
});
