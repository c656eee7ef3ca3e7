/** Time as an argument: the real one in an app, a made one in a test. */
export interface Clock {
  now(): Date;
  /**
   * Calls `wake` once, `delayMs` from now.
   *
   * @returns takes it back
   */
  after(delayMs: number, wake: () => void): () => void;
}

/** The machine's clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => new Date(),
  after(delayMs, wake) {
    const timer = setTimeout(wake, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
