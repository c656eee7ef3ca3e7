import { type BotPhase, type BotStanding, botStandings, type DesiredBot, isRunning, lifecycleOf } from '@tenbin/bots';
import { buildBot, buildExchangeAccount, buildTenant, openTestDatabase, type TestDatabase } from '@tenbin/testkit';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

type Kind = BotPhase['kind'];
interface Combination extends DesiredBot {
  readonly botId: string;
  readonly accountId: string;
}

const rebalanceId = '01979f3e-7c1a-7000-8000-00000000000f';
const asked = { askedAt: new Date('2026-01-01T00:00:00Z'), by: 'automatic' };
const phases: readonly BotPhase[] = [
  { kind: 'stopped', receipt: null },
  { kind: 'starting', ...asked },
  { kind: 'running', since: asked.askedAt },
  { kind: 'rebalancing', ...asked, rebalanceId, round: 0, steps: null },
  { kind: 'stopping', ...asked, reason: null, runningSince: null },
];
const wishes = phases.flatMap((phase) =>
  [true, false].flatMap((active) =>
    [rebalanceId, null].flatMap((rebalance) =>
      ['somebody', null].map((forcedBy): DesiredBot => ({ active, rebalanceId: rebalance, forcedBy, phase })),
    ),
  ),
);

/**
 * Whether requests and steps can lead to it: only a bot at rest is rebalanced, what is forced is a stop that lasts, and
 * one that stops is not wanted to run.
 */
const isReachable = ({ active, rebalanceId: rebalance, forcedBy, phase: { kind } }: DesiredBot): boolean =>
  (rebalance === null || kind === 'stopped' || kind === 'rebalancing') &&
  (lifecycleOf({ active, rebalanceId: rebalance, phase: { kind } }).shown === 'stopping' ? !active : forcedBy === null);

let opened: TestDatabase;
let admin: Client;
let organizationId: string;
let userId: string;
let combinations: readonly Combination[];
let workerId: string;
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
  workerId = await workers.register('first');
  claims = await workers.claim(workerId, { limit: 1_000, leaseMs: 3_600_000 });
  for (const { botId, active, rebalanceId: rebalance, forcedBy, phase } of made)
    await admin.query(
      'update bots set active = $2, rebalance_id = $3, forced_by = $4, forced_at = $5, state = $6, phase = $7 where id = $1',
      [botId, active, rebalance, forcedBy, forcedBy === null ? null : new Date(), phase.kind, phase],
    );
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
  expect(named(told)).toEqual(named(combinations.filter((bot) => lifecycleOf(bot).next.length > 0)));
});

test('a worker need not own the accounts of exactly those that are not busy', async () => {
  const excess = await opened.database.platform.workers.listExcess(workerId, { leaseMs: 3_600_000 });
  const left = whichAccounts(excess.map(({ exchangeAccountId }) => exchangeAccountId));
  expect(named(left)).toEqual(named(combinations.filter((bot) => !isBusy(bot))));
});

test('busy is whatever may not be changed', async () => {
  const own = opened.database.forOrganization(organizationId);
  const busy = combinations.filter(isBusy);
  expect(busy.length).toBeLessThan(combinations.length);
  for (const { botId } of [...busy.slice(0, 1), ...combinations.filter((one) => !isBusy(one)).slice(0, 1)])
    expect(await own.bots.countBusy(botId)).toBe(busy.filter((one) => one.botId !== botId).length);
});

test('a change is refused with the reason of the rule, and made where it has none', async () => {
  const own = opened.database.forOrganization(organizationId);
  const refusals = await Promise.all(
    combinations.map(({ botId }) =>
      own.bots.updateSettings(userId, botId, { name: 'changed' }).then(
        () => null,
        ({ code }) => code,
      ),
    ),
  );
  expect(refusals).toEqual(combinations.map((bot) => lifecycleOf(bot).refused.change));
});

test('as running counts what is wanted to run and not rebalanced first: what is shown to start or to run', async () => {
  const own = opened.database.forOrganization(organizationId);
  const found = await own.botList.list({ isRunning: true }, { offset: 0, limit: 1_000 });
  const listed = combinations.filter(({ botId }) => found.some(({ id }) => id === botId));
  expect(named(listed)).toEqual(named(combinations.filter(isRunning)));
  const shown = (bot: DesiredBot) => standingOf[lifecycleOf(bot).shown] === 'running';
  expect(named(listed.filter(isReachable))).toEqual(named(combinations.filter(isReachable).filter(shown)));
  const { rows } = await admin.query('select running_count from user_standings where user_id = $1', [userId]);
  expect(rows).toEqual([{ running_count: listed.length }]);
});

const standingOf: Readonly<Record<Kind, BotStanding>> = {
  stopped: 'stopped',
  starting: 'running',
  running: 'running',
  rebalancing: 'between',
  stopping: 'between',
};

test.each(botStandings)('a list by standing has as %s what is shown so', async (standing) => {
  const own = opened.database.forOrganization(organizationId);
  const found = await own.botList.list({ standing }, { offset: 0, limit: 1_000 });
  const listed = combinations.filter(({ botId }) => found.some(({ id }) => id === botId));
  const isShown = (bot: DesiredBot) => standingOf[lifecycleOf(bot).shown] === standing;
  expect(named(listed.filter(isReachable))).toEqual(named(combinations.filter(isReachable).filter(isShown)));
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

test('a stop can be forced of exactly those that are shown to be stopping', async () => {
  const own = opened.database.forOrganization(organizationId);
  const unforced = combinations.filter(({ forcedBy }) => forcedBy === null);
  const forced = await Promise.all(unforced.map(({ botId }) => own.bots.forceStop(userId, botId, { by: userId, at: new Date() })));
  const isStopping = (bot: DesiredBot) => lifecycleOf(bot).shown === 'stopping';
  expect(named(unforced.filter((_, index) => forced[index]?.forcedAt))).toEqual(named(unforced.filter(isStopping)));
});

test('a stop of all asks exactly those that are busy', async () => {
  const { stops } = opened.database.forOrganization(organizationId);
  const stop = await stops.ask({ scope: 'user', userId }, { by: 'automatic', at: new Date() });
  const asked = await stops.listBots(stop, { offset: 0, limit: 1_000 });
  expect(named(combinations.filter(({ botId }) => asked.some((one) => one.botId === botId)))).toEqual(named(combinations.filter(isBusy)));
});
