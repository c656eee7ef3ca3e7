import { signInWithFactor } from '@tenbin/contract';
import type { ServerContext } from '../../context.ts';
import { type ChallengeNote, challenged } from '../../factors/sign-in-challenge.ts';
import { useCode } from '../../factors/use-factor.ts';
import { implementPublic } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';
import { signedInReply } from '../../users/user-reply-of.ts';

/** The second step of a sign-in. */
export const handleSignInWithFactor = implementPublic(signInWithFactor, async ({ body, deps, caller, audit }) => {
  const { organization, user } = await challenged(body.challenge, { deps, find: findChallenged(deps) });
  audit.inOrganization(organization.organizationId);
  audit.add({ accountId: user.id });
  if (user.bannedAt) throw new Refusal('userBanned');
  await useCode(body.code, { organization, holderId: user.id }, deps);
  return signedInReply(user, { organization, deps, caller });
});

export const findChallenged =
  ({ database }: Pick<ServerContext, 'database'>) =>
  async ({ organizationId, holderId }: ChallengeNote) => {
    const organization = database.forOrganization(organizationId);
    const user = await organization.users.find(holderId);
    return user && { organization, user, id: user.id, passwordHash: user.passwordHash };
  };
