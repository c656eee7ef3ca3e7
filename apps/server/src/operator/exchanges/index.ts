import {
  createPlatformExchange,
  getPlatformExchange,
  listPlatformExchanges,
  type OperatedExchange,
  removePlatformExchange,
  shownCapabilities,
  type TestedKey,
  testExchangeKey,
  updatePlatformExchange,
} from '@tenbin/contract';
import { type Exchange, type ExchangeUse, platformOrganizationId } from '@tenbin/db';
import { type ExchangeAccount, ExchangeError, rightsFault } from '@tenbin/exchange';
import { describeExchanges, type ExchangeSheet } from '@tenbin/exchange-ccxt';
import { add, isPositive, type MarketRules } from '@tenbin/market';
import { changesOf } from '../../audit/changes-of.ts';
import type { ServerContext } from '../../context.ts';
import { withKey } from '../../exchange-access/with-key.ts';
import { credentialsFrom } from '../../exchange-accounts/credentials.ts';
import { currencyPairReply } from '../../organizations/reply.ts';
import { type Implementation, implementForOperator } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';

const unused: ExchangeUse = { organizations: 0, accounts: 0, bots: 0, busyBots: 0 };

function reply({ id, omitPairs, createdAt, ...exchange }: Exchange, use: ExchangeUse): OperatedExchange {
  const capabilities = describeExchanges([exchange.ccxtId])[0]?.capabilities;
  return {
    ...exchange,
    _id: id,
    omitPairs: [...omitPairs],
    capabilities: shownCapabilities.filter((name) => capabilities?.[name]),
    use,
    createdAt: createdAt.toISOString(),
  };
}

/** @throws {Refusal} why no bot may run on such an exchange */
function requireSuited(ccxtId: string): ExchangeSheet {
  const [sheet] = describeExchanges([ccxtId]);
  const lack = sheet ? sheet.lacks[0] : 'exchangeNotTried';
  if (!sheet || lack) throw new Refusal(lack ?? 'exchangeNotTried');
  return sheet;
}

const useOf = async ({ database }: ServerContext, id: string): Promise<ExchangeUse> =>
  (await database.platform.exchanges.use()).get(id) ?? unused;

const pairReply = (rules: MarketRules) => ({ ...currencyPairReply(rules), makerFee: rules.makerFee, takerFee: rules.takerFee });

const handleGet = implementForOperator(getPlatformExchange, async ({ params, deps }) => {
  const exchange = await deps.database.platform.exchanges.find(params.id);
  if (!exchange) throw new Refusal('exchangeNotFound');
  const markets = await deps.exchanges.fetchMarkets(exchange).catch((error: unknown) => {
    if (error instanceof ExchangeError) return null;
    throw error;
  });
  return { ...reply(exchange, await useOf(deps, exchange.id)), pairs: markets && [...markets.values()].map(pairReply) };
});

const handleCreate = implementForOperator(createPlatformExchange, async ({ body, deps, audit }) => {
  const { capabilities } = requireSuited(body.ccxtId);
  const name = body.name.trim();
  const added = await deps.database.platform.transaction(async (within) => {
    const exchange = await within.exchanges.add({ requiresPassphrase: capabilities.passphrase, ...given(body), name, ccxtId: body.ccxtId });
    if (!exchange) throw new Refusal('exchangeExists', { facts: { name } });
    audit.add({ exchangeId: exchange.id, ...changesOf({}, settingsOf(exchange)) });
    await audit.storeIn(within.own);
    return exchange;
  });
  return reply(added, unused);
});

const handleUpdate = implementForOperator(updatePlatformExchange, async ({ params, body, deps, audit }) => {
  if (body.ccxtId !== undefined) requireSuited(body.ccxtId);
  const changed = await deps.database.platform.transaction(async (within) => {
    const before = await within.exchanges.lock(params.id);
    if (!before) throw new Refusal('exchangeNotFound');
    const { accounts, busyBots } = (await within.exchanges.use()).get(before.id) ?? unused;
    const changes = given(body);
    const leadsElsewhere =
      (changes.ccxtId ?? before.ccxtId) !== before.ccxtId || (changes.baseUrl === undefined ? before : changes).baseUrl !== before.baseUrl;
    if (leadsElsewhere && accounts > 0) throw new Refusal('exchangeHasKeys', { facts: { count: accounts } });
    if (changes.enabled === false && before.enabled && busyBots > 0) throw new Refusal('exchangeHasBots', { facts: { count: busyBots } });
    const after = await within.exchanges.change(before.id, changes);
    if (!after) throw new Refusal('exchangeExists', { facts: { name: changes.name ?? before.name } });
    audit.add(changesOf(settingsOf(before), settingsOf(after)));
    await audit.storeIn(within.own);
    return after;
  });
  return reply(changed, await useOf(deps, changed.id));
});

const settingsOf = ({ id, createdAt, ...settings }: Exchange) => settings;

/** Without what was not given. */
function given<Body extends { readonly name?: string | undefined }>(body: Body) {
  const named = body.name === undefined ? {} : { name: body.name.trim() };
  type Given = { [Field in keyof Body]?: Exclude<Body[Field], undefined> };
  return { ...(Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as Given), ...named };
}

const handleRemove = implementForOperator(removePlatformExchange, async ({ params, deps, audit }) => {
  await deps.database.platform.transaction(async (within) => {
    const exchange = await within.exchanges.lock(params.id);
    if (!exchange) throw new Refusal('exchangeNotFound');
    const { accounts } = (await within.exchanges.use()).get(exchange.id) ?? unused;
    if (accounts > 0) throw new Refusal('exchangeHasKeys', { facts: { count: accounts } });
    await within.exchanges.remove(exchange.id);
    audit.add({ name: exchange.name });
    await audit.storeIn(within.own);
  });
  return { success: true };
});

/** A key that no rights are told of is known by its reading the wallet. */
async function testKey(account: ExchangeAccount): Promise<TestedKey> {
  const rights = await account.fetchKeyRights();
  const wallet = rights.read === false ? null : await account.fetchWallet();
  const held = Object.entries(wallet ?? {}).map(([currency, { free, locked }]) => ({ currency, free, locked, total: add(free, locked) }));
  const balances = wallet && held.filter(({ total }) => isPositive(total));
  return { rights: { ...rights }, fault: rightsFault(rights, account.capabilities), balances };
}

const handleTestKey = implementForOperator(testExchangeKey, async ({ params, body, deps, actor, audit }) => {
  const exchange = await deps.database.platform.exchanges.find(params.id);
  if (!exchange) throw new Refusal('exchangeNotFound');
  audit.add({ name: exchange.name });
  const asker = { userId: actor.operatorId, organizationId: platformOrganizationId };
  return withKey({ exchange, credentials: credentialsFrom(body, exchange), isTriedOut: 'always' }, { asker, deps }, testKey);
});

/** What bots can run on. */
export const platformExchangeCalls: readonly Implementation[] = [
  implementForOperator(listPlatformExchanges, async ({ deps }) => {
    const { exchanges } = deps.database.platform;
    const [all, use] = await Promise.all([exchanges.list(), exchanges.use()]);
    return all.map((exchange) => reply(exchange, use.get(exchange.id) ?? unused));
  }),
  handleGet,
  handleCreate,
  handleUpdate,
  handleRemove,
  handleTestKey,
];
