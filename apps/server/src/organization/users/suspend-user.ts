import type { OrganizationDatabase } from '@tenbin/db';

/**
 * Nobody signs in as them any more, by whatever they were given, and their bots stop. Inside a transaction; whoever calls ends
 * their sessions in it, and what they are charged for after it.
 *
 * @returns the stop's id
 * @throws {DomainError} `userNotFound`
 */
export async function suspendUser(
  { users, verificationCodes, subscriptions, stops }: OrganizationDatabase,
  userId: string,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<string> {
  await users.update(userId, { bannedAt: at });
  await verificationCodes.removeAll(userId);
  await subscriptions.hurry(at, userId);
  return stops.ask({ scope: 'user', userId }, { by, at });
}
