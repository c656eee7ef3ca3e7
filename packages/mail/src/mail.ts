import type { Language } from '@tenbin/accounts';
import type { Brand } from '@tenbin/brand';

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A mail ready to be sent. */
export interface Mail extends RenderedMail {
  /** By it a mail that arrives a second time is known to be the same. */
  readonly id: string;
  readonly to: string;
  readonly createdAt: Date;
  /** Where its reader switches such mails off with one click and no sign-in; null where they are always sent. */
  readonly unsubscribeUrl: string | null;
}

/** How a mail looks, and where its links lead. */
export interface MailLook {
  readonly language: Language;
  readonly brand: Brand;
  /** A page's address in the brand's dress. @param page - path and query */
  readonly urlOf: (page: string) => string;
  /** Where its reader switches such mails off; absent where they are always sent. */
  readonly unsubscribeUrl?: string | null;
}
