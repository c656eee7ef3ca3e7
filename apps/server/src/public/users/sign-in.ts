import { signIn } from '@tenbin/contract';
import { requireNoFactor } from '../../factors/sign-in-challenge.ts';
import { implementPublic } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';
import { organizationOfInput } from '../../tenancy/organization-of-input.ts';
import { signedInReply } from '../../users/user-reply-of.ts';
import { whosePassword } from './whose-password.ts';

export const handleSignIn = implementPublic(signIn, async ({ body, deps, caller, audit }) => {
  const { organization: owner } = await organizationOfInput(body.organization, { deps, caller });
  audit.inOrganization(owner.id);
  const somebody = await whosePassword(body, { organizationId: owner.id, deps, caller, audit });
  if (somebody.kind === 'signUp') throw new Refusal('emailVerified');
  const { user } = somebody;
  if (user.bannedAt) throw new Refusal('userBanned');
  if (!user.verifiedAt) throw new Refusal('emailVerified');
  const organization = deps.database.forOrganization(owner.id);
  await requireNoFactor(user, { organization }, deps);
  return signedInReply(user, { organization, deps, caller });
});
