import { pause, type Runtime } from '@tenbin/runtime';

/** Nobody waits longer, should the clock be put back. */
const maxWaitMs = 10_000;

/** So many turns a second at most, evenly spread, however many wait for one. */
export class Pace {
  readonly #spacingMs: number;
  readonly #clock: Pick<Runtime, 'now' | 'after'>;
  #nextMs = 0;

  constructor(perSecond: number, clock: Pick<Runtime, 'now' | 'after'>) {
    this.#spacingMs = 1_000 / perSecond;
    this.#clock = clock;
  }

  /** Waits for a turn, or until the signal is aborted. */
  async turn(signal: AbortSignal): Promise<void> {
    const nowMs = this.#clock.now().getTime();
    const atMs = Math.min(Math.max(this.#nextMs, nowMs), nowMs + maxWaitMs);
    this.#nextMs = atMs + this.#spacingMs;
    if (atMs > nowMs) await pause(this.#clock, atMs - nowMs, { signal });
  }
}
