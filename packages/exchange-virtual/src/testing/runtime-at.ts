import { type Runtime, systemRuntime } from '@tenbin/runtime';

/** Where no window of a limit, no minute and no day ends. */
export const testMoment = Date.UTC(2026, 0, 14, 12);

/** The machine's, but for its clock. @param now - epoch milliseconds */
export const runtimeAt = (now: () => number): Runtime => ({ ...systemRuntime(), now: () => new Date(now()) });
