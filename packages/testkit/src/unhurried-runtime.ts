import { type Runtime, systemRuntime, VirtualRuntime } from '@tenbin/runtime';

export interface UnhurriedRuntime extends Runtime {
  stop(): void;
}

/** In a turn of the event loop: what both ends of a wire need takes a few turns, and every deadline many more. */
const maxPerTurnMs = 20;

/**
 * The machine, but for its time: that waits for the process. However long a busy machine keeps the process waiting, no deadline
 * and no window passes meanwhile between two parts of it.
 */
export function unhurriedRuntime(): UnhurriedRuntime {
  const machine = systemRuntime();
  const time = new VirtualRuntime();
  let seenMs = machine.elapsedMs();
  let isStopped = false;
  const goOn = async () => {
    const nowMs = machine.elapsedMs();
    await time.advance(Math.min(nowMs - seenMs, maxPerTurnMs));
    seenMs = nowMs;
    if (!isStopped) machine.after(1, goOn, { unref: true });
  };
  void goOn();
  return {
    ...machine,
    now: () => time.now(),
    elapsedMs: () => time.elapsedMs(),
    after: (delayMs, wake) => time.after(delayMs, wake),
    every: (periodMs, wake) => time.every(periodMs, wake),
    stop: () => {
      isStopped = true;
    },
  };
}
