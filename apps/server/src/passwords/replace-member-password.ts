import type { OrganizationDatabase, StaffMember } from '@tenbin/db';
import type { Mailer } from '../mails/mailer.ts';
import { staffPage } from './mail-member-link.ts';

/**
 * A new password in the place of the old one, or of none: links that wait are worth nothing any more, and a passkey signs
 * nobody in without the new one. Inside a transaction that has locked them; whoever calls ends the sessions after it.
 */
export async function replaceMemberPassword(
  within: OrganizationDatabase,
  {
    member,
    passwordHash,
    at,
    mail,
  }: { readonly member: StaffMember; readonly passwordHash: string; readonly at: Date; readonly mail: Mailer },
): Promise<void> {
  const { administrators, factors } = within;
  await administrators.setPassword(member.id, passwordHash);
  await administrators.removeLink(member.id);
  await factors.askPasswordAgain(member.id);
  // Whoever chose their first one knows.
  if (member.passwordHash === null) return;
  await mail(within, member, (urlOf) => ({
    template: 'passwordChanged',
    at,
    stopsBots: false,
    url: urlOf(staffPage(within, 'forgot-password')),
  }));
}
