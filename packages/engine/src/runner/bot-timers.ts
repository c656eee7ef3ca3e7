import type { Clock } from '../runtime/clock.ts';

const sameTickMs = 100;

/** What one bot waits for by the clock; all of it ends at once when the bot is left. */
export class BotTimers {
  readonly #clock: Clock;
  readonly #stops = new Set<() => void>();
  /** When it ticks next, epoch milliseconds. */
  readonly #ticks = new Set<number>();
  #stopAsking: () => void = () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @returns stops waiting */
  after(delayMs: number, wakeUp: () => void): () => void {
    const ring = () => {
      this.#stops.delete(stop);
      wakeUp();
    };
    const stopTimer = this.#clock.after(Math.max(0, delayMs), ring, { unref: true });
    const stop = () => {
      this.#stops.delete(stop);
      stopTimer();
    };
    this.#stops.add(stop);
    return stop;
  }

  /** Never resolves once everything was stopped. */
  wait(delayMs: number): Promise<void> {
    return new Promise((resolve) => this.after(delayMs, resolve));
  }

  /** A tick that is due shortly after serves as well: each may lead to the next one, and they must not become more and more. */
  tickAt(at: Date, tick: () => void): void {
    const now = this.#clock.now().getTime();
    const dueMs = Math.max(now, at.getTime());
    if ([...this.#ticks].some((ms) => ms >= dueMs && ms < dueMs + sameTickMs)) return;
    this.#ticks.add(dueMs);
    this.after(dueMs - now, () => {
      this.#ticks.delete(dueMs);
      tick();
    });
  }

  /** One moment at a time, which takes the place of the one before. A timer that rings early is set again. */
  askAt(at: Date, ask: () => void): void {
    this.#stopAsking();
    const leftMs = at.getTime() - this.#clock.now().getTime();
    this.#stopAsking = this.after(leftMs, () => {
      if (this.#clock.now() < at) this.askAt(at, ask);
      else ask();
    });
  }

  stop(): void {
    for (const stop of [...this.#stops]) stop();
  }
}
