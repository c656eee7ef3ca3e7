import type { BotRow, Exchange } from '@tenbin/db';
import type { ServerContext } from '../context.ts';
import type { Key } from '../exchange-access/with-key.ts';
import { credentialsFrom, findOwnAccount, openCredentials } from '../exchange-accounts/credentials.ts';
import type { Actor } from '../route/caller.ts';
import { Refusal } from '../route/refusal.ts';

interface Asker {
  readonly actor: Actor;
  readonly deps: ServerContext;
}

/** As it came in. */
export interface GivenKey {
  readonly key?: string | undefined;
  readonly secret?: string | undefined;
  readonly passPhrase?: string | undefined;
  /** Instead of a key: the stored one of this bot. */
  readonly botId?: string | undefined;
}

/**
 * The key that was handed over, or the stored one of the bot that was named; and the other bots that trade with it.
 *
 * @throws {Refusal} `invalidInput` when there is neither, `passphraseRequired`, `apiKeyInUse`; {DomainError} `botNotFound`
 */
export async function keyOf(
  { key, secret, passPhrase, botId }: GivenKey,
  exchange: Exchange,
  { actor, deps }: Asker,
): Promise<{ readonly key: Key; readonly others: readonly BotRow[] }> {
  const { bots, exchangeAccounts } = actor.organization;
  const bot = botId === undefined ? null : await bots.require(actor.userId, botId);
  const withoutIt = async (accountId: string): Promise<BotRow[]> =>
    (await bots.listOfAccount(accountId)).filter(({ id }) => id !== bot?.id);
  if (key !== undefined && secret !== undefined) {
    const credentials = credentialsFrom({ key, secret, passPhrase }, exchange);
    const account = await findOwnAccount({ exchange, apiKey: credentials.apiKey }, { actor, deps });
    return { key: { exchange, credentials, isTriedOut: 'unlessTaken' }, others: account ? await withoutIt(account.id) : [] };
  }
  if (!bot) {
    const missing = key === undefined ? 'key' : 'secret';
    throw new Refusal('invalidInput', {
      facts: { fields: missing },
      fields: { [missing]: { words: 'invalidInput', facts: { fields: missing } } },
    });
  }
  if (bot.exchangeId !== exchange.id) throw new Refusal('exchangeNotFound');
  const account = await exchangeAccounts.require(bot.exchangeAccountId);
  const credentials = openCredentials(deps, actor.organizationId, account);
  return { key: { exchange, credentials, isTriedOut: 'never' }, others: await withoutIt(account.id) };
}
