import { expect, test } from 'vitest';
import { type CodeTries, codeLockMs, countCodeTry, maxWrongCodes } from './code-tries.ts';

const start = new Date('2026-01-31T00:00:00Z');
const later = (ms: number) => new Date(start.getTime() + ms);
const minute = 60_000;
const hour = 60 * minute;

/** So many in a row, at one moment. */
function tried(times: number, at: Date, before: CodeTries | null = null): CodeTries | null {
  let latest = before;
  for (let time = 0; time < times; time += 1) latest = countCodeTry(latest, at);
  return latest;
}

test('ten codes are looked at, and the last of them locks for a quarter of an hour', () => {
  expect(tried(maxWrongCodes - 1, start)).toEqual({ tries: 9, since: start, locks: 0, lockedUntil: null });
  const locked = tried(maxWrongCodes, start);
  expect(locked).toEqual({ tries: 10, since: start, locks: 1, lockedUntil: later(15 * minute) });
  expect(countCodeTry(locked, later(15 * minute - 1))).toBeNull();
  expect(countCodeTry(locked, later(15 * minute))).toEqual({ tries: 1, since: later(15 * minute), locks: 1, lockedUntil: null });
});

test('each further lock is four times as long, and none longer than a day', () => {
  expect([1, 2, 3, 4, 5, 50].map((locks) => codeLockMs(locks) / hour)).toEqual([0.25, 1, 4, 16, 24, 24]);
  const again = tried(maxWrongCodes, later(hour), tried(maxWrongCodes, start));
  expect(again).toMatchObject({ locks: 2, lockedUntil: later(2 * hour) });
});

test('wrong codes of another day do not count, earlier locks do', () => {
  const few = tried(9, start, { tries: 10, since: later(-48 * hour), locks: 2, lockedUntil: later(-24 * hour) });
  expect(countCodeTry(few, later(24 * hour))).toEqual({ tries: 1, since: later(24 * hour), locks: 2, lockedUntil: null });
  expect(countCodeTry(few, later(24 * hour - 1))).toMatchObject({ tries: 10, locks: 3 });
});
