import { resetLinkExpiresAt, resetLinkLifetimeMs, userInvitationDays, userInvitationExpiresAt } from '@tenbin/accounts';
import { type OrganizationDatabase, platformOrganizationId, type StaffMember } from '@tenbin/db';
import type { Mailer } from '../mails/mailer.ts';
import { basePaths } from '../surfaces.ts';
import { hashToken, makeToken } from './secret-token.ts';

interface Given {
  readonly mail: Mailer;
  readonly at: Date;
}

/** A page of those who manage an organization, or the platform. */
export const staffPage = ({ organizationId }: Pick<OrganizationDatabase, 'organizationId'>, page: string): string =>
  basePaths[organizationId === platformOrganizationId ? 'operator' : 'organization'] + page;

async function putLink(within: OrganizationDatabase, administratorId: string, expiresAt: Date): Promise<string> {
  const token = makeToken();
  await within.administrators.putLink({ administratorId, tokenHash: hashToken(token), expiresAt });
  // Behind a #, so that it is in no server's log.
  return `${staffPage(within, 'set-password')}#${token}`;
}

/** Mails whoever manages something what their password is set anew with, once. Inside a transaction that has locked them. */
export async function mailMemberResetLink(within: OrganizationDatabase, member: StaffMember, { mail, at }: Given): Promise<void> {
  const path = await putLink(within, member.id, resetLinkExpiresAt(at));
  await mail(within, member, (urlOf) => ({
    template: 'passwordReset',
    url: urlOf(path),
    minutesValid: resetLinkLifetimeMs / 60_000,
    stopsBots: false,
  }));
}

/** Mails somebody who is to manage something what they choose their password with, once. */
export async function mailInvitation(
  within: OrganizationDatabase,
  member: StaffMember,
  { organizationName, mail, at }: Given & { readonly organizationName: string },
): Promise<void> {
  const path = await putLink(within, member.id, userInvitationExpiresAt(at));
  await mail(within, member, (urlOf) => ({
    template: 'staffInvitation',
    organizationName,
    role: member.role,
    url: urlOf(path),
    daysValid: userInvitationDays,
  }));
}
