import type { Runtime } from '@tenbin/runtime';
import { NotSent } from './current-call.ts';

interface LaneRules {
  /** How long a request of cost 1 keeps the lane busy. */
  readonly msPerCost: number;
  /** Idle time is saved up to this long, so that a few requests at once need not wait for one another. */
  readonly burstMs?: number | undefined;
}

/** What else the next request waits for. */
export interface Brake {
  delayMs(): number;
  /** A request goes out. */
  note(): void;
}

/** How long somebody is there to wait. */
export interface WaitLimit {
  readonly waitMs: number;
  /** They have gone before that. */
  readonly signal: AbortSignal;
}

interface Waiting {
  readonly cost: number;
  readonly enter: () => void;
}

export const defaultBurstMs = 500;

/**
 * A leaky bucket: each request takes its cost's time of the lane, in the order in which they came. Nobody joins a queue
 * that is longer than their limit, and whoever leaves it gives their place to those behind.
 */
export class LeakyLane {
  readonly #runtime: Pick<Runtime, 'elapsedMs' | 'after'>;
  readonly #rules: () => LaneRules;
  readonly #brake: () => Brake | null;
  readonly #waiting = new Set<Waiting>();
  #waitingCost = 0;
  #freeAt = 0;

  /**
   * @param rules - asked for at each request
   * @param brake - asked for likewise
   */
  constructor(runtime: Pick<Runtime, 'elapsedMs' | 'after'>, rules: () => LaneRules, brake: () => Brake | null = () => null) {
    this.#runtime = runtime;
    this.#rules = rules;
    this.#brake = brake;
  }

  /** Resolves when the request may go out. @throws {NotSent} when that is later than its caller waits */
  throttle(cost = 1, limit?: WaitLimit): Promise<void> {
    const waitMs = this.#readyInMs() + this.#waitingCost * this.#rules().msPerCost;
    if (this.#waiting.size === 0 && waitMs === 0) {
      this.#go(cost);
      return Promise.resolve();
    }
    if (limit === undefined) return this.#turn(cost);
    const refused = new NotSent('there is no turn before the deadline');
    return limit.signal.aborted || waitMs > limit.waitMs ? Promise.reject(refused) : this.#turn(cost, limit.signal);
  }

  async #turn(cost: number, signal?: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = { cost, enter: resolve };
    const leave = () => {
      if (this.#remove(waiting)) reject(new NotSent('nobody waits for this request any more'));
    };
    this.#waiting.add(waiting);
    this.#waitingCost += cost;
    signal?.addEventListener('abort', leave);
    if (this.#waiting.size === 1) this.#sleep();
    await promise.finally(() => signal?.removeEventListener('abort', leave));
  }

  /** Runs as long as anybody waits. */
  #sleep(): void {
    this.#runtime.after(Math.ceil(this.#readyInMs()), () => {
      for (const waiting of this.#waiting) {
        if (this.#readyInMs() > 0) break;
        this.#remove(waiting);
        this.#go(waiting.cost);
        waiting.enter();
      }
      if (this.#waiting.size > 0) this.#sleep();
    });
  }

  #readyInMs(): number {
    return Math.max(0, this.#freeAt - this.#runtime.elapsedMs(), this.#brake()?.delayMs() ?? 0);
  }

  #go(cost: number): void {
    const { msPerCost, burstMs = defaultBurstMs } = this.#rules();
    this.#freeAt = Math.max(this.#freeAt, this.#runtime.elapsedMs() - burstMs) + cost * msPerCost;
    this.#brake()?.note();
  }

  #remove(waiting: Waiting): boolean {
    if (!this.#waiting.delete(waiting)) return false;
    this.#waitingCost = this.#waiting.size === 0 ? 0 : this.#waitingCost - waiting.cost;
    return true;
  }
}
