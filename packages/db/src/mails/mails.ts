export type MailStatus = 'waiting' | 'sent' | 'failed';

export interface Mail {
  readonly id: string;
  readonly organizationId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly status: MailStatus;
  readonly attempts: number;
  readonly createdAt: Date;
  /** Null once it is sent or given up. */
  readonly nextAttemptAt: Date | null;
  readonly sentAt: Date | null;
  readonly lastError: string | null;
}

export type NewMail = Pick<Mail, 'to' | 'subject' | 'text' | 'html'> & { readonly at: Date };

/** The outbox of one organization. */
export interface Mails {
  put(mail: NewMail): Promise<Mail>;
}

/** All organizations' outboxes: what the sending job, and a trial's inbox, need. */
export interface MailQueue {
  /**
   * Takes due mails for `holdMs`: until then no other sender gets them, afterwards they are due again.
   * An attempt is counted.
   */
  take(options: { readonly at: Date; readonly limit: number; readonly holdMs: number }): Promise<Mail[]>;
  markSent(mail: Pick<Mail, 'organizationId' | 'id'>, at: Date): Promise<void>;
  /** Without a `retryAt` it is given up. */
  markFailed(mail: Pick<Mail, 'organizationId' | 'id'>, failure: { readonly error: string; readonly retryAt: Date | null }): Promise<void>;
  /** Those that were sent or given up, and put before a moment: their texts are of no more use to anybody. */
  removeDone(before: Date): Promise<void>;
  /** What a trial's inbox shows: newest first, sent or not. */
  listNewest(limit: number): Promise<Mail[]>;
}
