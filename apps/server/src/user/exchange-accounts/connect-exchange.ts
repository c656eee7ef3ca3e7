import { connectExchange } from '@tenbin/contract';
import { requireTrader } from '../../bots/require-may-trade.ts';
import { requireExchange } from '../../exchange-access/require-exchange.ts';
import { requireSafeRights } from '../../exchange-access/require-safe-rights.ts';
import { withKey } from '../../exchange-access/with-key.ts';
import { givenAccount, keepCredentials, requireMayReplace } from '../../exchange-accounts/given-account.ts';
import { implement } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';
import { exchangeAccountReply } from './list-exchange-accounts.ts';

export const handleConnectExchange = implement(connectExchange, async ({ body, actor, deps, caller, audit }) => {
  const user = await actor.organization.users.require(actor.userId);
  const { settings } = await deps.organizations.require(actor.organizationId);
  await requireTrader(actor, deps);
  const exchange = await requireExchange(actor, body.exchangeId);
  const given = await givenAccount(body, exchange, { actor, deps });
  await requireMayReplace(given, body.password, { actor, deps, caller });
  const key = { exchange, credentials: given.credentials, isTriedOut: 'unlessTaken' } as const;
  await withKey(key, { asker: actor, deps }, requireSafeRights);
  const account = await keepCredentials(given, { actor, deps, user }, async ({ exchangeAccounts }, keep) => {
    const stored = (await exchangeAccounts.listOfUser(actor.userId)).filter(({ withdrawnAt }) => withdrawnAt === null);
    const isNew = stored.every(({ id }) => id !== given.known?.id);
    // A bot trades with one: more of them than bots are of no use.
    const most = settings.botsPerUser;
    if (isNew && stored.length >= most) throw new Refusal('tooManyExchangeAccounts', { facts: { most } });
    return keep();
  });
  audit.add({ exchangeAccountId: account.id, key: given.known ? 'replaced' : 'stored' });
  const bots = (await actor.organization.bots.listOfUser(actor.userId)).filter((bot) => bot.exchangeAccountId === account.id);
  return exchangeAccountReply(account, exchange, bots);
});
