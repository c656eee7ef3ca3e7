import type { Clock } from '../clock.ts';

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

const maxKeys = 50_000;

export interface AttemptRule {
  readonly clock: Pick<Clock, 'elapsedMs'>;
  readonly tries: number;
  /** Counted from the first of them. */
  readonly withinMs: number;
}

export function createAttemptLimit({ clock, tries, withinMs }: AttemptRule): AttemptLimit {
  const now = () => clock.elapsedMs();
  const counts = new Map<string, { count: number; readonly since: number }>();

  const current = (key: string): { count: number; readonly since: number } | undefined => {
    const entry = counts.get(key);
    if (!entry || now() - entry.since < withinMs) return entry;
    counts.delete(key);
    return undefined;
  };
  const secondsLeft = (since: number): number => Math.max(1, Math.ceil((since + withinMs - now()) / 1000));
  /** Frees a tenth at once, so that a flood of new keys costs each of them next to nothing. */
  const makeRoom = (): void => {
    // Oldest first: a map keeps the order of insertion.
    for (const [key, { since }] of counts) {
      if (counts.size < 0.9 * maxKeys && now() - since < withinMs) return;
      counts.delete(key);
    }
  };

  return {
    take(key) {
      const entry = current(key);
      if (!entry) {
        if (counts.size >= maxKeys) makeRoom();
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
