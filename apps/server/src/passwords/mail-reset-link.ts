import { resetLinkExpiresAt, resetLinkLifetimeMs } from '@tenbin/accounts';
import type { OrganizationDatabase, User } from '@tenbin/db';
import type { Mailer } from '../mails/mailer.ts';
import { hashToken, makeToken } from './secret-token.ts';

/** Mails a user what their password is set anew with, once. Inside a transaction that has locked them. */
export async function mailResetLink(
  within: OrganizationDatabase,
  user: User,
  { mail, at }: { readonly mail: Mailer; readonly at: Date },
): Promise<void> {
  const token = makeToken();
  const code = { userId: user.id, purpose: 'resetPassword', codeHash: hashToken(token), target: null } as const;
  await within.verificationCodes.replace({ ...code, sentAt: at, expiresAt: resetLinkExpiresAt(at) });
  // Behind a #, so that it is in no server's log.
  await mail(within, user, (urlOf) => ({
    template: 'passwordReset',
    url: `${urlOf('/reset-password')}#${token}`,
    minutesValid: resetLinkLifetimeMs / 60_000,
    stopsBots: true,
  }));
}
