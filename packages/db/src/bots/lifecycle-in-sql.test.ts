import { type BotPhase, type DesiredBot, lifecycleOf } from '@tenbin/bots';
import { buildBot, buildExchangeAccount, buildTenant, openTestDatabase, type TestDatabase } from '@tenbin/testkit';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

type Kind = BotPhase['kind'];
interface Combination extends DesiredBot {
  readonly botId: string;
  readonly accountId: string;
}

const kinds: readonly Kind[] = ['stopped', 'starting', 'running', 'rebalancing', 'stopping'];
const rebalanceId = '01979f3e-7c1a-7000-8000-00000000000f';
const wishes = kinds.flatMap((kind) =>
  [true, false].flatMap((active) =>
    [rebalanceId, null].flatMap((rebalance) =>
      ['somebody', null].map((forcedBy): DesiredBot => ({ active, rebalanceId: rebalance, forcedBy, phase: { kind } })),
    ),
  ),
);

/**
 * Whether requests and steps can lead to it: only a bot at rest is rebalanced, what is forced is a stop that lasts, and
 * neither a bot that is rebalanced nor one that stops can be wanted to run.
 */
const isReachable = ({ active, rebalanceId: rebalance, forcedBy, phase: { kind } }: DesiredBot): boolean =>
  (rebalance === null || kind === 'stopped' || kind === 'rebalancing') &&
  (forcedBy === null || lifecycleOf({ active, rebalanceId: rebalance, phase: { kind } }).shown === 'stopping') &&
  !(active && (rebalance !== null || kind === 'rebalancing' || kind === 'stopping'));

let opened: TestDatabase;
let admin: Client;
let organizationId: string;
let userId: string;
let combinations: readonly Combination[];
let claims: Awaited<ReturnType<TestDatabase['database']['platform']['workers']['claim']>>;

beforeAll(async () => {
  opened = await openTestDatabase('postgres');
  admin = new Client({ connectionString: opened.options.databaseUrl });
  await admin.connect();
  const { database } = opened;
  const tenant = await buildTenant(database);
  organizationId = tenant.organization.id;
  userId = tenant.user.id;
  const own = database.forOrganization(organizationId);
  const made: Combination[] = [];
  for (const wish of wishes) {
    const account = await buildExchangeAccount(database, { organizationId, userId, exchangeId: tenant.exchange.id });
    const bot = await buildBot(database, organizationId, { userId, exchangeAccountId: account.id });
    await own.bots.setActive(userId, bot.id, { active: true, by: userId, at: new Date() });
    made.push({ ...wish, botId: bot.id, accountId: account.id });
  }
  const { workers } = database.platform;
  claims = await workers.claim(await workers.register('first'), { limit: 1_000, leaseMs: 3_600_000 });
  for (const { botId, active, rebalanceId: rebalance, forcedBy, phase } of made)
    await admin.query('update bots set active = $2, rebalance_id = $3, forced_by = $4, forced_at = $5, state = $6 where id = $1', [
      botId,
      active,
      rebalance,
      forcedBy,
      forcedBy === null ? null : new Date(),
      phase.kind,
    ]);
  combinations = made;
});
afterAll(async () => {
  await admin.end();
  await opened.close();
});

const name = ({ active, rebalanceId: rebalance, forcedBy, phase }: DesiredBot): string =>
  [phase.kind, active && 'active', rebalance !== null && 'rebalance', forcedBy !== null && 'forced'].filter(Boolean).join(' ');
const named = (found: readonly DesiredBot[]): string[] => found.map(name).sort();
const whichAccounts = (ids: readonly string[]) => combinations.filter(({ accountId }) => ids.includes(accountId));
const isBusy = (bot: DesiredBot): boolean => lifecycleOf(bot).refused.change !== null;

test('a worker is told of exactly the bots for which something is to be done', async () => {
  const told = whichAccounts((await opened.database.platform.workers.listUnmet(claims)).map(({ exchangeAccountId }) => exchangeAccountId));
  const hasNext = (bot: DesiredBot) => lifecycleOf(bot).next.length > 0;
  expect(combinations.filter(isReachable).length).toBeGreaterThan(kinds.length);
  expect(named(told.filter(isReachable))).toEqual(named(combinations.filter(isReachable).filter(hasNext)));
  // Of what no request leads to it is told rather too often.
  expect(named(combinations.filter(hasNext).filter((one) => !told.includes(one)))).toEqual([]);
});

test('busy is whatever may not be changed', async () => {
  const own = opened.database.forOrganization(organizationId);
  const busy = combinations.filter(isBusy);
  expect(busy.length).toBeLessThan(combinations.length);
  for (const { botId } of [...busy.slice(0, 1), ...combinations.filter((one) => !isBusy(one)).slice(0, 1)])
    expect(await own.bots.countBusy(botId)).toBe(busy.filter((one) => one.botId !== botId).length);
});

test('a list shows as running what is shown to start or to run', async () => {
  const own = opened.database.forOrganization(organizationId);
  const found = await own.botList.list({ isRunning: true }, { offset: 0, limit: 1_000 });
  const listed = combinations.filter(({ botId }) => found.some(({ id }) => id === botId));
  const runs = (bot: DesiredBot) => ['starting', 'running'].includes(lifecycleOf(bot).shown) && bot.active;
  expect(named(listed.filter(isReachable))).toEqual(named(combinations.filter(isReachable).filter(runs)));
});

test('the key of a withdrawn exchange is kept for exactly those that are busy', async () => {
  const sealed = async () =>
    new Map((await admin.query('select id, sealed::text as sealed from exchange_accounts')).rows.map((row) => [row.id, row.sealed]));
  const before = await sealed();
  await admin.query('update exchange_accounts set withdrawn_at = now()');
  await opened.database.forOrganization(organizationId).exchangeAccounts.eraseWithdrawn();
  const after = await sealed();
  const kept = combinations.filter(({ accountId }) => before.get(accountId) === after.get(accountId));
  expect(named(kept)).toEqual(named(combinations.filter(isBusy)));
});
