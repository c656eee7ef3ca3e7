import { pause, type Runtime } from '@tenbin/runtime';
import type { RequestFault } from '../faults/fault.ts';
import type { HttpAnswer, ServedDialect } from './served-dialect.ts';

/** What comes back of a request. */
export type WireReply =
  | { readonly kind: 'answer'; readonly answer: HttpAnswer }
  /** Its beginning, and nothing more. */
  | { readonly kind: 'begun'; readonly answer: HttpAnswer }
  /** Nothing ever, on a connection that stays. */
  | { readonly kind: 'nothing' }
  /** Nothing: the connection is closed, or reset. */
  | { readonly kind: 'closed' | 'reset' };

interface Asked {
  readonly runtime: Pick<Runtime, 'after'>;
  /** Lets the exchange carry it out. */
  readonly ask: () => HttpAnswer;
  readonly refuse: ServedDialect['refuse'];
  /** The exchange is left: who still waits gets no answer, and nothing more is carried out. */
  readonly signal: AbortSignal;
}

/** Answers a request under a fault: what the exchange does with it, and what comes back. */
export async function answerUnder(fault: RequestFault, { runtime, ask, refuse, signal }: Asked): Promise<WireReply> {
  const wait = (ms: number) => pause(runtime, ms, { signal, unref: true });
  switch (fault.type) {
    case 'delayBefore':
      await wait(fault.ms);
      return signal.aborted ? { kind: 'closed' } : { kind: 'answer', answer: ask() };
    case 'delayAfter': {
      const answer = ask();
      await wait(fault.ms);
      return signal.aborted ? { kind: 'closed' } : { kind: 'answer', answer };
    }
    case 'loseAnswer':
      ask();
      return { kind: fault.hangUp ? 'closed' : 'nothing' };
    case 'stallAnswer':
      return { kind: 'begun', answer: ask() };
    case 'resetConnection':
      return { kind: 'reset' };
    case 'answer':
      return { kind: 'answer', answer: fault };
    case 'serverError':
      if (fault.accepted) ask();
      return { kind: 'answer', answer: refuse(fault) };
    case 'tooManyRequests':
    case 'banned':
    case 'firewall':
    case 'clockSkew':
    case 'keyRefused':
    case 'maintenance':
      return { kind: 'answer', answer: refuse(fault) };
    default:
      return fault satisfies never;
  }
}
