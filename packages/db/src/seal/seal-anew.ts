import { exchangeAccountIdentity, keyFingerprint, type SealedCredentials } from '../exchange-accounts/exchange-accounts.ts';
import type { SealedAccount, Seals } from './seals.ts';
import type { Vault } from './vault.ts';

/** Seals with the vault's current key whatever is sealed with another one. @param read - what a seal holds */
export async function sealAnew(seals: Seals, vault: Vault, read: (account: SealedAccount) => SealedCredentials): Promise<void> {
  for (;;) {
    const accounts = await seals.listSealedOtherwise(vault.keyId);
    if (accounts.length === 0) return;
    for (const account of accounts) {
      const credentials = read(account);
      const sealed = vault.seal(JSON.stringify(credentials), exchangeAccountIdentity(account.organizationId, account.id));
      await seals.replace(account, { sealed, keyFingerprint: keyFingerprint(vault, account.exchangeId, credentials.apiKey) });
    }
  }
}

/** @throws {SealError} */
export function readSeal(vault: Vault, { organizationId, id, sealed }: SealedAccount): SealedCredentials {
  return JSON.parse(vault.open(sealed, exchangeAccountIdentity(organizationId, id))) as SealedCredentials;
}
