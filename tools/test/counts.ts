/** How many tests a suite ran, read from its report. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const nothing: Counts = { passed: 0, failed: 0, skipped: 0 };

export const add = (a: Counts, b: Counts): Counts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

/** What a run ends with: the last line says passed and failed and nothing else, for whoever reads it by machine. */
export function summaryOf({ passed, failed, skipped }: Counts): string {
  const lines = [...(skipped > 0 ? [`${skipped} skipped`] : []), `${passed} passed, ${failed} failed`];
  return lines.join('\n');
}

/** A file that could not be loaded has no tests in the report; it counts as one failure. */
export function countsOfVitest(report: unknown): Counts {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report as {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    numTodoTests: number;
    testResults: { status: string; assertionResults: unknown[] }[];
  };
  const unloaded = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
  return { passed: numPassedTests, failed: numFailedTests + unloaded, skipped: numPendingTests + numTodoTests };
}

/** A test that passed only when tried again is flaky, and flaky is failed. */
export function countsOfPlaywright(report: unknown): Counts {
  const { stats, errors } = report as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
    errors: unknown[];
  };
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped };
}
