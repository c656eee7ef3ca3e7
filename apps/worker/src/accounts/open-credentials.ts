import { type ExchangeAccount, erasedSeal, openCredentials as openSealed, type Sealed } from '@tenbin/db';
import type { Credentials } from '@tenbin/exchange';

/** Opens what a vault sealed for a record. @throws {Error} without any secret in it */
export type OpenSeal = (sealed: Sealed, identity: string) => string;

/**
 * The key of an exchange account, for connecting and nothing else.
 *
 * @throws {Error} the seal does not open, or was erased
 */
export function openCredentials(organizationId: string, account: Pick<ExchangeAccount, 'id' | 'sealed'>, openSeal: OpenSeal): Credentials {
  if (account.sealed === erasedSeal) throw new Error('the key of this account was removed by its user');
  return openSealed(openSeal, organizationId, account);
}
