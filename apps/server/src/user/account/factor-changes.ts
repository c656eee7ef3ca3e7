import type { OrganizationDatabase, User } from '@tenbin/db';
import type { MailSubject } from '@tenbin/mail';
import type { ServerContext } from '../../context.ts';
import { hashRecoveryCode, makeRecoveryCodes } from '../../factors/recovery-codes.ts';
import { Refusal } from '../../route/refusal.ts';

type Change = Extract<MailSubject, { template: 'factorChanged' }>;

/** Tells an account's owner how it is signed in to from now on. */
export const factorChanged =
  (change: Change['change'], factor: Change['factor'], name: string | null = null) =>
  (urlOf: (page: string) => string, at: Date, notMeUrl: () => string): MailSubject => ({
    template: 'factorChanged',
    change,
    factor,
    name,
    at,
    url: urlOf('/account/security'),
    notMeUrl: notMeUrl(),
  });

/**
 * Who adds a factor, locked until the transaction ends.
 *
 * @param password - fingerprint of the one that was given when the setting-up began
 * @throws {Refusal} `factorSetUpExpired` where it was changed meanwhile
 */
export async function lockAdding(
  { users }: OrganizationDatabase,
  { userId, password }: { readonly userId: string; readonly password: string },
  { vault }: Pick<ServerContext, 'vault'>,
): Promise<User> {
  const user = await users.require(userId);
  if (vault.fingerprint(user.passwordHash) !== password || !(await users.lock(user))) throw new Refusal('factorSetUpExpired');
  return user;
}

/**
 * Makes recovery codes, which stand in this answer and nowhere else.
 *
 * @param options - `onlyFirst`: leaves those that there are, and gives none then
 */
export async function giveRecoveryCodes(
  { factors }: OrganizationDatabase,
  userId: string,
  { onlyFirst }: { readonly onlyFirst: boolean },
): Promise<string[]> {
  if (onlyFirst && (await factors.countRecoveryCodes(userId)) > 0) return [];
  const codes = makeRecoveryCodes();
  await factors.replaceRecoveryCodes(userId, codes.map(hashRecoveryCode));
  return codes;
}
