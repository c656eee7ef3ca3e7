import type { ServerResponse } from 'node:http';

/** Aborts when the caller leaves before the answer; made when it is first asked for. What the request says of it ends with its body. */
export function whenGone(response: ServerResponse): () => AbortSignal {
  let gone: AbortController | null = null;
  return () => {
    if (gone) return gone.signal;
    const made = new AbortController();
    gone = made;
    response.once('close', () => {
      if (!response.writableFinished) made.abort();
    });
    return made.signal;
  };
}
