import type { Runtime, TimerOptions } from './runtime.ts';

interface PauseOptions extends TimerOptions {
  /** Ends it early, without an error. */
  readonly signal?: AbortSignal;
}

/** Waits. Leaves no timer behind. */
export function pause(runtime: Pick<Runtime, 'after'>, durationMs: number, { signal, ...options }: PauseOptions = {}): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => {
    cancel();
    signal?.removeEventListener('abort', end);
    resolve();
  };
  const cancel = runtime.after(durationMs, end, options);
  signal?.addEventListener('abort', end);
  return promise;
}

/** A signal that fires by itself, with a `TimeoutError`. It keeps no process alive. */
export function abortAfter(runtime: Pick<Runtime, 'after'>, durationMs: number): AbortSignal {
  const over = new AbortController();
  const error = new DOMException(`not done within ${durationMs} ms`, 'TimeoutError');
  runtime.after(durationMs, () => over.abort(error), { unref: true });
  return over.signal;
}
