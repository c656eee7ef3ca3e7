import { type Language, type MailTopic, type PushTopic, pushTopics } from '@tenbin/accounts';
import { catalogue, type MailFacts, type MailKind, type MailSubject } from './catalogue.ts';
import type { MailTemplate } from './content.ts';
import { layOut } from './layout.ts';
import type { Mail, MailLook, RenderedMail } from './mail.ts';
import { unsubscribePage } from './unsubscribe.ts';
import { oneLine } from './untrusted-text.ts';

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
  readonly mutedPushes?: readonly PushTopic[];
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
): (Omit<Mail, 'id' | 'createdAt'> & { readonly about: { readonly recipientId: string; readonly kind: MailKind } }) | null {
  if (user.deletedAt) return null;
  const { topic } = catalogue[about.template];
  if (topic !== 'always' && user.mutedMails?.includes(topic)) return null;
  const unsubscribeUrl = topic === 'always' ? null : urlOf(unsubscribePage({ organizationId, userId: user.id, topic }, seal));
  const mailed = { to: user.email, unsubscribeUrl, about: { recipientId: user.id, kind: about.template } };
  return { ...mailed, ...renderMail(about, { language: user.language, brand, urlOf, unsubscribeUrl }) };
}

/** Under which browsers tell of it; undefined: they do not. */
export const pushTopicOf = ({ topic, pushTopic }: Pick<MailTemplate<never>, 'topic' | 'pushTopic'>): PushTopic | undefined =>
  pushTopic ?? pushTopics.find((one) => one === topic);

/** What fits into a push, whose services take 4,096 bytes of it encrypted: in Japanese three for each sign. */
const most = { title: 120, body: 600 } as const;

/**
 * The same for the user's browsers, in the words of the mail: its subject, how it begins, and where it leads.
 *
 * @returns null where a browser does not tell of such things, or they have switched it off
 */
export function pushForUser(
  about: MailSubject,
  { language, mutedPushes, deletedAt }: Pick<MailedUser, 'language' | 'mutedPushes' | 'deletedAt'>,
): { readonly title: string; readonly body: string; readonly url: string | null } | null {
  const template = catalogue[about.template] as MailTemplate<MailFacts[MailKind]>;
  const topic = pushTopicOf(template);
  if (deletedAt || topic === undefined || mutedPushes?.includes(topic)) return null;
  const { subject, paragraphs, action } = template[language](about);
  return {
    title: oneLine(subject).slice(0, most.title),
    body: oneLine(paragraphs[0] ?? '').slice(0, most.body),
    url: action?.url ?? null,
  };
}
