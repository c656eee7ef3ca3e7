import { ApiError, type Client, type Mapped, type Route, type RouteInput, type RouteReply } from '@tenbin/contract';
import { useRef } from 'react';
import { useClient } from '../app/app-context.tsx';

const random = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Calls what must not be done twice: where no answer came, whoever asks for the same again asks under the same name, and is
 * told what was done the first time.
 */
export function useNamedCall(): Client['call'] {
  const client = useClient();
  const unanswered = useRef<{ readonly asked: string; readonly idempotencyKey: string } | null>(null);
  return async <R extends Route>(route: R, input: RouteInput<R>): Promise<Mapped<RouteReply<R>>> => {
    const asked = JSON.stringify([route.method, route.path, input]);
    if (unanswered.current?.asked !== asked) unanswered.current = { asked, idempotencyKey: random() };
    const { idempotencyKey } = unanswered.current;
    try {
      const reply = await client.call(route, input, { idempotencyKey });
      unanswered.current = null;
      return reply;
    } catch (error) {
      // A refusal did nothing; of a server that failed, and of a connection that ended, nobody knows.
      if (error instanceof ApiError && error.status < 500) unanswered.current = null;
      throw error;
    }
  };
}
