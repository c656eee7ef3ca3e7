/** Waits, and ends early, without an error, when the signal fires. Leaves no timer behind. */
export function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) return Promise.resolve();
  const end = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    resolve();
  };
  const timer = setTimeout(end, durationMs);
  signal.addEventListener('abort', end);
  return promise;
}
