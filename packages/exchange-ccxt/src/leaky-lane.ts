interface LaneRules {
  /** How long a request of cost 1 keeps the lane busy. */
  readonly msPerCost: number;
  /** Idle time is saved up to this long, so that a few requests at once need not wait for one another. */
  readonly burstMs?: number | undefined;
}

const usualBurstMs = 500;

/**
 * A leaky bucket: each request takes its cost's time of the lane, in the order in which they came.
 * One number instead of a queue, so that a thousand waiting requests cost a thousand timers and nothing else.
 */
export class LeakyLane {
  readonly #rules: () => LaneRules;
  readonly #extraMs: () => number;
  #freeAt = 0;

  /**
   * @param rules - asked for at each request
   * @param extraMs - a further wait before each request, asked for when it comes
   */
  constructor(rules: () => LaneRules, extraMs: () => number = () => 0) {
    this.#rules = rules;
    this.#extraMs = extraMs;
  }

  throttle(cost = 1): Promise<void> {
    const now = performance.now();
    const { msPerCost, burstMs = usualBurstMs } = this.#rules();
    const startsAt = Math.max(this.#freeAt, now - burstMs);
    this.#freeAt = startsAt + cost * msPerCost;
    const waitMs = Math.max(startsAt - now, 0, this.#extraMs());
    return waitMs === 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}
