import { type Exchange, type ExchangeAccount, exchangeAccountIdentity, keyFingerprint, newId, type SealedCredentials } from '@tenbin/db';
import type { Credentials } from '@tenbin/exchange';
import type { ServerContext } from '../context.ts';
import type { Actor } from '../route/caller.ts';

/**
 * Stores a key that was found good. The same key is the same account, which then gets the new secret: its bots go on
 * with it.
 *
 * @param given - `known`: the account that has this key already
 */
export async function keepCredentials(
  { exchange, credentials, known }: { exchange: Exchange; credentials: Credentials; known: ExchangeAccount | null },
  { actor, deps }: { actor: Actor; deps: ServerContext },
): Promise<ExchangeAccount> {
  const { apiKey, secret, passphrase = null } = credentials;
  const id = known?.id ?? newId();
  const text = JSON.stringify({ apiKey, secret, passphrase } satisfies SealedCredentials);
  const kept = {
    sealed: deps.vault.seal(text, exchangeAccountIdentity(actor.organizationId, id)),
    keyFingerprint: keyFingerprint(deps.vault, exchange.id, apiKey),
    keyLastFour: apiKey.slice(-4),
    hasPassphrase: passphrase !== null,
  };
  const { exchangeAccounts } = actor.organization;
  if (known) return exchangeAccounts.replaceSeal(id, kept);
  return exchangeAccounts.create({ id, userId: actor.userId, exchangeId: exchange.id, ...kept });
}
