import type { Runtime } from '@tenbin/runtime';

/** What the engine asks of a runtime. Its timers keep no process alive. */
export type Clock = Pick<Runtime, 'now' | 'after' | 'soon' | 'random'>;
