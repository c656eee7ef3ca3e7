import type { AnyBotRow, Exchange } from '@tenbin/db';
import type { Key } from '../../exchange-access/with-key.ts';
import { credentialsFrom, findOwnAccount, openCredentials, requireOwnAccount } from '../../exchange-accounts/credentials.ts';
import type { Actor } from '../../route/caller.ts';
import type { Asking } from '../../route/implement.ts';
import { invalidField, Refusal } from '../../route/refusal.ts';

/** As it came in. */
export interface GivenKey {
  readonly key?: string | undefined;
  readonly secret?: string | undefined;
  readonly passPhrase?: string | undefined;
  /** Instead of a key: the stored one of this bot. */
  readonly botId?: string | undefined;
  /** The same: the stored one of this account. */
  readonly exchangeAccountId?: string | undefined;
}

/**
 * The key that was handed over, or the stored one of the account or the bot that was named; and the other bots that trade
 * with it.
 *
 * @throws {Refusal} `invalidInput` when there is none, `passphraseRequired`, `apiKeyInUse`, `apiKeyRemoved`;
 *   {DomainError} `botNotFound`, `exchangeAccountNotFound`
 */
export async function keyOf(
  { key, secret, passPhrase, botId, exchangeAccountId }: GivenKey,
  exchange: Exchange,
  { actor, deps }: Asking<Actor>,
): Promise<{ readonly key: Key; readonly others: readonly AnyBotRow[] }> {
  const { bots } = actor.organization;
  const bot = botId === undefined ? null : await bots.require(actor.userId, botId);
  const withoutIt = async (accountId: string): Promise<AnyBotRow[]> =>
    (await bots.listOfAccount(accountId)).filter(({ id }) => id !== bot?.id);
  if (exchangeAccountId === undefined && key !== undefined && secret !== undefined) {
    const credentials = credentialsFrom({ key, secret, passPhrase }, exchange);
    const account = await findOwnAccount({ exchange, apiKey: credentials.apiKey }, { actor, deps });
    return { key: { exchange, credentials, isTriedOut: 'unlessTaken' }, others: account ? await withoutIt(account.id) : [] };
  }
  const storedId = exchangeAccountId ?? bot?.exchangeAccountId;
  if (storedId === undefined) throw invalidField(key === undefined ? 'key' : 'secret');
  const account = await requireOwnAccount(storedId, actor);
  if (account.exchangeId !== exchange.id) throw new Refusal('exchangeNotFound');
  const credentials = openCredentials(deps, actor.organizationId, account);
  return { key: { exchange, credentials, isTriedOut: 'never' }, others: await withoutIt(account.id) };
}
