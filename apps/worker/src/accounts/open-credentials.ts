import { exchangeAccountIdentity, type OrganizationDatabase, type Sealed, type SealedCredentials } from '@tenbin/db';
import type { Credentials } from '@tenbin/exchange';

/** Opens what a vault sealed for a record. @throws {Error} without any secret in it */
export type OpenSeal = (sealed: Sealed, identity: string) => string;

/**
 * The key of an exchange account, for connecting and nothing else.
 *
 * @throws {DomainError} `exchangeAccountNotFound`
 * @throws {Error} the seal does not open
 */
export async function fetchCredentials(organization: OrganizationDatabase, accountId: string, openSeal: OpenSeal): Promise<Credentials> {
  const { sealed } = await organization.exchangeAccounts.require(accountId);
  const text = openSeal(sealed, exchangeAccountIdentity(organization.organizationId, accountId));
  const { apiKey, secret, passphrase }: SealedCredentials = JSON.parse(text);
  return { apiKey, secret, passphrase: passphrase ?? undefined };
}
