import { systemRuntime } from '@tenbin/runtime';

/** Of a row that a test makes by itself, or of none. */
export const { newId } = systemRuntime();
