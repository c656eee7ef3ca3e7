/**
 * How often something may be tried within a time: so many times, then a pause. Counted in this process; behind several
 * servers each counts for itself, and the tries of codes are counted in the database besides.
 */
export interface AttemptLimit {
  /** Counts a try. @returns seconds to wait when there were too many, otherwise 0 */
  take(key: string): number;
  /** Seconds to wait now; nothing is counted. */
  waitOf(key: string): number;
  /** Takes back one counted try: it was none that counts. */
  giveBack(key: string): void;
  /** Forgets the tries, after a success. */
  forget(key: string): void;
}

const mostKeys = 50_000;

/** @param settings - `tries` within `withinMs`, counted from the first of them; `now` in milliseconds, for tests */
export function createAttemptLimit({
  tries,
  withinMs,
  now = () => performance.now(),
}: {
  tries: number;
  withinMs: number;
  now?: () => number;
}): AttemptLimit {
  const counts = new Map<string, { count: number; readonly since: number }>();

  const current = (key: string): { count: number; readonly since: number } | undefined => {
    const entry = counts.get(key);
    if (!entry || now() - entry.since < withinMs) return entry;
    counts.delete(key);
    return undefined;
  };
  const secondsLeft = (since: number): number => Math.max(1, Math.ceil((since + withinMs - now()) / 1000));
  const makeRoom = (): void => {
    for (const key of [...counts.keys()]) current(key);
    // Oldest first: a map keeps the order of insertion.
    for (const key of counts.keys()) {
      if (counts.size < mostKeys) return;
      counts.delete(key);
    }
  };

  return {
    take(key) {
      const entry = current(key);
      if (!entry) {
        if (counts.size >= mostKeys) makeRoom();
        counts.set(key, { count: 1, since: now() });
        return 0;
      }
      if (entry.count >= tries) return secondsLeft(entry.since);
      entry.count += 1;
      return 0;
    },
    waitOf(key) {
      const entry = current(key);
      return entry && entry.count >= tries ? secondsLeft(entry.since) : 0;
    },
    giveBack(key) {
      const entry = current(key);
      if (entry && entry.count > 0) entry.count -= 1;
    },
    forget: (key) => void counts.delete(key),
  };
}
