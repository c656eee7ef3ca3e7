import {
  type Exchange,
  type ExchangeAccount,
  exchangeUserOf,
  keyFingerprint,
  type OrganizationDatabase,
  sealCredentials,
  type User,
} from '@tenbin/db';
import type { Credentials } from '@tenbin/exchange';
import { DomainError } from '@tenbin/market';
import { withKey } from '../exchange-access/with-key.ts';
import { mailerOfOrganization } from '../mails/mailer.ts';
import { requireOwnPassword } from '../passwords/require-own-password.ts';
import type { Actor } from '../route/caller.ts';
import type { Asking } from '../route/implement.ts';
import { invalidField, Refusal } from '../route/refusal.ts';
import { credentialsFrom, findOwnAccount, openCredentials, requireOwnAccount } from './credentials.ts';

/** A key as it came in: with its secret, or as the stored one of an account. */
export interface GivenKey {
  readonly apiKey?: string | undefined;
  readonly secret?: string | undefined;
  readonly passPhrase?: string | undefined;
  readonly exchangeAccountId?: string | undefined;
}

/** A key as its owner gave it, and what is known of the account that it leads to. */
export interface GivenAccount {
  readonly exchange: Exchange;
  readonly credentials: Credentials;
  /** Whose account it is at the exchange; null where that does not tell. */
  readonly exchangeUser: string | null;
  /** What the caller has entered of it already, with this key or with one that this key takes the place of. */
  readonly known: ExchangeAccount | null;
  /** It is the key that is stored of it. */
  readonly isStored: boolean;
}

/** An account without a bot is let go of when somebody else enters it; one that was entered just now may be about to get one. */
const settlesWithinMs = 60_000;

/**
 * @throws {Refusal} `invalidInput` when there is no key, `passphraseRequired`, `apiKeyInUse`, `apiKeyRemoved`;
 *   {DomainError} `exchangeAccountNotFound`; {ExchangeError}
 */
export async function givenAccount(
  { apiKey, secret, passPhrase, exchangeAccountId }: GivenKey,
  exchange: Exchange,
  asker: Asking<Actor>,
): Promise<GivenAccount> {
  if (exchangeAccountId !== undefined) return storedAccount(exchangeAccountId, exchange, asker);
  if (apiKey === undefined) throw invalidField('apiKey');
  if (secret === undefined) throw invalidField('secret');
  return findGivenAccount({ exchange, credentials: credentialsFrom({ key: apiKey, secret, passPhrase }, exchange) }, asker);
}

/**
 * Another key in the place of a stored one asks for the password again. A first one does not, nor does the stored one itself.
 *
 * @throws {Refusal} `passwordRequired`, `wrongPassword`, `tooManyRequests`
 */
export async function requireMayReplace(
  { known, isStored, exchange, credentials }: GivenAccount,
  password: string | undefined,
  asker: Asking<Actor, 'caller'>,
): Promise<void> {
  if (known === null || isStored || known.withdrawnAt !== null) return;
  if (known.keyFingerprint === keyFingerprint(asker.deps.vault, exchange.id, credentials.apiKey)) return;
  if (!password) throw new Refusal('passwordRequired');
  await requireOwnPassword(password, asker);
}

async function storedAccount(id: string, exchange: Exchange, { actor, deps }: Asking<Actor>): Promise<GivenAccount> {
  const known = await requireOwnAccount(id, actor);
  if (known.exchangeId !== exchange.id) throw new Refusal('exchangeNotFound');
  const credentials = openCredentials(deps, actor.organizationId, known);
  return { exchange, credentials, known, exchangeUser: known.exchangeUser, isStored: true };
}

