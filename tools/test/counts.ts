/** How many tests a suite ran, read from its report. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Each failed one, a line: where it is, its name, and what was expected. */
  readonly failures: readonly string[];
}

export const nothing: Counts = { passed: 0, failed: 0, skipped: 0, failures: [] };

/** One that failed and has no report. */
export const failure = (what: string): Counts => ({ ...nothing, failed: 1, failures: [what] });

export const add = (a: Counts, b: Counts): Counts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
  failures: [...a.failures, ...b.failures],
});

/**
 * What a run ends with: what failed, for whoever sees the end of a long run only, and a last line that says passed and
 * failed and nothing else, for whoever reads it by machine.
 */
export function summaryOf({ passed, failed, skipped, failures }: Counts): string {
  const skippedLine = skipped > 0 ? [`${skipped} skipped`] : [];
  return [...failures.map((one) => `FAILED ${one}`), ...skippedLine, `${passed} passed, ${failed} failed`].join('\n');
}

interface VitestFile {
  readonly name?: string;
  readonly status: string;
  readonly message?: string;
  readonly assertionResults: readonly {
    readonly status?: string;
    readonly fullName?: string;
    readonly failureMessages?: readonly string[];
  }[];
}

/** A file that could not be loaded has no tests in the report; it counts as one failure. */
export function countsOfVitest(report: unknown): Counts {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report as {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    numTodoTests: number;
    testResults: readonly VitestFile[];
  };
  const unloaded = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const failed = testResults.flatMap((file) =>
    file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName = '', failureMessages = [] }) => testLine(file.name, fullName, failureMessages[0])),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + unloaded.length,
    skipped: numPendingTests + numTodoTests,
    failures: [...unloaded.map((file) => testLine(file.name, 'could not be loaded', file.message)), ...failed],
  };
}

interface PlaywrightSuite {
  readonly specs?: readonly PlaywrightSpec[];
  readonly suites?: readonly PlaywrightSuite[];
}

interface PlaywrightSpec {
  readonly title: string;
  readonly file: string;
  readonly tests: readonly { readonly status: string; readonly results: readonly { readonly error?: { readonly message?: string } }[] }[];
}

/** A test that passed only when tried again is flaky, and flaky is failed. */
export function countsOfPlaywright(report: unknown): Counts {
  const {
    stats,
    errors,
    suites = [],
  } = report as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
    errors: readonly { readonly message?: string }[];
    suites?: readonly PlaywrightSuite[];
  };
  const failed = suites
    .flatMap(specsOf)
    .flatMap(({ title, file, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ results }) => testLine(file, title, results.find(({ error }) => error)?.error?.message)),
    );
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    failures: [...failed, ...errors.map(({ message }) => testLine(undefined, 'outside of any test', message))],
  };
}

const specsOf = ({ specs = [], suites = [] }: PlaywrightSuite): readonly PlaywrightSpec[] => [...specs, ...suites.flatMap(specsOf)];

/** What was expected of what, before the stack and the log of the tries. */
const maxMessageLength = 400;
const colours = new RegExp(`${String.fromCharCode(27)}\\[\\d*m`, 'g');

/** One line: what failed, and the beginning of its message. */
export function lineOf(what: string, message = ''): string {
  const lines = message.replaceAll(colours, '').split('\n');
  const end = lines.findIndex((line) => /^\s*(at |Call log)/.test(line));
  const told = (end < 0 ? lines : lines.slice(0, end)).map((line) => line.trim()).filter((line) => line !== '');
  return [what, told.join(' ').slice(0, maxMessageLength)].filter((part) => part !== '').join(': ');
}

const testLine = (file = '', name: string, message?: string): string =>
  lineOf([file.replace(`${process.cwd()}/`, ''), name].filter((part) => part !== '').join(': '), message);

/**
 * Why a run failed in which no test did, out of all that it complained of: the first error outside of every test and the
 * test file that ran then, or else its last words.
 */
export function outsideOfTests(complaint: string): string {
  const lines = complaint.replaceAll(colours, '').split('\n');
  const start = lines.findIndex((line) => /^⎯+ (Unhandled|Uncaught) \w+ ⎯+$/.test(line) && !line.includes('Errors'));
  if (start < 0) return complaint.slice(-maxMessageLength);
  const error = lines.slice(start + 1);
  const message = error.slice(
    0,
    error.findIndex((line) => /^\s*❯/.test(line)),
  );
  return [...message, ...error.filter((line) => line.startsWith('This error originated in')).slice(0, 1)].join('\n');
}
