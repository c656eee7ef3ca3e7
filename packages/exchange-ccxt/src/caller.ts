import { ExchangeError, type Sending } from '@tenbin/exchange';
import type { Runtime } from '@tenbin/runtime';
import type { AddressLimits } from './address-limits.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import { classifyError, classNames } from './classify-error.ts';
import type { Purpose } from './current-call.ts';
import { type CallTrace, traced } from './current-call.ts';
import type { ErrorCodes } from './error-meaning.ts';
import { OrdersSpent } from './order-lane.ts';
import { scrub, scrubbedCause } from './scrub.ts';

export interface Deadlines {
  /** For a request of a call that reads, from when it is sent: what waits in our own lane is not unanswered. */
  readonly readMs: number;
  /** How long such a call may wait in its lane before that. */
  readonly laneMs: number;
  /** For calls that place or cancel, altogether. */
  readonly orderMs: number;
}

interface CallerParts {
  readonly runtime: CallerRuntime;
  readonly exchange: CcxtExchange;
  readonly limits: AddressLimits;
  readonly deadlines: Deadlines;
  readonly errorCodes: ErrorCodes;
  readonly codePattern?: RegExp | undefined;
  /** Never to be seen in a message. */
  readonly secrets: readonly string[];
  /** @param outcome - `ok`, or the kind of error */
  readonly onCalled?: (what: string, outcome: string, seconds: number) => void;
}

type CallerRuntime = Pick<Runtime, 'now' | 'elapsedMs' | 'after'>;

interface CallSettings extends Sending {
  readonly what: string;
  readonly purpose: Purpose;
  readonly deadlineMs: number;
  /** Counted anew from each request that is sent, in place of what is left of the deadline. */
  readonly answerMs?: number;
}

/** Where the exchange does not say how long: the window in which Binance counts an account's orders. */
const ordersHaltMs = 10_000;

class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed';
}

/**
 * The one way in which this package calls ccxt: with a deadline over the whole call (ccxt's own ends when the
 * headers arrive), with the address's halt, and with every failure turned into an {@link ExchangeError}.
 */
export class Caller {
  readonly #parts: CallerParts;
  readonly #reads = new Set<CallTrace>();
  #ordersHaltedUntil = 0;

  constructor(parts: CallerParts) {
    this.#parts = parts;
  }

  /** @throws {ExchangeError} never `unknown` */
  read<T>(what: string, action: () => Promise<T>): Promise<T> {
    const { laneMs, readMs } = this.#parts.deadlines;
    return this.#call({ what, purpose: 'read', deadlineMs: laneMs, answerMs: readMs }, action);
  }

  /** For opening a socket, which waits in no lane. @throws {ExchangeError} never `unknown` */
  connect<T>(what: string, action: () => Promise<T>): Promise<T> {
    return this.#call({ what, purpose: 'read', deadlineMs: this.#parts.deadlines.readMs }, action);
  }

  /** For what changes something at the exchange. @throws {ExchangeError} */
  place<T>(what: string, action: () => Promise<T>, { isLate }: Sending = {}): Promise<T> {
    return this.#call({ what, purpose: 'place', deadlineMs: this.#parts.deadlines.orderMs, isLate }, action);
  }

  /** Like {@link place}, ahead of it in the queue. @throws {ExchangeError} */
  cancel<T>(what: string, action: () => Promise<T>): Promise<T> {
    return this.#call({ what, purpose: 'cancel', deadlineMs: this.#parts.deadlines.orderMs }, action);
  }

  /** Nobody waits for what is being read: what was not sent yet gives its turn to others. */
  giveUpReads(): void {
    for (const { givenUp } of this.#reads) givenUp.abort();
  }

  /**
   * What a failure outside of a call (a stream's) means. A socket that was refused for the address's sake halts the
   * address, and one that was closed for it the opening of others.
   */
  toExchangeError(error: unknown, what: string): ExchangeError {
    if (isCutOff(error)) this.#parts.limits.noteCutOff();
    const status = refusedWith(error);
    if (status !== null) this.#parts.limits.noteAnswer(status, {});
    if (error instanceof ExchangeError) return error;
    return this.#describe(error, { what, purpose: 'read', trace: this.#traceOf('read', { sent: true, deadlineMs: 0 }) });
  }

  async #call<T>(settings: CallSettings, action: () => Promise<T>): Promise<T> {
    const { what, purpose } = settings;
    this.#refuseWhileHalted(what, purpose);
    const trace = this.#traceOf(purpose, { ...settings, sent: false });
    if (purpose === 'read') this.#reads.add(trace);
    const { runtime, onCalled } = this.#parts;
    const begunMs = runtime.elapsedMs();
    let outcome = 'ok';
    try {
      return await withDeadline(runtime, { settings, trace }, action);
    } catch (error) {
      const failure = this.#describe(error, { what, purpose, trace });
      outcome = failure.kind;
      // Too late by the exchange's clock, though it left in time by ours: they may differ.
      if (failure.reason === 'clockSkew' || (failure.reason === 'deadlinePassed' && trace.answer !== null)) await this.#readClock();
      throw failure;
    } finally {
      onCalled?.(what, outcome, (runtime.elapsedMs() - begunMs) / 1000);
      this.#reads.delete(trace);
    }
  }

