import { hasTooManyErrors, nextTryAt, restMs } from '@tenbin/accounts';
import { brandOfOrganization, pageOfBrand } from '@tenbin/brand';
import type { Broadcast, OrganizationDatabase, Recipient } from '@tenbin/db';
import { type Mail, MailError, mailForUser } from '@tenbin/mail';
import type { Runtime } from '@tenbin/runtime';
import type { Log, Metrics } from '@tenbin/telemetry';
import { untilNoted } from '../mails/until-noted.ts';
import type { UserMailSettings } from '../mails/user-mails.ts';
import type { Pace } from './pace.ts';

/** Connections to the mail server: as many mails are in hand at once, and as many may be sent again after a process was killed. */
export const lanes = 5;
const batchSize = 50;
/** Nobody else takes them for so long; a process that was killed over them says nothing more. */
export const defaultLeaseMs = 10 * 60_000;
/** Of the lease, of which a mail server may take a minute for its yes: what is begun later might be somebody else's by then. */
const shareToBegin = 0.7;
/** Put off one after the other: then the server means us, not its reader. */
const maxPutOffInRow = 5;

export interface SendingBroadcasts {
  /** @throws {MailError} */
  readonly deliver: (mail: Mail, organizationId: string) => Promise<void>;
  readonly settings: UserMailSettings;
  readonly clock: Pick<Runtime, 'now' | 'after'>;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Whom one process has in hand is nobody else's for so long. */
  readonly leaseMs?: number | undefined;
}

/**
 * Sends the next few mails of a broadcast, and stores how it stands. Each is begun by one process and noted as soon as the mail
 * server has taken it. A process that ends between the server's yes and that note leaves a mail that is sent once more when
 * its lease is over: the same words under the same Message-ID, by which its reader's server can drop it.
 *
 * @throws what the database throws, or where a mail cannot be written
 */
export async function sendSome(
  broadcast: Broadcast,
  own: OrganizationDatabase,
  given: SendingBroadcasts & { readonly pace: Pace; readonly signal: AbortSignal },
): Promise<void> {
  const { clock, log, metrics, pace, signal, deliver, leaseMs = defaultLeaseMs } = given;
  const { id } = broadcast;
  const { organizationId, broadcasts } = own;
  const takenAt = clock.now();
  const left = await broadcasts.take(id, { at: takenAt, leaseMs, limit: batchSize });
  const write = await writerOf(broadcast, own, given.settings);
  let { tried, refused, lastError } = broadcast;
  let putOffInRow = 0;
  let mustRest = false;
  let isOver = false;

  const mayGoOn = (): boolean =>
    !mustRest &&
    !isOver &&
    !signal.aborted &&
    !hasTooManyErrors({ tried, refused }) &&
    clock.now().getTime() - takenAt.getTime() < shareToBegin * leaseMs;

  async function sendTo(recipient: Recipient): Promise<void> {
    if (recipient.leftOut) return broadcasts.leaveOut(id, recipient.userId, recipient.leftOut);
    const mail = write(recipient);
    try {
      await deliver(mail, organizationId);
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      return putOff(recipient, error);
    }
    if (!(await untilNoted(() => broadcasts.markSent(id, recipient.userId, clock.now()), given))) isOver = true;
    metrics.count('mail_sent_total', { outcome: 'sent' });
    tried += 1;
    putOffInRow = 0;
  }

  async function putOff(recipient: Recipient, { mayRetry, about, reason }: MailError): Promise<void> {
    const now = clock.now();
    // A server in trouble says nothing of its reader.
    const putOffSince = about === 'server' ? null : (recipient.putOffSince ?? now);
    const nextAt = mayRetry ? nextTryAt({ attempts: recipient.attempts, putOffSince, now }) : null;
    metrics.count('mail_sent_total', { outcome: nextAt ? 'failed' : 'given_up' });
    lastError = reason;
    if (mayRetry) {
      putOffInRow += 1;
      mustRest ||= about === 'server' || putOffInRow >= maxPutOffInRow;
    } else {
      tried += 1;
      refused += 1;
      putOffInRow = 0;
    }
    const failure = { reason, at: now, nextAt, putOffSince: putOffSince ?? recipient.putOffSince, bounced: about === 'address' };
    await broadcasts.markFailed(id, recipient, failure);
  }

  /** Takes one after the other, beside the others. */
  async function lane(): Promise<void> {
    while (left.length > 0 && mayGoOn()) {
      await pace.turn(signal);
      const next = mayGoOn() && left.shift();
      if (next) await sendTo(next);
    }
  }

  const outcomes = await Promise.allSettled(Array.from({ length: lanes }, lane));
  const now = clock.now();
  await broadcasts.giveBack(id, left, now);
  const isPaused = hasTooManyErrors({ tried, refused });
  const failures = mustRest ? broadcast.failures + 1 : tried > broadcast.tried ? 0 : broadcast.failures;
  const restUntil = mustRest ? new Date(now.getTime() + restMs(failures)) : null;
  const state = isPaused ? 'paused' : 'sending';
  const kept = await broadcasts.keep(id, { state, tried, refused, failures, lastError, restUntil }, now);
  const facts = { organizationId, broadcastId: id };
  if (kept?.state === 'paused') log.warn({ ...facts, tried, refused }, 'broadcast.paused');
  else if (kept?.state === 'sent' && kept.results) {
    const { sent, failed } = kept.results;
    log.info({ ...facts, sent, failed: failed.reduce((all, { count }) => all + count, 0) }, 'broadcast.ended');
  } else if (restUntil) log.warn({ ...facts, reason: lastError ?? '', until: restUntil.toISOString() }, 'broadcast.rested');
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/** Writes the mail to each: the same whenever it is written for them, but for what they changed themselves. */
async function writerOf(
  { id, kind, subject, body, startedAt, createdAt }: Broadcast,
  own: OrganizationDatabase,
  settings: UserMailSettings,
): Promise<(recipient: Recipient) => Mail> {
  const brand = brandOfOrganization(await own.organization(), settings);
  const urlOf = (page: string): string => pageOfBrand(brand, page, settings);
  const template = kind === 'news' ? 'newsBroadcast' : 'serviceBroadcast';
  const { organizationId } = own;
  return ({ userId, mailId, email, language }) => {
    const user = { id: userId, email, language };
    const mail = mailForUser({ template, subject, body }, user, { brand, urlOf, organizationId, seal: settings.seal });
    if (!mail) throw new Error(`broadcast ${id} has no mail for somebody who wants it`);
    // That they were mailed is noted with its recipients.
    const { about: _, ...text } = mail;
    return { ...text, id: mailId, createdAt: startedAt ?? createdAt };
  };
}
