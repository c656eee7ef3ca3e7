import type { Runtime } from '@tenbin/runtime';

/** What the server asks of a runtime. Tests move it. */
export type Clock = Pick<Runtime, 'now' | 'elapsedMs' | 'after' | 'every' | 'random'>;
