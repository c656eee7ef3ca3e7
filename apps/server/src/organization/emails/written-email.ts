import { type Language, languages } from '@tenbin/accounts';
import type { Brand } from '@tenbin/brand';
import { type RenderedMail, renderMail, unsubscribePath, type Wording } from '@tenbin/mail';
import type { ServerContext } from '../../context.ts';
import type { Administrator } from '../../route/caller.ts';
import { Refusal } from '../../route/refusal.ts';

/** What an administrator writes to many users. */
export interface WrittenEmail {
  readonly kind: 'service' | 'news';
  readonly subject: Wording;
  readonly body: Wording;
}

const isEmpty = (text: string): boolean => text.trim() === '';
const isWrittenIn = ({ subject, body }: WrittenEmail, language: Language): boolean =>
  !isEmpty(subject[language]) && !isEmpty(body[language]);

/** Half of it in some language, or none at all, is nothing to send. @throws {Refusal} `emailNotWritten` */
export function requireWritten(email: WrittenEmail): readonly Language[] {
  const written = languages.filter((language) => isWrittenIn(email, language));
  const isHalf = languages.some((language) => isEmpty(email.subject[language]) !== isEmpty(email.body[language]));
  if (written.length === 0 || isHalf) throw new Refusal('emailNotWritten');
  return written;
}

/** As its readers in a language get it; null where it is not written in that one. */
export function renderEmail(
  email: WrittenEmail,
  language: Language,
  { brand, deps }: { readonly brand: Brand; readonly deps: Pick<ServerContext, 'urlOf'> },
): RenderedMail | null {
  if (!isWrittenIn(email, language)) return null;
  const { kind, subject, body } = email;
  const urlOf = (page: string): string => deps.urlOf(brand, page);
  // Nobody's own: it leads to the page that says so.
  const unsubscribeUrl = kind === 'news' ? urlOf(unsubscribePath) : null;
  const template = kind === 'news' ? 'newsBroadcast' : 'serviceBroadcast';
  return renderMail({ template, subject, body }, { language, brand, urlOf, unsubscribeUrl });
}

export const brandOfAdministrator = async (
  { organizationId }: Administrator,
  { tenancy, organizations }: Pick<ServerContext, 'tenancy' | 'organizations'>,
): Promise<Brand> => tenancy.brandOf(await organizations.require(organizationId));
