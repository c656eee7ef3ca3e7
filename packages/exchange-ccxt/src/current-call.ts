import { AsyncLocalStorage } from 'node:async_hooks';
import type { Runtime } from '@tenbin/runtime';

/** What a request is for. Each purpose has a lane of its own. */
export type Purpose = 'read' | 'place' | 'cancel';

/** What happened on the wire during one call of ours. ccxt's errors alone do not tell whether anything was sent. */
export interface CallTrace {
  readonly purpose: Purpose;
  /** A request left this process, or is about to. */
  sent: boolean;
  /** Told each time that one does; absent where the deadline counts from the beginning. */
  onSent?: () => void;
  /** Aborted when nobody waits any more: what is still queued must not be sent. */
  readonly givenUp: AbortController;
  /** While the call lasts, by the clock: a process that stood still sends nothing after it, though no timer has told yet. */
  expiresAt: number;
  readonly clock: Pick<Runtime, 'now'>;
  /** What its caller says of it, asked for as a request leaves. */
  readonly isLate: () => boolean;
  /** The last answer that arrived, whatever it said. */
  answer: { readonly status: number; readonly body: string; readonly retryAfterMs: number | null } | null;
}

const store = new AsyncLocalStorage<CallTrace>();

/** The trace of the call that the current code runs for; absent outside of calls (streams). */
export const currentCall = (): CallTrace | undefined => store.getStore();

/** Runs a call of ccxt under a trace of its own. */
export const traced = <T>(trace: CallTrace, action: () => Promise<T>): Promise<T> => store.run(trace, action);

/** Whether what is still to be sent for it must not be sent any more. */
export const isOver = (call: CallTrace): boolean => call.givenUp.signal.aborted || remainingMs(call) < 0 || call.isLate();

/** How long anybody waits for it yet. */
export const remainingMs = ({ expiresAt, clock }: CallTrace): number => expiresAt - clock.now().getTime();

/** Thrown in place of a request that nobody waits for any more. */
export class NotSent extends Error {
  override readonly name: string = 'NotSent';
}

/** Thrown in place of a request that would fall into a halt. */
export class Halted extends NotSent {
  override readonly name = 'Halted';
}
