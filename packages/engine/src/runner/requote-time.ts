import type { Clock } from '../runtime/clock.ts';

/** An order that follows later than this follows from something else. */
const maxMs = 60_000;

/** Measures how long a bot takes from the news of a fill until the exchange has answered the first order after it. */
export class RequoteTime {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #record: (seconds: number) => void;
  #filledAt: number | null = null;

  constructor(clock: Pick<Clock, 'now'>, record: (seconds: number) => void) {
    this.#clock = clock;
    this.#record = record;
  }

  noteFill(): void {
    this.#filledAt ??= this.#clock.now().getTime();
  }

  /** @param placing - an order on its way */
  async measure(placing: Promise<void>): Promise<void> {
    const filledAt = this.#filledAt;
    this.#filledAt = null;
    await placing;
    if (filledAt === null) return;
    const tookMs = this.#clock.now().getTime() - filledAt;
    if (tookMs >= 0 && tookMs <= maxMs) this.#record(tookMs / 1000);
  }
}
