import type { Credentials } from '@tenbin/exchange';
import type { Sealed } from '../seal/sealed.ts';
import type { Vault } from '../seal/vault.ts';
import { type ExchangeAccount, exchangeAccountIdentity, keyFingerprint, type NewExchangeAccount } from './exchange-accounts.ts';

/** What the seal of an exchange account holds, as JSON. */
export interface SealedCredentials {
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string | null;
}

/** What is stored of a key: sealed for one exchange account, and what it is known by. */
export function sealCredentials(
  vault: Pick<Vault, 'seal' | 'fingerprint'>,
  { organizationId, id, exchangeId }: Pick<NewExchangeAccount, 'id' | 'exchangeId'> & { readonly organizationId: string },
  { apiKey, secret, passphrase = null }: Credentials | SealedCredentials,
): Pick<NewExchangeAccount, 'sealed' | 'keyFingerprint' | 'keyLastFour' | 'hasPassphrase'> {
  const text = JSON.stringify({ apiKey, secret, passphrase } satisfies SealedCredentials);
  return {
    sealed: vault.seal(text, exchangeAccountIdentity(organizationId, id)),
    keyFingerprint: keyFingerprint(vault, exchangeId, apiKey),
    keyLastFour: apiKey.slice(-4),
    hasPassphrase: passphrase !== null,
  };
}

/** @param open - opens what a vault sealed for a record. @throws {SealError} without any secret in it */
export function openCredentials(
  open: (sealed: Sealed, identity: string) => string,
  organizationId: string,
  { id, sealed }: Pick<ExchangeAccount, 'id' | 'sealed'>,
): Credentials {
  const { apiKey, secret, passphrase }: SealedCredentials = JSON.parse(open(sealed, exchangeAccountIdentity(organizationId, id)));
  return { apiKey, secret, passphrase: passphrase ?? undefined };
}
