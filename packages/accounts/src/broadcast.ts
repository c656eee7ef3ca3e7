/** What an organization mails to many of its users at once. */

/** `service`: what each of them has to know, always mailed. `news`: its readers may switch it off. */
export const broadcastKinds = ['service', 'news'] as const;
export type BroadcastKind = (typeof broadcastKinds)[number];

/** `paused`: too many could not be delivered, and somebody has to look. */
export const broadcastStates = ['scheduled', 'sending', 'paused', 'sent', 'cancelled'] as const;
export type BroadcastState = (typeof broadcastStates)[number];

/** Why somebody of the audience is not mailed; the first that holds. */
export const leftOutReasons = ['banned', 'unverified', 'bounced', 'unsubscribed'] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** Scheduled so far ahead at most. */
export const broadcastAheadDays = 365;

/** One bad address in a handful says little. */
const errorsBeforePause = 10;
/** Of those tried. Providers close the account of a sender with more. */
const errorShareBeforePause = 0.05;

/**
 * Whether so many were refused for good that going on would harm the sender's name.
 *
 * @param tried - since it began, or was resumed
 */
export const hasTooManyErrors = ({ tried, refused }: { readonly tried: number; readonly refused: number }): boolean =>
  refused > errorsBeforePause && refused > tried * errorShareBeforePause;

const minuteMs = 60_000;
const restsMs = [1, 2, 5, 10, 30, 60].map((minutes) => minutes * minuteMs);
/** A reader who is put off is tried until then, and this often at least: neither a weekend nor a long pause loses anybody. */
const leastTries = restsMs.length;
const triedForMs = 3 * 24 * 60 * minuteMs;

/**
 * When somebody whom the mail server could not take now is tried again; the pauses grow.
 *
 * @param attempts - so far, at least 1
 * @param putOffSince - when the reader was put off for the first time; null: never, it is the mail server that is in trouble
 * @returns null: not any more
 */
export function nextTryAt({
  attempts,
  putOffSince,
  now,
}: {
  readonly attempts: number;
  readonly putOffSince: Date | null;
  readonly now: Date;
}): Date | null {
  const next = now.getTime() + restMs(attempts);
  const isLate = putOffSince !== null && next > putOffSince.getTime() + triedForMs;
  return isLate && attempts >= leastTries ? null : new Date(next);
}

/** How long nothing is sent after so many failures in a row. @param failures - at least 1 */
export const restMs = (failures: number): number => restsMs[Math.min(failures, restsMs.length) - 1] ?? 0;
