import { resetAdministratorPassword, resetOperatorPassword } from '@tenbin/contract';
import type { StaffMember } from '@tenbin/db';
import { mailMemberResetLink } from '../../passwords/mail-member-link.ts';
import { replaceMemberPassword } from '../../passwords/replace-member-password.ts';
import { type LinkHolders, resetByLink, sendLink } from '../../passwords/reset-by-link.ts';
import { implementPublic } from '../../route/implement.ts';

/** Whoever manages an organization, or the platform. */
const members = (surface: 'organization' | 'operator'): LinkHolders<StaffMember> => ({
  surface,
  findByEmail: (organization, email) => organization.administrators.findByEmail(email),
  async findByLink(organization, tokenHash, now) {
    const link = await organization.administrators.findLink(tokenHash);
    return link && now < link.expiresAt ? organization.administrators.find(link.administratorId) : null;
  },
  // Whoever has not accepted their invitation yet has its link: another one in its place would let anybody end it.
  mayReset: ({ passwordHash }) => passwordHash !== null,
  isProven: () => true,
  lock: (within, member) => within.administrators.lock(member),
  mailLink: mailMemberResetLink,
  takeLink: (within, { id, tokenHash }, at) => within.administrators.takeLink({ administratorId: id, tokenHash }, at),
  async replace(within, member, given) {
    await replaceMemberPassword(within, { member, ...given });
    return {};
  },
});

export const sendAdministratorLink = sendLink(members('organization'));
export const sendOperatorLink = sendLink(members('operator'));

/** By the token of a reset, or of an invitation. */
export const handleResetAdministratorPassword = implementPublic(resetAdministratorPassword, resetByLink(members('organization')));
export const handleResetOperatorPassword = implementPublic(resetOperatorPassword, resetByLink(members('operator')));
