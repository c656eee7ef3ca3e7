import { noteWallet } from '@tenbin/bots';
import { createVirtualAccount } from '@tenbin/contract';
import { type Exchange, exchangeUserOf, type OrganizationDatabase, platformOrganizationId, sealCredentials } from '@tenbin/db';
import type { Credentials } from '@tenbin/exchange';
import { add, compare, type Wallet } from '@tenbin/market';
import type { ServerContext } from '../../context.ts';
import { requireSafeRights } from '../../exchange-access/require-safe-rights.ts';
import { withKey } from '../../exchange-access/with-key.ts';
import { credentialsFrom } from '../../exchange-accounts/credentials.ts';
import { implementOnce } from '../../route/implement-once.ts';
import { Refusal } from '../../route/refusal.ts';
import { findPlatformExchange } from './find-account.ts';
import { accountReply } from './reply.ts';
import { announceBot } from './run-virtual-bot.ts';

/** What a key that was handed over leads to, as it was found good. */
interface FoundKey {
  readonly credentials: Credentials;
  readonly exchangeUser: string | null;
  readonly wallet: Wallet;
}

interface Prepared {
  readonly exchange: Exchange;
  readonly key: FoundKey | null;
}

export const handleCreateVirtualAccount = implementOnce(createVirtualAccount, {
  async prepare({ body, deps, actor }): Promise<Prepared> {
    const exchange = await findPlatformExchange(deps, body.exchangeName);
    const known = await deps.database.forOrganization(platformOrganizationId).exchangeAccounts.findOfPlatform(exchange.id);
    if (known && body.credentials) throw new Refusal('exchangeAccountInUse');
    if (!known && !body.credentials) throw new Refusal('keyOfAccountRequired');
    if (!body.credentials) return { exchange, key: null };
    const credentials = credentialsFrom(body.credentials, exchange);
    const asker = { userId: actor.operatorId, organizationId: platformOrganizationId };
    const found = await withKey({ exchange, credentials, isTriedOut: 'unlessTaken' }, { asker, deps }, async (account) => {
      await requireSafeRights(account);
      const accountId = (await account.fetchAccountId?.()) ?? null;
      return { exchangeUser: accountId === null ? null : exchangeUserOf(exchange, accountId), wallet: await account.fetchWallet() };
    });
    return { exchange, key: { credentials, ...found } };
  },
  async act(within, { body, deps, audit, actor }, { exchange, key }) {
    const by = actor.operatorId;
    const known = await within.exchangeAccounts.findOfPlatform(exchange.id);
    const exchangeAccountId = known?.id ?? (key && (await storeKey(within, { exchange, key }, deps)));
    if (!exchangeAccountId) throw new Refusal('keyOfAccountRequired');
    const account = await within.virtualAccounts.create({ exchangeAccountId, name: body.name });
    if (!known && key) await takeWallet(within, exchangeAccountId, key.wallet);
    const hand = await within.bots.create({
      userId: null,
      exchangeAccountId,
      virtualAccountId: account.id,
      name: 'byHand',
      type: 'MANUAL',
      strategy: { kind: 'byHand', pairs: [] },
      postOnly: false,
    });
    announceBot(within, await within.bots.setActive(null, hand.id, { active: true, by, at: deps.clock.now() }), deps);
    audit.add({ virtualAccountId: account.id, exchangeName: exchange.name, name: account.name });
    return accountReply(within, account, { exchangeName: exchange.name });
  },
});

/** @returns the id of the exchange account */
async function storeKey(
  within: OrganizationDatabase,
  { exchange, key: { credentials, exchangeUser } }: { readonly exchange: Exchange; readonly key: FoundKey },
  { vault }: ServerContext,
): Promise<string> {
  const id = within.newId();
  const place = { organizationId: platformOrganizationId, id, exchangeId: exchange.id };
  await within.exchangeAccounts.create({
    id,
    userId: null,
    exchangeId: exchange.id,
    ...sealCredentials(vault, place, credentials),
    exchangeUser,
  });
  return id;
}

/** What is there at the beginning is nobody's yet. */
async function takeWallet({ virtualAccounts }: OrganizationDatabase, exchangeAccountId: string, wallet: Wallet): Promise<void> {
  for (const [currency, { free, locked }] of Object.entries(wallet)) {
    const amount = add(free, locked);
    if (compare(amount, '0') > 0)
      await virtualAccounts.change(exchangeAccountId, [], { by: null }, (books) => noteWallet(books, { currency, amount }));
  }
}
