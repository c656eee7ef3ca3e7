import { pause, type Runtime } from '@tenbin/runtime';
import { Halted } from './current-call.ts';
import type { WaitLimit } from './leaky-lane.ts';
import type { TurnRule } from './next-turns.ts';

/** An order waits so long for its turn at most: what is placed later may not be wanted any more. */
const maxWaitMs = 1_000;
/** Orders sent apart may arrive nearer to one another. */
const jitterMs = 500;
/** What an exchange grants for longer than this is spread over it, so that no account stands still for the rest of a day. */
const maxWindowMs = 10 * 60_000;
/** What a shorter window refuses it takes again soon. */
const shortWindowMs = 60_000;
/** What those who rest in between use of it, so that what came before they rested fits in as well. */
const evenShare = 0.8;
/** Orders of so much time are spent before those that follow are far apart. */
const inHandMs = 30_000;

/** The exchange takes no more orders of this account now. */
export class OrdersSpent extends Halted {
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super(`the account has placed as many orders as the exchange takes: the next in ${retryAfterMs} ms`);
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * Where the orders of one account wait, so that no window of the exchange's rules ever holds more than it takes. Cancels are
 * not counted, and never wait here.
 */
export class OrderLane {
  readonly #runtime: Pick<Runtime, 'elapsedMs' | 'after'>;
  readonly #rules: () => readonly TurnRule[];
  /** When the last turns are, not falling. */
  #turns: number[] = [];
  /** Until when all that was placed would have taken, had it gone out evenly; what no window holds any more is forgotten. */
  #spentUntil = 0;

  /** @param rules - asked for at each order; none: nobody waits */
  constructor(runtime: Pick<Runtime, 'elapsedMs' | 'after'>, rules: () => readonly TurnRule[]) {
    this.#runtime = runtime;
    this.#rules = rules;
  }

  /** Resolves when the order may go out. @throws {OrdersSpent} when that is later than an order waits */
  async throttle(limit?: WaitLimit): Promise<void> {
    const rules = this.#rules().map(spread);
    if (rules.length === 0) return;
    const now = this.#runtime.elapsedMs();
    const free = rules.map(({ most, windowMs }) => (this.#turns.at(-most) ?? Number.NEGATIVE_INFINITY) + windowMs + jitterMs);
    const turn = Math.max(now, this.#turns.at(-1) ?? now, ...free);
    if (turn - now > maxWaitMs) throw new OrdersSpent(Math.ceil(turn - now));
    this.#take(turn, Math.max(...rules.map(({ most }) => most)));
    if (turn > now) await pause(this.#runtime, turn - now, limit);
  }

  /**
   * How long whoever replaces so many orders again and again leaves between two times, in ms, so that no long window is ever
   * spent: little as long as few were placed lately, and the longer the more are, whoever places them. As many as ask settle
   * at what is granted, each at the same rate. No longer than a window: by then all of it has come free.
   */
  restMs(orders: number): number {
    const aheadMs = Math.max(0, this.#spentUntil - this.#runtime.elapsedMs());
    return Math.min(maxWindowMs, Math.ceil(orders * this.#msPerOrder() * (aheadMs / inHandMs) ** 2));
  }

  /** Where they go out evenly: of the long window that grants the fewest; 0: there is none. */
  #msPerOrder(): number {
    const long = this.#rules().filter(({ windowMs }) => windowMs > shortWindowMs);
    return Math.max(0, ...long.map(spread).map(({ most, windowMs }) => (windowMs + jitterMs) / (most * evenShare)));
  }

  #take(turn: number, needed: number): void {
    this.#spentUntil = Math.min(Math.max(this.#spentUntil, turn) + this.#msPerOrder(), turn + maxWindowMs);
    this.#turns.push(turn);
    if (this.#turns.length > 2 * needed) this.#turns = this.#turns.slice(-needed);
  }
}

function spread({ most, windowMs }: TurnRule): TurnRule {
  const parts = Math.max(1, windowMs / maxWindowMs);
  return { most: Math.max(1, Math.floor(most / parts)), windowMs: windowMs / parts };
}
