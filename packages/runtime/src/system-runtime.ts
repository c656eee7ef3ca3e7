import { v7 } from 'uuid';
import type { Runtime, TimerOptions } from './runtime.ts';

/** The machine's own time and chance. Each call makes a runtime of its own: what hangs on one is not shared with another. */
export const systemRuntime = (): Runtime => ({
  now: () => new Date(),
  elapsedMs: () => performance.now(),
  after: (delayMs, wake, options) => {
    const timer = withOptions(setTimeout(wake, delayMs), options);
    return () => clearTimeout(timer);
  },
  every: (periodMs, wake, options) => {
    const timer = withOptions(setInterval(wake, periodMs), options);
    return () => clearInterval(timer);
  },
  soon: (run) => {
    const immediate = setImmediate(run);
    return () => clearImmediate(immediate);
  },
  random: () => Math.random(),
  newId: () => v7(),
});

function withOptions(timer: NodeJS.Timeout, { unref = false }: TimerOptions = {}): NodeJS.Timeout {
  return unref ? timer.unref() : timer;
}
