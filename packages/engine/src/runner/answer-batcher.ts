import type { Clock } from '../runtime/clock.ts';

/** So long the first of several answers waits for the others at most. */
const waitTimeoutMs = 20;

/**
 * Lets what was asked for together be answered together: each answer that is dealt with alone costs a transaction, and
 * delays what follows from the last one. A call that takes longer than the others is waited for once.
 */
export class AnswerBatcher {
  readonly #clock: Clock;
  readonly #awaited = new Set<Promise<unknown>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param call - never fails */
  expect(call: Promise<unknown>): void {
    this.#awaited.add(call);
    void call.then(() => this.#awaited.delete(call));
  }

  /** Resolves when they are all here, or were waited for; with none under way, when this turn of the event loop is over. */
  async flush(): Promise<void> {
    await new Promise<void>((resolve) => this.#clock.soon(resolve));
    if (this.#awaited.size === 0) return;
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const stop = this.#clock.after(waitTimeoutMs, resolve, { unref: true });
    await Promise.race([Promise.all(this.#awaited), late]);
    stop();
    this.#awaited.clear();
  }
}
