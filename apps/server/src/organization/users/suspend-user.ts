import type { OrganizationDatabase } from '@tenbin/db';

/**
 * Nobody signs in as them any more, by whatever they were given, and their bots stop. Inside a transaction; whoever calls ends
 * their sessions after it.
 *
 * @returns the stop's id
 * @throws {DomainError} `userNotFound`
 */
export async function suspendUser(
  { users, verificationCodes, stops }: OrganizationDatabase,
  userId: string,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<string> {
  await users.update(userId, { bannedAt: at });
  await verificationCodes.removeAll(userId);
  return stops.ask({ scope: 'user', userId }, { by, at });
}
