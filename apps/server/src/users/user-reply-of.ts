import type { SignedInUser, User as UserReply } from '@tenbin/contract';
import type { OrganizationDatabase, User } from '@tenbin/db';
import type { ServerContext } from '../context.ts';
import { userReply } from './reply.ts';

/** Adds what the answer says of the user's bots and organization. */
export async function userReplyOf(
  user: User,
  { organization, deps }: { organization: OrganizationDatabase; deps: ServerContext },
): Promise<UserReply> {
  const [bots, settings] = await Promise.all([
    organization.bots.listOfUser(user.id),
    deps.organizations.require(organization.organizationId),
  ]);
  return userReply(user, { organization: settings, bots });
}

/** Signs a user in: a new session, whose key stands in this answer and nowhere else. */
export async function signedInReply(
  user: User,
  { organization, deps }: { organization: OrganizationDatabase; deps: ServerContext },
): Promise<SignedInUser> {
  const uniqueKey = await deps.sessions.open({ surface: 'user', organizationId: organization.organizationId, subjectId: user.id });
  const known = await organization.users.update(user.id, { lastSignInAt: deps.clock.now() });
  return { ...(await userReplyOf(known, { organization, deps })), uniqueKey };
}
