import {
  type Exchange,
  type ExchangeAccount,
  exchangeAccountIdentity,
  exchangeUserOf,
  keyFingerprint,
  newId,
  type SealedCredentials,
} from '@tenbin/db';
import type { Credentials } from '@tenbin/exchange';
import { DomainError } from '@tenbin/market';
import type { ServerContext } from '../context.ts';
import { withKey } from '../exchange-access/with-key.ts';
import { findOwnAccount } from '../exchange-accounts/credentials.ts';
import type { Actor } from '../route/caller.ts';

interface Asker {
  readonly actor: Actor;
  readonly deps: ServerContext;
}

/** A key as its owner gave it, and what is known of the account that it leads to. */
export interface GivenAccount {
  readonly exchange: Exchange;
  readonly credentials: Credentials;
  /** Whose account it is at the exchange; null where that does not tell. */
  readonly exchangeUser: string | null;
  /** What the caller has entered of it already, with this key or with one that this key takes the place of. */
  readonly known: ExchangeAccount | null;
}

/** An account without a bot is let go of when somebody else enters it; one that was entered just now may be about to get one. */
const settlesWithinMs = 60_000;

/**
 * Asks the exchange whose account a key leads to.
 *
 * @throws {Refusal} `apiKeyInUse`; {ExchangeError}
 */
export async function findGivenAccount(given: Pick<GivenAccount, 'exchange' | 'credentials'>, asker: Asker): Promise<GivenAccount> {
  const { exchange, credentials } = given;
  const { actor, deps } = asker;
  const sameKey = await findOwnAccount({ exchange, apiKey: credentials.apiKey }, asker);
  const key = { exchange, credentials, isTriedOut: 'unlessTaken' } as const;
  const accountId = await withKey(key, { asker: actor, deps }, async (account) => (await account.fetchAccountId?.()) ?? null);
  const exchangeUser = accountId === null ? null : exchangeUserOf(exchange, accountId);
  const same = sameKey ?? (exchangeUser && (await actor.organization.exchangeAccounts.findByExchangeUser(exchangeUser)));
  return { ...given, exchangeUser, known: same && same.userId === actor.userId && same.exchangeId === exchange.id ? same : null };
}

/**
 * Stores a key that was found good. The same account at the exchange is the same account here, which then gets the new
 * key: its bots go on with it.
 *
 * @throws {DomainError} `exchangeAccountInUse`, `apiKeyInUse`
 */
export async function keepCredentials(given: GivenAccount, { actor, deps }: Asker): Promise<ExchangeAccount> {
  const { exchange, credentials, known } = given;
  const { apiKey, secret, passphrase = null } = credentials;
  const id = known?.id ?? newId();
  const text = JSON.stringify({ apiKey, secret, passphrase } satisfies SealedCredentials);
  const exchangeUser = given.exchangeUser ?? known?.exchangeUser ?? null;
  const kept = {
    sealed: deps.vault.seal(text, exchangeAccountIdentity(actor.organizationId, id)),
    keyFingerprint: keyFingerprint(deps.vault, exchange.id, apiKey),
    keyLastFour: apiKey.slice(-4),
    hasPassphrase: passphrase !== null,
    exchangeUser,
  };
  const { exchangeAccounts } = actor.organization;
  const keep = () =>
    known
      ? exchangeAccounts.replaceSeal(id, kept)
      : exchangeAccounts.create({ id, userId: actor.userId, exchangeId: exchange.id, ...kept });
  return keep().catch(async (error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== 'exchangeAccountInUse' || exchangeUser === null) throw error;
    const before = new Date(deps.clock.now().getTime() - settlesWithinMs);
    await deps.database.platform.exchangeUsers.release(exchangeUser, { before });
    return keep();
  });
}
