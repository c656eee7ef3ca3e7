import { notMeLinkExpiresAt } from '@tenbin/accounts';
import type { Brand } from '@tenbin/brand';
import type { OrganizationDatabase } from '@tenbin/db';
import { type MailedUser, type MailSubject, mailForUser, pushForUser } from '@tenbin/mail';
import type { ServerContext } from '../context.ts';
import { makeOrganizationToken } from '../passwords/organization-token.ts';
import { hashToken } from '../passwords/secret-token.ts';
import { tenantOfOwner } from '../tenancy/owner.ts';
import { notMePage } from './not-me-link.ts';

/**
 * Writes to somebody in their language and their brand's looks, where they want such mails, and tells their browsers what these
 * may tell. Inside a transaction with what it is about.
 *
 * @param about - `urlOf`: a page's address in the brand's dress; `notMeUrl`: makes the link by which a user says that what
 *   the mail tells of was somebody else
 */
export type Mailer = (
  within: OrganizationDatabase,
  to: MailedUser,
  about: (urlOf: (page: string) => string, at: Date, notMeUrl: () => string) => MailSubject,
) => Promise<void>;

interface Writing extends Pick<ServerContext, 'urlOf'> {
  readonly clock: Pick<ServerContext['clock'], 'now'>;
  readonly vault: Pick<ServerContext['vault'], 'seal'>;
  /** Of the one mail that is written; absent: each has its own. */
  readonly mailId?: string;
}

export function mailerOf(brand: Brand, deps: Writing): Mailer {
  const urlOf = (page: string): string => deps.urlOf(brand, page);
  return async (within, to, about) => {
    const at = deps.clock.now();
    const { organizationId } = within;
    let notMeToken: string | null = null;
    const notMeUrl = (): string => {
      notMeToken = makeOrganizationToken(organizationId);
      return urlOf(notMePage(notMeToken));
    };
    const subject = about(urlOf, at, notMeUrl);
    if (notMeToken !== null) {
      const link = { tokenHash: hashToken(notMeToken), userId: to.id, email: to.email, expiresAt: notMeLinkExpiresAt(at) };
      await within.notMeLinks.add(link, at);
    }
    const mail = mailForUser(subject, to, { brand, urlOf, organizationId, seal: deps.vault.seal });
    if (mail) await within.mails.put({ ...mail, id: deps.mailId, at });
    const push = pushForUser(subject, to);
    if (push) await within.pushes.put(to.id, push);
  };
}

/** For a caller who is signed in. */
export async function mailerOfOrganization(organizationId: string, deps: ServerContext): Promise<Mailer> {
  return mailerOf((await tenantOfOwner(organizationId, deps)).brand, deps);
}
