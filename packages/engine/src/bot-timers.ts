import type { Clock } from './clock.ts';

const sameLookMs = 100;

/** What one bot waits for by the clock; all of it ends at once when the bot is left. */
export class BotTimers {
  readonly #clock: Clock;
  readonly #stops = new Set<() => void>();
  /** When it looks again, epoch milliseconds. */
  readonly #looks = new Set<number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  after(delayMs: number, wakeUp: () => void): void {
    const stop = this.#clock.after(Math.max(0, delayMs), () => {
      this.#stops.delete(stop);
      wakeUp();
    });
    this.#stops.add(stop);
  }

  /** Never resolves once everything was stopped. */
  wait(delayMs: number): Promise<void> {
    return new Promise((resolve) => this.after(delayMs, resolve));
  }

  /** A look that is due shortly after serves as well: each may lead to the next one, and they must not become more and more. */
  lookAt(at: Date, look: () => void): void {
    const now = this.#clock.now().getTime();
    const dueMs = Math.max(now, at.getTime());
    if ([...this.#looks].some((ms) => ms >= dueMs && ms < dueMs + sameLookMs)) return;
    this.#looks.add(dueMs);
    this.after(dueMs - now, () => {
      this.#looks.delete(dueMs);
      look();
    });
  }

  stop(): void {
    for (const stop of this.#stops) stop();
    this.#stops.clear();
  }
}
