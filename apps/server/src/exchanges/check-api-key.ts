import { checkApiKey, checkApiKeyByBody, checkApiKeyPrivilege, checkApiKeyPrivilegeByBody } from '@tenbin/contract';
import type { ExchangeAccount } from '@tenbin/exchange';
import type { ServerContext } from '../context.ts';
import { requireSafeRights } from '../exchange-access/key-rights.ts';
import { requireExchange } from '../exchange-access/require-exchange.ts';
import { withKey } from '../exchange-access/with-key.ts';
import { credentialsFrom, type GivenCredentials } from '../exchange-accounts/credentials.ts';
import type { Actor } from '../route/caller.ts';
import { type Implementation, implement } from '../route/implement.ts';

interface Asker {
  readonly actor: Actor;
  readonly deps: ServerContext;
}

interface GivenKey {
  readonly exchangeId: string;
  readonly given: GivenCredentials;
  /** It is about the key itself. */
  readonly isCheck?: boolean;
}

/** Does something with a key that the caller hands over. */
export async function withGivenKey<T>(
  { exchangeId, given, isCheck = false }: GivenKey,
  { actor, deps }: Asker,
  work: (account: ExchangeAccount) => Promise<T>,
): Promise<T> {
  const exchange = await requireExchange(actor, exchangeId);
  const credentials = credentialsFrom(given, exchange);
  return withKey({ exchange, credentials, isTriedOut: isCheck ? 'always' : 'unlessTaken' }, { asker: actor, deps }, work);
}

/** A read that every key may do tells whether the exchange takes it. */
const check = async (exchangeId: string, given: GivenCredentials, asker: Asker): Promise<{ success: boolean }> =>
  withGivenKey({ exchangeId, given, isCheck: true }, asker, async (account) => {
    await account.fetchWallet();
    return { success: true };
  });

const checkRights = async (exchangeId: string, given: GivenCredentials, asker: Asker) =>
  withGivenKey({ exchangeId, given, isCheck: true }, asker, async (account) => ({
    success: true,
    rights: { ...(await requireSafeRights(account)) },
  }));

export const keyCalls: readonly Implementation[] = [
  implement(checkApiKey, ({ params, query, ...asker }) => check(params.id, query, asker)),
  implement(checkApiKeyByBody, ({ params, body, ...asker }) => check(params.id, body, asker)),
  implement(checkApiKeyPrivilege, ({ params, query, ...asker }) => checkRights(params.id, query, asker)),
  implement(checkApiKeyPrivilegeByBody, ({ params, body, ...asker }) => checkRights(params.id, body, asker)),
];
