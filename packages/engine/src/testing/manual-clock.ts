import { seededRandom } from '@tenbin/runtime';
import type { Clock } from '../runtime/clock.ts';

/** A clock that stands until it is moved. */
export class ManualClock implements Clock {
  #nowMs: number;
  #timers: { readonly atMs: number; readonly wake: () => void }[] = [];

  readonly random = seededRandom(1).next;

  constructor(start = new Date('2026-01-01T00:00:00Z')) {
    this.#nowMs = start.getTime();
  }

  now(): Date {
    return new Date(this.#nowMs);
  }

  after(delayMs: number, wake: () => void): () => void {
    const timer = { atMs: this.#nowMs + delayMs, wake };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }

  soon(run: () => void): () => void {
    const immediate = setImmediate(run);
    return () => clearImmediate(immediate);
  }

  /** Moves on, waking what is due in its order; `settle` runs after each. */
  async advance(ms: number, settle: () => Promise<void>): Promise<void> {
    const endMs = this.#nowMs + ms;
    for (;;) {
      const next = this.#timers.filter((timer) => timer.atMs <= endMs).sort((a, b) => a.atMs - b.atMs)[0];
      if (!next) break;
      this.#timers = this.#timers.filter((one) => one !== next);
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.wake();
      await settle();
    }
    this.#nowMs = endMs;
    await settle();
  }
}
