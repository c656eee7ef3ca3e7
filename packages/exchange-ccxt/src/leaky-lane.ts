/** Idle time is saved up to this long, so that a few requests at once need not wait for one another. */
const burstMs = 500;

/**
 * A leaky bucket: each request takes its cost's time of the lane, in the order in which they came.
 * One number instead of a queue, so that a thousand waiting requests cost a thousand timers and nothing else.
 */
export class LeakyLane {
  readonly #msPerCost: () => number;
  readonly #extraMs: () => number;
  #freeAt = 0;

  /**
   * @param msPerCost - how long a request of cost 1 keeps the lane busy
   * @param extraMs - a further wait before each request, asked for when it comes
   */
  constructor(msPerCost: () => number, extraMs: () => number = () => 0) {
    this.#msPerCost = msPerCost;
    this.#extraMs = extraMs;
  }

  throttle(cost = 1): Promise<void> {
    const now = performance.now();
    const startsAt = Math.max(this.#freeAt, now - burstMs);
    this.#freeAt = startsAt + cost * this.#msPerCost();
    const waitMs = Math.max(startsAt - now, 0, this.#extraMs());
    return waitMs === 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}
