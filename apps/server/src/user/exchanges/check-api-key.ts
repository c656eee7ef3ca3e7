import { checkApiKey, checkApiKeyByBody, checkApiKeyPrivilege, checkApiKeyPrivilegeByBody } from '@tenbin/contract';
import type { ExchangeAccount } from '@tenbin/exchange';
import { requireExchange } from '../../exchange-access/require-exchange.ts';
import { requireSafeRights } from '../../exchange-access/require-safe-rights.ts';
import { withKey } from '../../exchange-access/with-key.ts';
import type { Actor } from '../../route/caller.ts';
import { type Asking, type Implementation, implement } from '../../route/implement.ts';
import { type GivenKey, keyOf } from './key-of.ts';

interface Wanted {
  readonly exchangeId: string;
  readonly given: GivenKey;
  /** It is about the key itself. */
  readonly isCheck?: boolean;
}

/** Does something with a key that the caller hands over or has stored. */
export async function withGivenKey<T>(
  { exchangeId, given, isCheck = false }: Wanted,
  { actor, deps }: Asking<Actor>,
  work: (account: ExchangeAccount) => Promise<T>,
): Promise<T> {
  const exchange = await requireExchange(actor, exchangeId);
  const { key } = await keyOf(given, exchange, { actor, deps });
  const isTriedOut = isCheck && key.isTriedOut !== 'never' ? 'always' : key.isTriedOut;
  return withKey({ ...key, isTriedOut }, { asker: actor, deps }, work);
}

/** A read that every key may do tells whether the exchange takes it. */
const check = async (exchangeId: string, given: GivenKey, asker: Asking<Actor>): Promise<{ success: boolean }> =>
  withGivenKey({ exchangeId, given, isCheck: true }, asker, async (account) => {
    await account.fetchWallet();
    return { success: true };
  });

const checkRights = async (exchangeId: string, given: GivenKey, asker: Asking<Actor>) =>
  withGivenKey({ exchangeId, given, isCheck: true }, asker, async (account) => ({
    success: true,
    rights: { ...(await requireSafeRights(account)) },
  }));

export const checkApiKeyCalls: readonly Implementation[] = [
  implement(checkApiKey, ({ params, query, ...asker }) => check(params.id, query, asker)),
  implement(checkApiKeyByBody, ({ params, body, ...asker }) => check(params.id, body, asker)),
  implement(checkApiKeyPrivilege, ({ params, query, ...asker }) => checkRights(params.id, query, asker)),
  implement(checkApiKeyPrivilegeByBody, ({ params, body, ...asker }) => checkRights(params.id, body, asker)),
];
