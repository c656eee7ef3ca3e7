import { expect, test } from 'vitest';
import { add, countsOfPlaywright, countsOfVitest, nothing } from './counts.ts';

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