  #refuseWhileHalted(what: string, purpose: Purpose): void {
    const retryAfterMs = this.#remainingHaltMs(purpose);
    if (retryAfterMs === 0) return;
    throw new ExchangeError(`${what}: calls are halted for ${retryAfterMs} ms`, { kind: 'transient', reason: 'rateLimited', retryAfterMs });
  }

  #describe(error: unknown, { what, purpose, trace }: { what: string; purpose: Purpose; trace: CallTrace }): ExchangeError {
    if (error instanceof ExchangeError) return error;
    const { exchange, limits, errorCodes: codes, codePattern, secrets } = this.#parts;
    if (error instanceof DeadlinePassed) {
      const kind = purpose !== 'read' && trace.sent ? 'unknown' : 'transient';
      return new ExchangeError(`${what}: ${error.message}`, { kind, reason: 'deadlinePassed', cause: error });
    }
    const message = error instanceof Error ? error.message : String(error);
    const acceptedBefore = exchange.options[acceptedFlag] === true;
    const { bannedUntil, ...classified } = classifyError({
      ...trace,
      classes: classNames(error),
      message,
      purpose,
      acceptedBefore,
      codes,
      codePattern,
    });
    if (bannedUntil !== undefined) limits.haltFor(bannedUntil - this.#now());
    // Too many, but not of the address: of this account's orders.
    if (classified.reason === 'rateLimited' && trace.answer !== null && limits.remainingHaltMs() === 0) {
      this.#ordersHaltedUntil = this.#now() + (trace.answer.retryAfterMs ?? ordersHaltMs);
    }
    const halt = this.#remainingHaltMs(purpose);
    // A key that was accepted and is refused now gets a second hearing: the next refusal counts as a first.
    if (classified.reason === 'keyRefused') exchange.options[acceptedFlag] = false;
    const detail = isStumble(error) ? 'what came could not be read' : scrub(message, secrets);
    return new ExchangeError(`${what}: ${detail}`, {
      ...classified,
      retryAfterMs: error instanceof OrdersSpent ? error.retryAfterMs : classified.reason === 'rateLimited' && halt > 0 ? halt : undefined,
      cause: scrubbedCause(error, secrets),
    });
  }

  #remainingHaltMs(purpose: Purpose): number {
    const ofOrders = purpose === 'place' ? this.#ordersHaltedUntil - this.#now() : 0;
    return Math.max(this.#parts.limits.remainingHaltMs(), ofOrders);
  }

  /** The exchange refused our time stamp: take its clock as ours. A failure shows at the next call. */
  async #readClock(): Promise<void> {
    const { exchange, deadlines, runtime } = this.#parts;
    const settings = { deadlineMs: deadlines.readMs };
    const trace = this.#traceOf('read', { ...settings, sent: false });
    await withDeadline(runtime, { settings, trace }, async () => exchange.loadTimeDifference?.()).catch(() => undefined);
  }

  #traceOf(purpose: Purpose, { sent, deadlineMs, isLate }: Sending & { sent: boolean; deadlineMs: number }): CallTrace {
    const givenUp = new AbortController();
    const expiresAt = this.#now() + deadlineMs;
    return { purpose, sent, givenUp, expiresAt, clock: this.#parts.runtime, isLate: isLate ?? (() => false), answer: null };
  }

  #now(): number {
    return this.#parts.runtime.now().getTime();
  }
}

/** ccxt tripped over something that was not there: what it says of that means nothing to anybody. `fetch` names a cause. */
const isStumble = (error: unknown): boolean => error instanceof TypeError && error.cause === undefined;

/** The status with which a socket was refused; null where it was not. `ws` says it in words only. */
function refusedWith(error: unknown): number | null {
  const status = foundIn(error, /Unexpected server response: (\d{3})/);
  return status === null ? null : Number(status);
}

/** Whether a socket was closed with "policy violation", by which Binance says "Too many requests". ccxt says it in words only. */
const isCutOff = (error: unknown): boolean => foundIn(error, /closing code (1008)\b/) !== null;

function foundIn(error: unknown, pattern: RegExp): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const found = pattern.exec(cause.message)?.[1];
    if (found !== undefined) return found;
  }
  return null;
}

/** Where ccxt notes that a key worked. */
const acceptedFlag = 'hasAlreadyAuthenticatedSuccessfully';

async function withDeadline<T>(
  runtime: CallerRuntime,
  { settings, trace }: { readonly settings: Pick<CallSettings, 'deadlineMs' | 'answerMs'>; readonly trace: CallTrace },
  action: () => Promise<T>,
): Promise<T> {
  const { deadlineMs, answerMs } = settings;
  const { promise: deadline, reject } = Promise.withResolvers<never>();
  const failAfter = (ms: number) => {
    trace.expiresAt = runtime.now().getTime() + ms;
    return runtime.after(ms, () => {
      trace.givenUp.abort();
      reject(new DeadlinePassed(`no answer within ${ms} ms`));
    });
  };
  let cancel = failAfter(deadlineMs);
  if (answerMs !== undefined)
    trace.onSent = () => {
      cancel();
      cancel = failAfter(answerMs);
    };
  try {
    return await Promise.race([traced(trace, action), deadline]);
  } finally {
    // Sockets that were opened on the way go on under this trace.
    delete trace.onSent;
    trace.expiresAt = Number.POSITIVE_INFINITY;
    cancel();
  }
}
