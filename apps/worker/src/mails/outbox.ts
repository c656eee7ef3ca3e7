import type { Mail, MailQueue } from '@tenbin/db';
import type { Clock, Log } from '@tenbin/engine';
import { MailError, type MailSender } from '@tenbin/mail';

const batch = 20;
/** While one worker sends a mail, no other does. */
const holdMs = 2 * 60_000;
const firstRetryMs = 30_000;
const longestRetryMs = 60 * 60_000;
const mostAttempts = 12;
/** So long what was sent can be looked up. */
const keepMs = 30 * 24 * 60 * 60_000;

/** Sends the mails that wait: each until it is taken, refused for good, or has failed too often. Old ones are removed then. */
export class Outbox {
  readonly #queue: MailQueue;
  readonly #sender: MailSender;
  readonly #given: { readonly clock: Clock; readonly log: Log };
  #working: Promise<void> | null = null;

  constructor(queue: MailQueue, sender: MailSender, given: { readonly clock: Clock; readonly log: Log }) {
    this.#queue = queue;
    this.#sender = sender;
    this.#given = given;
  }

  /** Sends what is due. A second call while the first works waits for the same work. */
  work(): Promise<void> {
    this.#working ??= this.#sendAll().finally(() => {
      this.#working = null;
    });
    return this.#working;
  }

  /** Finishes the mails in hand. */
  async close(): Promise<void> {
    await this.#working;
    this.#sender.close();
  }

  async #sendAll(): Promise<void> {
    const { clock, log } = this.#given;
    try {
      for (;;) {
        const mails = await this.#queue.take({ at: clock.now(), limit: batch, holdMs });
        for (const mail of mails) await this.#send(mail);
        if (mails.length > 0) await this.#queue.removeDone(new Date(clock.now().getTime() - keepMs));
        if (mails.length < batch) return;
      }
    } catch (error) {
      log.warn({ error: String(error) }, 'outbox.failed');
    }
  }

  async #send(mail: Mail): Promise<void> {
    const { clock, log } = this.#given;
    try {
      await this.#sender.send(mail);
    } catch (error) {
      const mayRetry = mail.attempts < mostAttempts && !(error instanceof MailError && !error.mayRetry);
      const retryAt = mayRetry ? new Date(clock.now().getTime() + pauseAfter(mail.attempts)) : null;
      log.warn({ mailId: mail.id, attempts: mail.attempts, retryAt, error: String(error) }, 'mail.notSent');
      await this.#queue.markFailed(mail, { error: String(error), retryAt });
      return;
    }
    await this.#queue.markSent(mail, clock.now());
    log.info({ mailId: mail.id, attempts: mail.attempts }, 'mail.sent');
  }
}

/** 30 s, a minute, two, … up to an hour. */
export function pauseAfter(attempts: number): number {
  return Math.min(longestRetryMs, firstRetryMs * 2 ** Math.max(0, attempts - 1));
}
