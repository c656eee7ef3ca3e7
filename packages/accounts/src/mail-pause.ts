const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** After the first mail of a day, after the second, and so on; the last one from then on. */
const pausesMs = [1, 2, 5, 15, 30, 60].map((minutes) => minutes * minuteMs);
const maxMailsPerDay = 10;
/** Days on which somebody was mailed who never entered a code: then it rests. */
const maxMailDays = 3;
const restMs = 7 * dayMs;

/** `rests`: whether mails on three days are followed by a week without. Not for what only its owner could miss. */
export interface MailRule {
  readonly rests: boolean;
}

/** When somebody was mailed lately, as far as it counts: nothing of it after a week without a mail; where it never rests, a day. */
export function mailsThatCount(sentAtMs: readonly number[], now: number, { rests }: MailRule = { rests: true }): readonly number[] {
  if (!rests) return sentAtMs.filter((at) => now - at < dayMs);
  const last = sentAtMs.at(-1);
  return last !== undefined && now - last < restMs ? sentAtMs : [];
}

/** From here on a row about mails counts nothing any more. */
export const mailsForgottenAt = (now: Date): Date => new Date(now.getTime() - restMs);

/**
 * How long an address is spared from mails that nobody has proven to want: codes, and what is sent in their place. The
 * pauses grow with the mails of the last 24 hours, of which there are ten at most; after three days with mails (UTC) there
 * is none for a week.
 *
 * @param sentAtMs - when it was mailed, oldest first
 * @returns ms from now; 0 where the next may be sent
 */
export function mailPauseMs(sentAtMs: readonly number[], now: number, rule?: MailRule): number {
  const counted = mailsThatCount(sentAtMs, now, rule);
  const last = counted.at(-1);
  if (last === undefined) return 0;
  const ofLastDay = counted.filter((at) => now - at < dayMs);
  const pause = ofLastDay.length === 0 ? 0 : (pausesMs[ofLastDay.length - 1] ?? pausesMs.at(-1) ?? 0);
  const oldestOfMost = ofLastDay.at(-maxMailsPerDay);
  const days = new Set(counted.map(dayOf));
  const rests = days.size >= maxMailDays && !days.has(dayOf(now));
  return Math.max(
    0,
    last + pause - now,
    ofLastDay.length >= maxMailsPerDay && oldestOfMost !== undefined ? oldestOfMost + dayMs - now : 0,
    rests ? last + restMs - now : 0,
  );
}

const dayOf = (at: number): number => Math.floor(at / dayMs);
