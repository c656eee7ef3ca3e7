import type { MailRecordStatus, MailStatus } from '@tenbin/accounts';

export interface Mail {
  readonly id: string;
  readonly organizationId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where its reader switches such mails off with one click; null where they are always sent. */
  readonly unsubscribeUrl: string | null;
  readonly status: MailStatus;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
  readonly lastError: string | null;
}

/** That somebody was mailed something: it stays longer than the mail. */
export interface MailRecord {
  readonly id: string;
  readonly recipientId: string;
  /** What it was about, as the catalogue of mails calls it. */
  readonly kind: string;
  readonly status: MailRecordStatus;
  readonly at: Date;
}

export type NewMail = Pick<Mail, 'to' | 'subject' | 'text' | 'html'> &
  Partial<Pick<Mail, 'unsubscribeUrl'>> & {
    readonly at: Date;
    /** Of its own where nothing is said. */
    readonly id?: string | undefined;
    /** Whose history has it; absent: nobody's. */
    readonly about?: Pick<MailRecord, 'recipientId' | 'kind'>;
  };
export type MailKey = Pick<Mail, 'organizationId' | 'id'>;

/** The mails of one organization. */
export interface Mails {
  /** Stores a mail together with the job that sends it: both or neither, with what else the transaction stores. */
  put(mail: NewMail): Promise<Mail>;
  /** Whether it was put, and is not removed yet. */
  has(id: string): Promise<boolean>;
}

/** All organizations' mails: what the sending job, and a trial's inbox, need. */
export interface MailQueue {
  /** Begins an attempt to send it. @returns null where it was sent or given up, or a later attempt has begun */
  begin(mail: MailKey, attempt: number): Promise<Mail | null>;
  /** Its address bounces no more, if it did. */
  markSent(mail: MailKey, at: Date): Promise<void>;
  /** @param failure - `status` `waiting`: it is tried again; `bounce`: its address is not there, says the mail server */
  markFailed(
    mail: MailKey,
    failure: {
      readonly error: string;
      readonly status: Exclude<MailStatus, 'sent'>;
      readonly bounce?: { readonly reason: string; readonly at: Date };
    },
  ): Promise<void>;
  /** Those that were sent or given up, and put before a moment: their texts are of no more use to anybody. @returns how many */
  removeDone(before: Date): Promise<number>;
  /** Removes what is known of mails that were put before a moment. @returns how many */
  removeRecords(before: Date): Promise<number>;
  /** What a trial's inbox shows: newest first, sent or not. */
  listNewest(limit: number): Promise<Mail[]>;
}
