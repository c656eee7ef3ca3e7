import { testOrganizationId } from '@tenbin/accounts';
import { getTestBotFigures, listTestBots, makeTestBots, removeTestBots, startTestBots, stopTestBots } from '@tenbin/contract';
import { type OrganizationDatabase, platformOrganizationId, sealCredentials } from '@tenbin/db';
import type { ServerContext } from '../../context.ts';
import { hashPassword } from '../../passwords/password-hash.ts';
import { makeToken } from '../../passwords/secret-token.ts';
import type { Operator } from '../../route/caller.ts';
import { type Implementation, implementForOperator } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';
import { askedBy } from '../../stops/asked-by.ts';
import { platformBotReply } from '../bots/platform-bot-reply.ts';
import { findVirtualExchange, makeVirtualKey, requireVirtualExchange, type VirtualExchangeRow } from './virtual-key.ts';

const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'] as const;
const currencies = ['BTC', 'ETH', 'USDT'] as const;
/** Of each currency, in USD. */
const worth = 10_000;
/** Made in one transaction: on the embedded database everybody else waits for so many. */
const batch = 20;
/** Orders of bots of one width would lie on one another. */
const deltaOf = (index: number): number => 0.0025 + 0.0001 * (index % 50);

/** A third of the worth of each, as its start asks for. @throws {ExchangeError} */
async function evenBalances(exchange: VirtualExchangeRow, { deps, actor }: { readonly deps: ServerContext; readonly actor: Operator }) {
  const asker = { userId: actor.operatorId, organizationId: platformOrganizationId };
  const { usd } = await deps.exchanges.fetchPrices(exchange, { pairs: [...pairs], currencies: [...currencies], asker });
  return Object.fromEntries(
    currencies.map((currency) => {
      const price = usd.get(currency);
      if (!price) throw new Refusal('exchangeUnreachable');
      return [currency, (worth / price).toFixed(5)];
    }),
  );
}

interface NewTestBot {
  readonly exchange: VirtualExchangeRow;
  readonly userId: string;
  readonly credentials: { readonly key: string; readonly secret: string };
  readonly index: number;
}

async function storeTestBot(own: OrganizationDatabase, { exchange, userId, credentials, index }: NewTestBot, { vault }: ServerContext) {
  const id = own.newId();
  const place = { organizationId: own.organizationId, id, exchangeId: exchange.id };
  await own.exchangeAccounts.create({
    id,
    userId,
    exchangeId: exchange.id,
    ...sealCredentials(vault, place, { apiKey: credentials.key, secret: credentials.secret }),
    exchangeUser: null,
  });
  await own.bots.create({
    userId,
    exchangeAccountId: id,
    name: `Test-${index + 1}`,
    type: 'MANUAL',
    strategy: { kind: 'balancing', pairs: [...pairs], delta: deltaOf(index) },
  });
}

const handleMake = implementForOperator(makeTestBots, async ({ params: { num }, actor, deps, audit }) => {
  const { platform } = deps.database;
  const exchange = await requireVirtualExchange(deps);
  const balances = await evenBalances(exchange, { deps, actor });
  const passwordHash = await hashPassword(makeToken());
  audit.add({ wanted: num });
  let made = 0;
  let { total } = await platform.transaction(async (within) => {
    await within.testBots.lockOwner(passwordHash);
    await audit.storeIn(within.own);
    return within.testBots.figures();
  });
  while (total < num) {
    const asked = Array.from({ length: Math.min(batch, num - total) });
    const keys = await Promise.all(asked.map(() => makeVirtualKey(exchange, { balances, clock: deps.clock })));
    total = await platform.transaction(async (within) => {
      const { organizationId, userId } = await within.testBots.lockOwner(passwordHash);
      const { total: there } = await within.testBots.figures();
      // Somebody else may have made some meanwhile.
      const wanted = keys.slice(0, Math.max(0, num - there));
      const own = within.forOrganization(organizationId);
      for (const [index, credentials] of wanted.entries())
        await storeTestBot(own, { exchange, userId, credentials, index: there + index }, deps);
      made += wanted.length;
      return there + wanted.length;
    });
  }
  return { made, total };
});

const handleList = implementForOperator(listTestBots, async ({ query: { skip: offset, limit }, deps, caller }) => {
  const { botList } = deps.database.platform.everybody;
  const found = await botList.list({ organizationId: testOrganizationId }, { offset, limit });
  return found.map((bot) => platformBotReply(bot, { caller, deps }));
});

const handleFigures = implementForOperator(getTestBotFigures, async ({ deps }) => {
  const { total, busy, byState } = await deps.database.platform.testBots.figures();
  return { isPossible: (await findVirtualExchange(deps)) !== null, total, busy, byState: [...byState] };
});

const handleStart = implementForOperator(startTestBots, async ({ actor, deps, audit }) => {
  await requireVirtualExchange(deps);
  const count = await deps.database.platform.transaction(async (within) => {
    const started = await within.testBots.startAll(actor.operatorId, deps.clock.now());
    audit.add({ count: started });
    await audit.storeIn(within.own);
    return started;
  });
  return { success: true, count };
});

const handleStop = implementForOperator(stopTestBots, async ({ actor, deps, audit }) => {
  const count = await deps.database.platform.transaction(async (within) => {
    const { busy } = await within.testBots.figures();
    audit.add({ count: busy });
    if (busy > 0) {
      const stopId = await within.forOrganization(testOrganizationId).stops.ask({ scope: 'organization' }, askedBy(actor.operatorId, deps));
      audit.add({ stopId });
    }
    await audit.storeIn(within.own);
    return busy;
  });
  return { success: true, count };
});

const handleRemove = implementForOperator(removeTestBots, async ({ deps, audit }) => {
  const count = await deps.database.platform.transaction(async (within) => {
    await within.testBots.lock();
    const { total, busy } = await within.testBots.figures();
    if (busy > 0) throw new Refusal('testBotsRunning', { facts: { count: busy } });
    await within.testBots.remove();
    audit.add({ count: total });
    await audit.storeIn(within.own);
    return total;
  });
  return { success: true, count };
});

/** Bots on the virtual exchange that show what a machine carries. */
export const testBotCalls: readonly Implementation[] = [handleMake, handleList, handleFigures, handleStart, handleStop, handleRemove];
