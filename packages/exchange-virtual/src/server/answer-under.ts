import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { RequestFault } from '../faults/fault.ts';
import type { HttpAnswer, ServedDialect } from './served-dialect.ts';

/**
 * Answers a request under a fault: what the exchange does with it, and what comes back.
 *
 * @param ask - lets the exchange carry it out
 * @param signal - the server closes: who still waits gets no answer, and nothing more is carried out
 */
export async function answerUnder(
  fault: RequestFault,
  {
    response,
    ask,
    refuse,
    signal,
  }: { response: ServerResponse; ask: () => HttpAnswer; refuse: ServedDialect['refuse']; signal: AbortSignal },
): Promise<void> {
  switch (fault.type) {
    case 'delayBefore':
      await pause(fault.ms, undefined, { signal, ref: false });
      sendAnswer(response, ask());
      return;
    case 'delayAfter': {
      const answer = ask();
      await pause(fault.ms, undefined, { signal, ref: false });
      sendAnswer(response, answer);
      return;
    }
    case 'loseAnswer':
      ask();
      if (fault.hangUp) response.destroy();
      return;
    case 'stallAnswer': {
      const { status, headers, body } = ask();
      response.writeHead(status, headers).write(body.slice(0, 1));
      return;
    }
    case 'resetConnection':
      response.socket?.resetAndDestroy();
      return;
    case 'answer':
      sendAnswer(response, fault);
      return;
    case 'serverError':
      if (fault.accepted) ask();
      sendAnswer(response, refuse(fault));
      return;
    case 'tooManyRequests':
    case 'banned':
    case 'firewall':
    case 'clockSkew':
    case 'keyRefused':
    case 'maintenance':
      sendAnswer(response, refuse(fault));
      return;
    default:
      fault satisfies never;
  }
}

export function sendAnswer(response: ServerResponse, { status, headers, body }: HttpAnswer): void {
  response.writeHead(status, headers).end(body);
}
