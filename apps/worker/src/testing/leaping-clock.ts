import type { Clock } from '@tenbin/engine';
import { systemRuntime } from '@tenbin/runtime';

interface Timer {
  readonly atMs: number;
  readonly wake: () => void;
  running: NodeJS.Timeout;
}

/** The machine's clock, which can be moved on: what becomes due by that is done at once. */
export class LeapingClock implements Clock {
  readonly #timers = new Set<Timer>();
  #aheadMs = 0;
  readonly random = systemRuntime().random;

  now(): Date {
    return new Date(Date.now() + this.#aheadMs);
  }

  after(delayMs: number, wake: () => void): () => void {
    const timer: Timer = { atMs: this.now().getTime() + delayMs, wake, running: setTimeout(() => this.#ring(timer), delayMs) };
    this.#timers.add(timer);
    return () => this.#end(timer);
  }

  soon(run: () => void): () => void {
    const immediate = setImmediate(run);
    return () => clearImmediate(immediate);
  }

  leap(ms: number): void {
    this.#aheadMs += ms;
    const nowMs = this.now().getTime();
    for (const timer of [...this.#timers]) {
      clearTimeout(timer.running);
      timer.running = setTimeout(() => this.#ring(timer), Math.max(0, timer.atMs - nowMs));
    }
  }

  #ring(timer: Timer): void {
    this.#end(timer);
    timer.wake();
  }

  #end(timer: Timer): void {
    clearTimeout(timer.running);
    this.#timers.delete(timer);
  }
}
