import type { Runtime } from './runtime.ts';

/** What a fault of ours is logged under and its user is told: so many hexadecimal digits. */
const digits = 10;

/** @returns a number for a user to quote, by which support finds the line in the log. It is no secret. */
export const newReference = (runtime: Pick<Runtime, 'random'>): string =>
  Array.from({ length: digits }, () => Math.floor(16 * runtime.random()).toString(16)).join('');
