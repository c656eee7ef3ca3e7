import type { Clock } from '@tenbin/engine';

export interface Repeated {
  /** Does it at once, or waits for the one under way. */
  now(): Promise<void>;
  /** Waits for the one under way; afterwards nothing is done any more. */
  stop(): Promise<void>;
}

/**
 * Does something again and again, never twice at the same time; the pause begins when it is done.
 *
 * @param work - throws never
 */
export function every(ms: number, clock: Clock, work: () => Promise<void>): Repeated {
  let underWay: Promise<void> | null = null;
  let isStopped = false;
  let cancel = clock.after(ms, () => void run(), { unref: true });
  function run(): Promise<void> {
    if (isStopped) return Promise.resolve();
    cancel();
    underWay ??= work().finally(() => {
      underWay = null;
      if (!isStopped) cancel = clock.after(ms, () => void run(), { unref: true });
    });
    return underWay;
  }
  return {
    now: run,
    async stop() {
      isStopped = true;
      cancel();
      await underWay;
    },
  };
}
