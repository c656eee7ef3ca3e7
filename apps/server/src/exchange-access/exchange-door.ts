import { ExchangeError } from '@tenbin/exchange';
import type { Clock } from '../clock.ts';
import { FairGate } from '../limits/fair-gate.ts';
import { type Asker, type PlaceRules, Places } from '../limits/places.ts';

/** Calls to one exchange at a time. */
const atOnce = 6;
const defaultPlaces: PlaceRules = { most: 36, maxPerOrganization: 18, maxPerUser: 8, askAgainSeconds: 5 };

interface DoorOptions {
  readonly clock: Pick<Clock, 'after'>;
  readonly deadlineMs: number;
  readonly places?: PlaceRules | undefined;
}

/**
 * Where everything waits that callers ask of one exchange: a few are under way at a time, organizations in turn. The
 * queue is short: whoever finds no place in it is refused at once, and whoever leaves gives theirs back.
 */
export class ExchangeDoor {
  readonly #places: Places;
  readonly #gate = new FairGate(atOnce);
  readonly #clock: Pick<Clock, 'after'>;
  readonly #deadlineMs: number;

  constructor({ clock, deadlineMs, places = defaultPlaces }: DoorOptions) {
    this.#clock = clock;
    this.#deadlineMs = deadlineMs;
    this.#places = new Places(places);
  }

  /**
   * @param work - ends what it began when the signal fires: its place is free once that has ended
   * @throws {Refusal} `tooManyRequests`; {ExchangeError} `deadlinePassed`, over waiting and work together, or whatever `work` throws
   */
  async pass<T>(asker: Asker, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const giveBack = this.#places.take(asker);
    const over = new AbortController();
    const cancelDeadline = this.#clock.after(this.#deadlineMs, () => over.abort(tooLate(this.#deadlineMs)));
    const gone = asker.gone?.();
    const leave = () => over.abort(new ExchangeError('the caller has gone', { kind: 'transient', reason: 'other' }));
    gone?.addEventListener('abort', leave);
    if (gone?.aborted) leave();
    const passing = this.#gate.pass(asker, () => work(over.signal), over.signal).finally(giveBack);
    try {
      return await orAborted(over.signal, passing);
    } finally {
      cancelDeadline();
      gone?.removeEventListener('abort', leave);
    }
  }
}

export const tooLate = (ms: number): ExchangeError =>
  new ExchangeError(`no answer within ${ms} ms`, { kind: 'transient', reason: 'deadlinePassed' });

async function orAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const leave = () => reject(signal.reason);
  signal.addEventListener('abort', leave);
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
