import { paypalAccountIdentity, type SealedPaypalSecret } from '../billing/paypal-accounts.ts';
import { exchangeAccountIdentity, keyFingerprint } from '../exchange-accounts/exchange-accounts.ts';
import type { SealedCredentials } from '../exchange-accounts/sealed-credentials.ts';
import { authenticatorIdentity, type SealedTotpSecret } from '../factors/factors.ts';
import { pushKeyIdentity, pushSubscriptionIdentity, type SealedPushKey, type SealedPushSubscription } from '../pushes/pushes.ts';
import type { SealedRow, Seals } from './seals.ts';
import type { Vault } from './vault.ts';

type Secret = SealedCredentials | SealedPaypalSecret | SealedTotpSecret | SealedPushKey | SealedPushSubscription;

/** Seals with the vault's current key whatever is sealed with another one. @param read - what a seal holds */
export async function sealAnew(seals: Seals, vault: Vault, read: (row: SealedRow) => Secret): Promise<void> {
  for (;;) {
    const rows = await seals.listSealedOtherwise(vault.keyId);
    if (rows.length === 0) return;
    for (const row of rows) {
      const secret = read(row);
      const sealed = vault.seal(JSON.stringify(secret), identityOf(row));
      const fingerprint =
        row.kind === 'exchangeAccount'
          ? { keyFingerprint: keyFingerprint(vault, row.exchangeId, (secret as SealedCredentials).apiKey) }
          : {};
      await seals.replace(row, { sealed, ...fingerprint });
    }
  }
}

/** @throws {SealError} */
export const readSeal = (vault: Vault, row: SealedRow): Secret => JSON.parse(vault.open(row.sealed, identityOf(row))) as Secret;

const identities = {
  exchangeAccount: exchangeAccountIdentity,
  paypalAccount: paypalAccountIdentity,
  authenticator: authenticatorIdentity,
  pushKey: pushKeyIdentity,
  pushSubscription: pushSubscriptionIdentity,
} satisfies Readonly<Record<SealedRow['kind'], (organizationId: string, id: string) => string>>;

const identityOf = ({ kind, organizationId, id }: SealedRow): string => identities[kind](organizationId, id);
