/** Takes back what was to happen; afterwards it does nothing. */
export type Cancel = () => void;

export interface TimerOptions {
  /** The process may end before it is due. */
  readonly unref?: boolean;
}

/**
 * What a process has of time and chance. Each composition root makes one and hands it on; everybody else names the part
 * that they use: `Pick<Runtime, 'now' | 'after'>`. Nobody else asks the machine (`tools/check/machine.ts`).
 *
 * It is not for secrets: keys, nonces and tokens come from `node:crypto`.
 */
export interface Runtime {
  /** The wall clock. It may be put forward and back. */
  now(): Date;
  /** Milliseconds since some moment of the past. It never goes back. */
  elapsedMs(): number;
  /** Calls `wake` once, `delayMs` from now. */
  after(delayMs: number, wake: () => void, options?: TimerOptions): Cancel;
  /** Calls `wake` again and again, for the first time after one period. */
  every(periodMs: number, wake: () => void, options?: TimerOptions): Cancel;
  /** Calls `run` once everything that can go on without waiting has done so. */
  soon(run: () => void): Cancel;
  /** Even in [0, 1). */
  random(): number;
  /** A UUID of version 7: ids that are made later sort later. */
  newId(): string;
}
