import type { Language, MailTopic } from '@tenbin/accounts';
import { catalogue, type MailSubject } from './catalogue.ts';
import type { Mail, MailLook } from './mail.ts';
import { renderMail } from './render-mail.ts';
import { unsubscribePage } from './unsubscribe.ts';

/** Whom a mail is for; `mutedMails` absent: somebody who has signed up, and has chosen nothing yet. */
export interface MailedUser {
  readonly id: string;
  readonly email: string;
  readonly language: Language;
  readonly mutedMails?: readonly MailTopic[];
}

interface Writing extends Omit<MailLook, 'language' | 'unsubscribeUrl'> {
  readonly organizationId: string;
  readonly seal: (text: string, identity: string) => string;
}

/**
 * A mail to a user, in their language, to be put into the queue. Every mail is made here, so that their choice counts.
 *
 * @returns null where they have switched such mails off
 */
export function mailForUser(
  about: MailSubject,
  user: MailedUser,
  { brand, urlOf, organizationId, seal }: Writing,
): Omit<Mail, 'id' | 'createdAt'> | null {
  const { topic } = catalogue[about.template];
  if (topic !== 'always' && user.mutedMails?.includes(topic)) return null;
  const unsubscribeUrl = topic === 'always' ? null : urlOf(unsubscribePage({ organizationId, userId: user.id, topic }, seal));
  return { to: user.email, unsubscribeUrl, ...renderMail(about, { language: user.language, brand, urlOf, unsubscribeUrl }) };
}
