import { expect, test } from 'vitest';
import { createAttemptLimit } from './attempt-limit.ts';

test('three tries a minute, then a pause until the minute is over; each key for itself', () => {
  let now = 0;
  const limit = createAttemptLimit({ tries: 3, withinMs: 60_000, clock: { elapsedMs: () => now } });
  expect([1, 2, 3, 4].map(() => limit.take('a'))).toEqual([0, 0, 0, 60]);
  now = 45_000;
  expect([limit.waitOf('a'), limit.waitOf('b'), limit.take('b')]).toEqual([15, 0, 0]);
  now = 60_000;
  expect(limit.take('a')).toBe(0);
});

test('a success forgets the failures before it', () => {
  const limit = createAttemptLimit({ tries: 1, withinMs: 60_000, clock: { elapsedMs: () => 0 } });
  limit.take('a');
  limit.forget('a');
  expect(limit.take('a')).toBe(0);
});

test('a try that is given back counts nothing', () => {
  const limit = createAttemptLimit({ tries: 1, withinMs: 60_000, clock: { elapsedMs: () => 0 } });
  limit.giveBack('a');
  limit.take('a');
  limit.giveBack('a');
  expect([limit.waitOf('a'), limit.take('a'), limit.take('a')]).toEqual([0, 0, 60]);
});

test('a flood of keys makes it forget the oldest tenth, and none of the others', () => {
  const limit = createAttemptLimit({ tries: 1, withinMs: 60_000, clock: { elapsedMs: () => 0 } });
  for (let key = 0; key <= 50_000; key += 1) limit.take(`key ${key}`);
  const isKept = (key: number) => limit.waitOf(`key ${key}`) > 0;
  expect([0, 5_000, 5_001, 50_000].map(isKept)).toEqual([false, false, true, true]);
});