/** Asks the exchange whose account a key leads to. */
async function findGivenAccount(given: Pick<GivenAccount, 'exchange' | 'credentials'>, asker: Asking<Actor>): Promise<GivenAccount> {
  const { exchange, credentials } = given;
  const { actor, deps } = asker;
  const sameKey = await findOwnAccount({ exchange, apiKey: credentials.apiKey }, asker);
  const key = { exchange, credentials, isTriedOut: 'unlessTaken' } as const;
  const accountId = await withKey(key, { asker: actor, deps }, async (account) => (await account.fetchAccountId?.()) ?? null);
  const exchangeUser = accountId === null ? null : exchangeUserOf(exchange, accountId);
  const same = sameKey ?? (exchangeUser && (await actor.organization.exchangeAccounts.findByExchangeUser(exchangeUser)));
  const known = same && same.userId === actor.userId && same.exchangeId === exchange.id ? same : null;
  return { ...given, exchangeUser, known, isStored: false };
}

/**
 * Stores a key that was found good, in one transaction with what it is for: whoever is refused leaves no key behind. The
 * same account at the exchange is the same account here, which then gets the new key: its bots go on with it. Its owner
 * is told by mail. The user is locked meanwhile: of two bots that are set up at once the second one is counted after the
 * first.
 *
 * @param asker - `user`: as they were found when the call began; a key that was on its way when they got another password
 *   is taken back like those that were stored
 * @param work - called once more where an account had to be let go of by somebody who does not use it; `keep` stores the key
 * @throws {Refusal} `signinRequired`; {DomainError} `exchangeAccountInUse`, `apiKeyInUse`; and what `work` throws
 */
export async function keepCredentials<T>(
  given: GivenAccount,
  { actor, deps, user }: Asking<Actor> & { readonly user: User },
  work: (organization: OrganizationDatabase, keep: () => Promise<ExchangeAccount>) => Promise<T>,
): Promise<T> {
  const kept = sealedCredentials(given, { actor, deps });
  const mail = await mailerOfOrganization(actor.organizationId, deps);
  const keep = async (organization: OrganizationDatabase): Promise<ExchangeAccount> => {
    const { known, isStored, exchange } = given;
    if (known && isStored) return known;
    const stored = await storeAccount(organization, given, { ...kept, actor });
    if (known?.withdrawnAt !== null || known.keyFingerprint !== stored.keyFingerprint)
      await mail(organization, user, (urlOf, at, notMeUrl) => ({
        template: 'apiKeyChanged',
        change: known ? 'replaced' : 'stored',
        exchangeName: exchange.name,
        keyEnding: stored.keyLastFour,
        at,
        url: urlOf('/account/exchanges'),
        notMeUrl: notMeUrl(),
      }));
    return stored;
  };
  const store = () =>
    actor.organization.transaction(async (organization) => {
      if (!(await organization.users.lock(user))) throw new Refusal('signinRequired');
      return work(organization, () => keep(organization));
    });
  return store().catch(async (error: unknown) => {
    const { exchangeUser } = kept;
    if (!(error instanceof DomainError) || error.code !== 'exchangeAccountInUse' || exchangeUser === null) throw error;
    const before = new Date(deps.clock.now().getTime() - settlesWithinMs);
    await deps.database.platform.exchangeUsers.release(exchangeUser, { before });
    return store();
  });
}

type Kept = ReturnType<typeof sealedCredentials>;

function sealedCredentials({ exchange, credentials, known, exchangeUser }: GivenAccount, { actor, deps }: Asking<Actor>) {
  const id = known?.id ?? actor.organization.newId();
  const place = { organizationId: actor.organizationId, id, exchangeId: exchange.id };
  return {
    id,
    ...sealCredentials(deps.vault, place, credentials),
    exchangeUser: exchangeUser ?? known?.exchangeUser ?? null,
  };
}

const storeAccount = (
  { exchangeAccounts }: OrganizationDatabase,
  { known, exchange }: GivenAccount,
  { actor, id, ...kept }: Kept & Pick<Asking<Actor>, 'actor'>,
): Promise<ExchangeAccount> =>
  known ? exchangeAccounts.replaceSeal(id, kept) : exchangeAccounts.create({ id, userId: actor.userId, exchangeId: exchange.id, ...kept });
