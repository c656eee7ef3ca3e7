import { type ExchangeAccount, erasedSeal, exchangeAccountIdentity, type Sealed, type SealedCredentials } from '@tenbin/db';
import type { Credentials } from '@tenbin/exchange';

/** Opens what a vault sealed for a record. @throws {Error} without any secret in it */
export type OpenSeal = (sealed: Sealed, identity: string) => string;

/**
 * The key of an exchange account, for connecting and nothing else.
 *
 * @throws {Error} the seal does not open, or was erased
 */
export function openCredentials(
  organizationId: string,
  { id, sealed }: Pick<ExchangeAccount, 'id' | 'sealed'>,
  openSeal: OpenSeal,
): Credentials {
  if (sealed === erasedSeal) throw new Error('the key of this account was removed by its user');
  const text = openSeal(sealed, exchangeAccountIdentity(organizationId, id));
  const { apiKey, secret, passphrase }: SealedCredentials = JSON.parse(text);
  return { apiKey, secret, passphrase: passphrase ?? undefined };
}
