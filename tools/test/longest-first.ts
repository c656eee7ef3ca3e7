import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Short to read and long to run. Begun last, one of them would be waited for alone. */
const longest = [
  'apps/server/src/all-calls.test.ts',
  'apps/server/src/operator/consistencies/faulty-exchange.test.ts',
  'apps/server/src/wrong-input.test.ts',
  'apps/standalone/src/standalone.test.ts',
  'apps/worker/src/automatic-stops.test.ts',
  'apps/worker/src/killed.test.ts',
  'apps/worker/src/replayed-day.test.ts',
  'apps/worker/src/several-workers.test.ts',
  'apps/worker/src/trading.test.ts',
  'apps/worker/src/two-workers.test.ts',
  'apps/worker/src/without-client-ids.test.ts',
  'packages/db/src/jobs/jobs-survive.test.ts',
  'packages/engine/src/runner/same-trades.test.ts',
  'packages/engine/src/runner/virtual-day.test.ts',
  'packages/exchange-ccxt/src/conformance/conformance.test.ts',
  'packages/exchange-ccxt/src/conformance/okx.test.ts',
  'packages/exchange-ccxt/src/conformance/pace.test.ts',
  'tests/faults/faults.test.ts',
];

/** Files that take long come first; the others in the order of their size, or of how long they took the last time. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => longest.some((path) => moduleId.endsWith(`/${path}`));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
