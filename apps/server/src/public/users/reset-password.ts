import { resetPassword } from '@tenbin/contract';
import type { User } from '@tenbin/db';
import { linkWithPartner } from '../../partners/link-with-partner.ts';
import { mailResetLink } from '../../passwords/mail-reset-link.ts';
import { replacePassword } from '../../passwords/replace-password.ts';
import { type LinkHolders, resetByLink, sendLink } from '../../passwords/reset-by-link.ts';
import { implementPublic } from '../../route/implement.ts';

const users: LinkHolders<User> = {
  surface: 'user',
  findByEmail: (organization, email) => organization.users.findByEmail(email),
  async findByLink(organization, tokenHash, now) {
    const code = await organization.verificationCodes.findByHash('resetPassword', tokenHash);
    if (!code || now >= code.expiresAt) return null;
    const user = await organization.users.require(code.userId);
    return user.bannedAt === null ? user : null;
  },
  mayReset: ({ bannedAt }) => bannedAt === null,
  isProven: ({ verifiedAt }) => verifiedAt !== null,
  lock: (within, user) => within.users.lock(user),
  mailLink: mailResetLink,
  async beforeUse({ id: userId, email, verifiedAt }, { slug: organization }, deps) {
    if (verifiedAt === null) await linkWithPartner({ organization, userId, email }, deps);
  },
  takeLink: (within, { id, tokenHash }, at) =>
    within.verificationCodes.take({ userId: id, purpose: 'resetPassword', codeHash: tokenHash }, at),
  async replace(within, user, { passwordHash, at, mail }) {
    // Whoever was invited has no password before this one, and has shown now that the mailbox is theirs.
    const isFirst = user.passwordHash === '';
    const effects = await replacePassword(within, { user, passwordHash, at, mail: isFirst ? null : mail });
    if (effects && user.verifiedAt === null) await within.users.update(user.id, { verifiedAt: at });
    return effects;
  },
};

export const sendUserLink = sendLink(users);
export const handleResetPassword = implementPublic(resetPassword, resetByLink(users));
