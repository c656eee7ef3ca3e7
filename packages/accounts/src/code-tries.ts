/** So many wrong codes without a right one, and for a while none is looked at, wherever it comes from. */
export const maxWrongCodes = 10;

/** So many locks of somebody a new password lifts before the next right code. */
export const maxLiftedLocks = 3;

const firstLockMs = 15 * 60_000;
const maxLockMs = 24 * 3_600_000;
/** Whoever mistypes now and then is forgiven after a day. */
const countedForMs = 24 * 3_600_000;

/** Codes that somebody tried since the last right one. */
export interface CodeTries {
  readonly tries: number;
  /** When the first of them was made. */
  readonly since: Date;
  /** How often there were too many. */
  readonly locks: number;
  readonly lockedUntil: Date | null;
}

/** A quarter of an hour first, each time four times as long, a day at most. @param locks - from 1 on */
export const codeLockMs = (locks: number): number => Math.min(firstLockMs * 4 ** (locks - 1), maxLockMs);

/**
 * Counts a try before its code is compared, so that guesses made at once are counted too. The last one that is allowed locks;
 * where it is right, its owner's count is forgotten, and the lock with it.
 *
 * @returns the count with it; null where no code is looked at
 */
export function countCodeTry(before: CodeTries | null, at: Date): CodeTries | null {
  if (before?.lockedUntil && at < before.lockedUntil) return null;
  const locks = before?.locks ?? 0;
  const goesOn = before !== null && before.lockedUntil === null && at.getTime() - before.since.getTime() < countedForMs;
  const tries = goesOn ? before.tries + 1 : 1;
  const since = goesOn ? before.since : at;
  if (tries < maxWrongCodes) return { tries, since, locks, lockedUntil: null };
  return { tries, since, locks: locks + 1, lockedUntil: new Date(at.getTime() + codeLockMs(locks + 1)) };
}
