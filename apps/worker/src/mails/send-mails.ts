import type { Job, Jobs, PlatformDatabase } from '@tenbin/db';
import { MailError, type MailSender } from '@tenbin/mail';
import type { Runtime } from '@tenbin/runtime';
import type { Log, Metrics } from '@tenbin/telemetry';
import { untilNoted } from './until-noted.ts';

export interface SendingMails {
  readonly mailQueue: PlatformDatabase['mailQueue'];
  readonly sender: MailSender;
  readonly clock: { now(): Date } & Pick<Runtime, 'after'>;
  readonly log: Log;
  readonly metrics: Metrics;
}

/**
 * Sends the mail of a job: until it is taken, refused for good, or has failed too often. One that was sent is not sent
 * again, whatever became of its job. Where the server's yes does not come back, or the process ends before it is noted, the same
 * mail goes out again, under the same Message-ID.
 *
 * @throws where it is to be tried again
 */
export async function sendMail(
  job: Pick<Job<'mail'>, 'data' | 'attempt' | 'isLastAttempt' | 'signal'>,
  given: SendingMails,
): Promise<void> {
  const { mailQueue, sender, clock, log, metrics } = given;
  const { data, attempt, isLastAttempt, signal } = job;
  const key = { organizationId: data.organizationId, id: data.mailId };
  const mail = await mailQueue.begin(key, attempt);
  if (!mail) return;
  signal.throwIfAborted();
  try {
    await sender.send(mail);
  } catch (error) {
    const refusal = error instanceof MailError && !error.mayRetry ? error.reason : null;
    const status = refusal !== null ? 'refused' : isLastAttempt ? 'failed' : 'waiting';
    if (refusal !== null) log.warn({ mailId: mail.id, attempt, reason: refusal }, 'mail.refused');
    else log.warn({ mailId: mail.id, attempt, isGivenUp: isLastAttempt, err: error }, 'mail.send_failed');
    metrics.count('mail_sent_total', { outcome: status === 'waiting' ? 'failed' : 'given_up' });
    const bounce =
      refusal !== null && error instanceof MailError && error.about === 'address' ? { reason: refusal, at: clock.now() } : null;
    await mailQueue.markFailed(key, { error: String(error), status, ...(bounce && { bounce }) });
    if (status !== 'waiting') return;
    throw error;
  }
  await untilNoted(() => mailQueue.markSent(key, clock.now()), { ...given, signal });
  log.info({ mailId: mail.id, attempt }, 'mail.sent');
  metrics.count('mail_sent_total', { outcome: 'sent' });
}

/** Sends what waits, and what is put into the queue from now on. @returns finishes the mails in hand */
export async function sendMails(jobs: Jobs, given: SendingMails): Promise<() => Promise<void>> {
  const stop = await jobs.work('mail', (job) => sendMail(job, given));
  const adopted = await jobs.adoptMails();
  if (adopted > 0) given.log.info({ mails: adopted }, 'mails.adopted');
  return async () => {
    await stop();
    given.sender.close();
  };
}
