import { signIn, signOut } from '@tenbin/contract';
import { implement, implementPublic } from '../route/implement.ts';
import { Refusal } from '../route/refusal.ts';
import { organizationOfInput } from '../tenancy/organization-of-input.ts';
import { signedInReply } from './user-reply-of.ts';
import { whosePassword } from './whose-password.ts';

export const handleSignIn = implementPublic(signIn, async ({ body, deps, caller, audit }) => {
  const { organization: owner } = await organizationOfInput(body.organization, { deps, caller });
  audit.inOrganization(owner.id);
  const somebody = await whosePassword(body, { organizationId: owner.id, deps, caller, audit });
  if (somebody.kind === 'signUp') throw new Refusal('emailVerified');
  const { user } = somebody;
  if (user.bannedAt) throw new Refusal('userBanned');
  if (!user.verifiedAt) throw new Refusal('emailVerified');
  return signedInReply(user, { organization: deps.database.forOrganization(owner.id), deps });
});

export const handleSignOut = implement(signOut, async ({ actor, deps }) => {
  await deps.sessions.end(actor.session);
  return { success: true };
});
