import type { RefusalPolicy } from '../decision/bot-state.ts';
import type { Clock } from '../runtime/clock.ts';

/** Pauses before asking the exchange for an order of unknown fate: short first, then growing. The last one repeats. */
const pausesMs: readonly number[] = [200, 1_000, 3_000, 10_000, 30_000];

/** When an order that the exchange does not have may be believed never to have arrived. */
export interface UnknownOrderPolicy {
  /** Longer than the exchange still accepts a delayed request, with a margin. */
  readonly neverPlacedAfterMs: number;
  /** So many definite "no such order" answers, with the network and the key in order. */
  readonly definiteAnswers: number;
  /** When an order that is refused again and again stops a bot; as usual unless given. */
  readonly refusals?: RefusalPolicy;
  /** The same of its key. */
  readonly key?: RefusalPolicy;
  /** For how long lists must lack a pair until it is gone; as usual unless given. */
  readonly goneAfterMs?: number;
}

export const defaultUnknownOrderPolicy: UnknownOrderPolicy = { neverPlacedAfterMs: 60_000, definiteAnswers: 3 };

/** The search for one order: how often it was asked for, and what came back. */
export interface Search {
  readonly asked: number;
  /** Definite "no such order" answers. A failed question is none. */
  readonly notFound: number;
  /** Whether the last question brought one. */
  readonly wasAnswered: boolean;
}

export const newSearch: Search = { asked: 0, notFound: 0, wasAnswered: false };

/**
 * How long to wait before the next question. The one that may decide is asked as soon as it can, and once the time is over
 * an exchange that answers again is asked as often as it takes, soon.
 *
 * @param sentAt - when the order was written down
 */
export function pauseBefore(search: Search, sentAt: Date, now: Date, unknownOrderPolicy: UnknownOrderPolicy): number {
  const remainingMs = sentAt.getTime() + unknownOrderPolicy.neverPlacedAfterMs - now.getTime();
  const step = search.wasAnswered && remainingMs <= 0 ? search.notFound : search.asked;
  const pauseMs = pausesMs[Math.min(step, pausesMs.length - 1)] ?? 30_000;
  const isNextDecisive = search.notFound >= unknownOrderPolicy.definiteAnswers - 1 && remainingMs > 0;
  return isNextDecisive ? Math.min(pauseMs, remainingMs) : pauseMs;
}

/**
 * Whether the order may be given up, provided that neither open orders nor trades show it either.
 *
 * @param sentAt - when it was written down
 */
export function mayBeGivenUp(search: Search, sentAt: Date, now: Date, unknownOrderPolicy: UnknownOrderPolicy): boolean {
  return search.notFound >= unknownOrderPolicy.definiteAnswers && now.getTime() - sentAt.getTime() >= unknownOrderPolicy.neverPlacedAfterMs;
}

/** Waits; rejects never. */
export function pause(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(delayMs, resolve, { unref: true });
  });
}
