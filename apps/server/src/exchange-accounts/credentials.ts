import { type Exchange, type ExchangeAccount, keyFingerprint, openCredentials as openSealed } from '@tenbin/db';
import type { Credentials } from '@tenbin/exchange';
import type { ServerContext } from '../context.ts';
import type { Actor, Owner } from '../route/caller.ts';
import { Refusal } from '../route/refusal.ts';
import { isKeyFile, wholeKeyFile } from './key-file.ts';

/** As the specification names them. */
export interface GivenCredentials {
  readonly key: string;
  readonly secret: string;
  readonly passPhrase?: string | undefined;
}

/** What a header can carry: a key is one word, a passphrase may be several. */
const printable = /^[\x21-\x7e]+$/;
const printableWords = /^[\x20-\x7e]+$/;
/** A secret may also be a key file of several lines. */
const printableLines = /^[\x20-\x7e\r\n]+$/;

/**
 * What no exchange could have given out is refused without asking it.
 *
 * @throws {Refusal} `passphraseRequired`, `invalidApiKey`, `invalidSecret`, `invalidPassphrase`
 */
export function credentialsFrom({ key, secret, passPhrase = '' }: GivenCredentials, exchange: Exchange): Credentials {
  if (exchange.requiresPassphrase && passPhrase === '') throw new Refusal('passphraseRequired');
  if (!printable.test(key.trim())) throw new Refusal('invalidApiKey');
  const given = isKeyFile(secret) ? wholeKeyFile(secret) : secret.trim();
  if (given === null || !printableLines.test(given)) throw new Refusal('invalidSecret');
  if (exchange.requiresPassphrase && !printableWords.test(passPhrase)) throw new Refusal('invalidPassphrase');
  return { apiKey: key.trim(), secret: given, passphrase: exchange.requiresPassphrase ? passPhrase : undefined };
}

/** Opens the seal, for a check or to show a key to its owner. @throws {Refusal} `apiKeyRemoved` */
export function openCredentials({ vault }: Pick<ServerContext, 'vault'>, organizationId: string, account: ExchangeAccount): Credentials {
  if (account.withdrawnAt !== null) throw new Refusal('apiKeyRemoved');
  return openSealed((sealed, identity) => vault.open(sealed, identity), organizationId, account);
}

/** A key of the caller's, as it is stored already; null where it is new. @throws {Refusal} `apiKeyInUse` */
export async function findOwnAccount(
  { exchange, apiKey }: { exchange: Exchange; apiKey: string },
  { actor, deps }: { actor: Actor; deps: ServerContext },
): Promise<ExchangeAccount | null> {
  const account = await actor.organization.exchangeAccounts.findByFingerprint(exchange.id, keyFingerprint(deps.vault, exchange.id, apiKey));
  if (account && account.userId !== actor.userId) throw new Refusal('apiKeyInUse');
  return account;
}

/** One of the caller's own, by its id. @throws {Refusal}, {DomainError} `exchangeAccountNotFound` */
export async function requireOwnAccount(id: string, { organization, userId }: Owner): Promise<ExchangeAccount> {
  const account = await organization.exchangeAccounts.require(id);
  if (account.userId !== userId) throw new Refusal('exchangeAccountNotFound');
  return account;
}
