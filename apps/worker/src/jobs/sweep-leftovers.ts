import type { Database, PlatformDatabase } from '@tenbin/db';
import type { Clock } from '@tenbin/engine';
import type { Log } from '@tenbin/telemetry';

interface SweepOptions {
  readonly db: Pick<Database, 'forOrganization'> & {
    readonly platform: Pick<
      PlatformDatabase,
      'answeredCalls' | 'signUps' | 'mailRecipients' | 'sessions' | 'mailQueue' | 'broadcasts' | 'exchangeUsers'
    >;
  };
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

const dayMs = 86_400_000;
/** So long a session that is over is still told as timed out, what was mailed can be looked up, and a call under its name is answered as before. */
const keepMs = 30 * dayMs;
/** Whom a broadcast was mailed to: as long as somebody may ask why they got it, or not. */
const keepRecipientsMs = 90 * dayMs;

/** That somebody was mailed, and what: as long as their history tells it. */
const keepMailRecordsMs = 730 * dayMs;

/** Every ten minutes. */
export const sweepTimes = '*/10 * * * *';

/**
 * Removes what is over: those who signed up and never entered their code, with the password that they left; counts of mails
 * that count for nothing any more; sessions, mails, recipients of broadcasts and answers to calls that named themselves, all of the
 * past; API keys that their users took back, once their bots rest. What has expired opens nothing before either: a code that comes at
 * the same moment finds its sign-up or does not.
 */
export async function sweepLeftovers({ db, clock, log }: SweepOptions): Promise<void> {
  const { platform } = db;
  const at = clock.now();
  const before = new Date(at.getTime() - keepMs);
  const signUps = await platform.signUps.removeExpired(at);
  await platform.mailRecipients.removeForgotten(at);
  const sessions = await platform.sessions.removeExpired(before);
  const mails = await platform.mailQueue.removeDone(before);
  await platform.mailQueue.removeRecords(new Date(at.getTime() - keepMailRecordsMs));
  const recipients = await platform.broadcasts.removeRecipients(new Date(at.getTime() - keepRecipientsMs));
  const apiKeys = await platform.exchangeUsers.eraseWithdrawn();
  const answers = await platform.answeredCalls.forget(before);
  if (signUps + sessions + mails + recipients + apiKeys + answers > 0)
    log.info({ signUps, sessions, mails, recipients, apiKeys, answers }, 'leftovers.removed');
}
