import type { Language, MailTopic } from '@tenbin/accounts';
import { catalogue, type MailFacts, type MailKind, type MailSubject } from './catalogue.ts';
import type { MailTemplate } from './content.ts';
import { layOut } from './layout.ts';
import type { Mail, MailLook, RenderedMail } from './mail.ts';
import { unsubscribePage } from './unsubscribe.ts';

/** A mail in its reader's language and its brand's looks. Every fact is escaped; a link that is not http(s) is a fault of ours and throws. */
export function renderMail<Kind extends MailKind>(about: MailSubject<Kind>, look: MailLook): RenderedMail {
  const template = catalogue[about.template] as MailTemplate<MailFacts[Kind]>;
  return layOut(template[look.language](about), look);
}

/** Whom a mail is for; `mutedMails` and `deletedAt` absent: somebody who has signed up, and has chosen nothing yet. */
export interface MailedUser {
  readonly id: string;
  readonly email: string;
  readonly language: Language;
  readonly mutedMails?: readonly MailTopic[];
  readonly deletedAt?: Date | null;
}

interface Writing extends Omit<MailLook, 'language' | 'unsubscribeUrl'> {
  readonly organizationId: string;
  readonly seal: (text: string, identity: string) => string;
}

/**
 * A mail to a user, in their language, to be put into the queue. Every mail is made here, so that their choice counts.
 *
 * @returns null where they have switched such mails off, or their account is deleted: nobody reads what is left of their address
 */
export function mailForUser(
  about: MailSubject,
  user: MailedUser,
  { brand, urlOf, organizationId, seal }: Writing,
): Omit<Mail, 'id' | 'createdAt'> | null {
  if (user.deletedAt) return null;
  const { topic } = catalogue[about.template];
  if (topic !== 'always' && user.mutedMails?.includes(topic)) return null;
  const unsubscribeUrl = topic === 'always' ? null : urlOf(unsubscribePage({ organizationId, userId: user.id, topic }, seal));
  return { to: user.email, unsubscribeUrl, ...renderMail(about, { language: user.language, brand, urlOf, unsubscribeUrl }) };
}
