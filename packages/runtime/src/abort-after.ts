import type { Runtime } from './runtime.ts';

/** A signal that fires by itself, with a `TimeoutError`. It keeps no process alive. */
export function abortAfter(runtime: Pick<Runtime, 'after'>, durationMs: number): AbortSignal {
  const over = new AbortController();
  const error = new DOMException(`not done within ${durationMs} ms`, 'TimeoutError');
  runtime.after(durationMs, () => over.abort(error), { unref: true });
  return over.signal;
}
