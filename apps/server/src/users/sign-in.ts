import { signIn, signOut } from '@tenbin/contract';
import { requireNotPaused } from '../limits/limits.ts';
import { isPassword } from '../passwords/password-hash.ts';
import { implement, implementPublic } from '../route/implement.ts';
import { Refusal } from '../route/refusal.ts';
import { organizationOfInput } from './organization-of-input.ts';
import { signedInReply } from './user-reply-of.ts';

export const handleSignIn = implementPublic(signIn, async ({ body, deps, caller }) => {
  const { organization: owner } = await organizationOfInput(body.organization, { deps, caller });
  const { passwords, passwordsOfAddress } = deps.limits;
  const account = `${owner.id} ${body.email.trim().toLowerCase()} ${caller.address}`;
  requireNotPaused(passwords, account);
  requireNotPaused(passwordsOfAddress, caller.address);

  const organization = deps.database.forOrganization(owner.id);
  const user = await organization.users.findByEmail(body.email.trim());
  const isRight = await isPassword(body.password, user?.passwordHash ?? null);
  if (!user || !isRight) {
    passwords.take(account);
    passwordsOfAddress.take(caller.address);
    throw new Refusal('emailOrPassword');
  }
  passwords.forget(account);
  if (user.bannedAt) throw new Refusal('userBanned');
  if (!user.verifiedAt) throw new Refusal('emailVerified');
  return signedInReply(user, { organization, deps });
});

export const handleSignOut = implement(signOut, async ({ actor, deps }) => {
  await deps.sessions.end(actor.session);
  return { success: true };
});
