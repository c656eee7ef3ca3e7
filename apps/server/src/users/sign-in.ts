import { signIn, signOut } from '@tenbin/contract';
import { requireSignIn } from '../passwords/require-sign-in.ts';
import { implement, implementPublic } from '../route/implement.ts';
import { Refusal } from '../route/refusal.ts';
import { organizationOfInput } from '../tenancy/organization-of-input.ts';
import { signedInReply } from './user-reply-of.ts';

export const handleSignIn = implementPublic(signIn, async ({ body, deps, caller, audit }) => {
  const { organization: owner } = await organizationOfInput(body.organization, { deps, caller });
  audit.inOrganization(owner.id);
  const organization = deps.database.forOrganization(owner.id);
  const user = await requireSignIn(body, { among: owner.id, find: organization.users.findByEmail, deps, caller, audit });
  if (user.bannedAt) throw new Refusal('userBanned');
  if (!user.verifiedAt) throw new Refusal('emailVerified');
  return signedInReply(user, { organization, deps });
});

export const handleSignOut = implement(signOut, async ({ actor, deps }) => {
  await deps.sessions.end(actor.session);
  return { success: true };
});
