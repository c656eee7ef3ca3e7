import { expect, test } from 'vitest';
import { add, countsOfPlaywright, countsOfVitest, nothing, summaryOf } from './counts.ts';

test('a test file that could not be loaded is a failure', () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 0,
    testResults: [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{}] },
    ],
  };
  expect(countsOfVitest(report)).toEqual({ passed: 3, failed: 2, skipped: 1 });
});

test('a flaky journey is a failure, and so is an error outside any test', () => {
  expect(countsOfPlaywright({ stats: { expected: 2, unexpected: 0, flaky: 1, skipped: 0 }, errors: [{}] })).toEqual({
    passed: 2,
    failed: 2,
    skipped: 0,
  });
});

test('counts add up', () => {
  expect(add(nothing, { passed: 1, failed: 2, skipped: 3 })).toEqual({ passed: 1, failed: 2, skipped: 3 });
});

test('a run ends with a plain line of what passed and what failed, whatever was skipped', () => {
  expect(summaryOf({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed');
  expect(summaryOf({ passed: 12, failed: 3, skipped: 4 }).split('\n').at(-1)).toBe('12 passed, 3 failed');
});
