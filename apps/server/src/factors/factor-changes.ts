import type { OrganizationDatabase } from '@tenbin/db';
import type { MailSubject } from '@tenbin/mail';
import type { AccountHolder, Proven } from '../accounts/account-holder.ts';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../route/refusal.ts';
import { hashRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts';

type Change = Extract<MailSubject, { template: 'factorChanged' }>;

/** Tells an account's owner how it is signed in to from now on. */
export const factorChanged =
  (
    { securityPage, hasNotMe }: Pick<AccountHolder, 'securityPage' | 'hasNotMe'>,
    change: Change['change'],
    factor: Change['factor'],
    name: string | null = null,
  ) =>
  (urlOf: (page: string) => string, at: Date, notMeUrl: () => string): MailSubject => ({
    template: 'factorChanged',
    change,
    factor,
    name,
    at,
    url: urlOf(securityPage),
    notMeUrl: hasNotMe ? notMeUrl() : undefined,
  });

/**
 * Who adds a factor, locked until the transaction ends.
 *
 * @param password - fingerprint of the one that was given when the setting-up began
 * @throws {Refusal} `factorSetUpExpired` where it was changed meanwhile
 */
export async function lockAdding(
  within: OrganizationDatabase,
  { holder, password }: { readonly holder: AccountHolder; readonly password: string },
  { vault }: Pick<ServerContext, 'vault'>,
): Promise<Proven> {
  const somebody = await holder.require(within);
  if (vault.fingerprint(somebody.passwordHash) !== password || !(await holder.lock(within, somebody)))
    throw new Refusal('factorSetUpExpired');
  return somebody;
}

/**
 * Makes recovery codes, which stand in this answer and nowhere else.
 *
 * @param options - `onlyFirst`: leaves those that there are, and gives none then
 */
export async function giveRecoveryCodes(
  { factors }: OrganizationDatabase,
  holderId: string,
  { onlyFirst }: { readonly onlyFirst: boolean },
): Promise<string[]> {
  if (onlyFirst && (await factors.countRecoveryCodes(holderId)) > 0) return [];
  const codes = makeRecoveryCodes();
  await factors.replaceRecoveryCodes(holderId, codes.map(hashRecoveryCode));
  return codes;
}
