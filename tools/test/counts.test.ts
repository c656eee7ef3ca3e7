import { expect, test } from 'vitest';
import { add, countsOfPlaywright, countsOfVitest, failure, lineOf, nothing, outsideOfTests, summaryOf } from './counts.ts';

test('a test file that could not be loaded is a failure', () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 0,
    testResults: [
      { name: `${process.cwd()}/a.test.ts`, status: 'failed', message: 'no such module\nat a', assertionResults: [] },
      {
        name: `${process.cwd()}/b.test.ts`,
        status: 'failed',
        assertionResults: [
          { status: 'passed' },
          { status: 'failed', fullName: 'it adds up', failureMessages: ['\u001b[31mexpected\u001b[39m 3\n\nof: b\n    at b'] },
        ],
      },
    ],
  };
  expect(countsOfVitest(report)).toEqual({
    passed: 3,
    failed: 2,
    skipped: 1,
    failures: ['a.test.ts: could not be loaded: no such module', 'b.test.ts: it adds up: expected 3 of: b'],
  });
});

test('a flaky journey is a failure, and so is an error outside any test', () => {
  const flaky = {
    title: 'it opens',
    file: 'a.spec.ts',
    tests: [{ status: 'flaky', results: [{ error: { message: 'closed\nat a' } }, {}] }],
  };
  const good = { title: 'it shuts', file: 'a.spec.ts', tests: [{ status: 'expected', results: [{}] }] };
  const stats = { expected: 2, unexpected: 0, flaky: 1, skipped: 0 };
  expect(countsOfPlaywright({ stats, errors: [{ message: 'no browser' }], suites: [{ suites: [{ specs: [good, flaky] }] }] })).toEqual({
    passed: 2,
    failed: 2,
    skipped: 0,
    failures: ['a.spec.ts: it opens: closed', 'outside of any test: no browser'],
  });
});

test('counts add up', () => {
  const counts = { passed: 1, failed: 2, skipped: 3, failures: ['a', 'b'] };
  expect(add(failure('c'), counts)).toEqual({ passed: 1, failed: 3, skipped: 3, failures: ['c', 'a', 'b'] });
});

test('a run ends with a plain line of what passed and what failed, whatever was skipped', () => {
  expect(summaryOf({ ...nothing, passed: 12 })).toBe('12 passed, 0 failed');
  expect(summaryOf({ passed: 12, failed: 1, skipped: 4, failures: ['a.test.ts: it adds up'] }).split('\n')).toEqual([
    'FAILED a.test.ts: it adds up',
    '4 skipped',
    '12 passed, 1 failed',
  ]);
});

test('an error outside of every test is told with the file that ran then, or else the last words', () => {
  const printed = [
    '\u001b[31m⎯⎯⎯⎯⎯⎯\u001b[39m Unhandled Errors ⎯⎯⎯⎯⎯⎯',
    'Vitest caught 1 unhandled error during the test run.',
    '\u001b[31m⎯⎯⎯⎯\u001b[39m\u001b[1m\u001b[41m Unhandled Rejection \u001b[49m\u001b[22m\u001b[31m⎯⎯⎯⎯⎯\u001b[39m',
    'Error: connection is closed',
    ' ❯ close pool.ts:3:9',
    "     3|  throw new Error('connection is closed')",
    '',
    'This error originated in "pool.test.ts" test file. It does not mean more.',
  ].join('\n');
  expect(lineOf('integration tests: ended with code 1', outsideOfTests(printed))).toBe(
    'integration tests: ended with code 1: Error: connection is closed This error originated in "pool.test.ts" test file. It does not mean more.',
  );
  expect(outsideOfTests('a\nerror during close: no such folder')).toBe('a\nerror during close: no such folder');
});
