import { closeLedger } from '@tenbin/bots';
import {
  buildExchange,
  buildExchangeAccount,
  buildOrganization,
  buildTenant,
  openTestDatabase,
  placeFor,
  type Tenant,
  type TestDatabase,
  testEngines,
} from '@tenbin/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Engine, openPgliteEngine, openPostgresEngine } from '../database/engine.ts';
import { databaseOver } from '../database/open-database.ts';
import { type Database, platformOrganizationId } from '../index.ts';
import { installJobs } from '../jobs/install-jobs.ts';

describe.each(testEngines)('workers on %s', (name) => {
  let engine: Engine;
  let opened: { readonly database: Database; readonly close: () => Promise<void> };
  beforeEach(async () => {
    const place = await placeFor(name);
    const { databaseUrl } = place.options;
    engine = databaseUrl === undefined ? await openPgliteEngine(place.options) : await openPostgresEngine(databaseUrl, place.options);
    await engine.migrate();
    await installJobs(engine);
    const database = await databaseOver(engine, place.options);
    opened = { database, close: () => database.close().then(place.close) };
  });
  afterEach(() => opened.close());

  const lease = { limit: 10, leaseMs: 3_600_000 };
  const minute = { limit: 10, leaseMs: 60_000 };

  /** As if it had not beaten for two minutes. */
  const fallSilent = (workerId: string) =>
    engine.platform.query('platform', "update workers set heartbeat_at = now() - interval '2 minutes' where id = $1", [workerId], 'array');

  async function requestedBot(): Promise<Tenant> {
    const tenant = await buildTenant(opened.database);
    const own = opened.database.forOrganization(tenant.organization.id);
    await own.bots.setActive(tenant.user.id, tenant.bot.id, { active: true, by: tenant.user.id, at: new Date() });
    return tenant;
  }

  test('claim the accounts whose bots shall run, of every organization, each once', async () => {
    const { workers } = opened.database.platform;
    const tenants = await Promise.all([requestedBot(), requestedBot(), requestedBot()]);
    await buildTenant(opened.database);
    const [first, second] = [await workers.register('first'), await workers.register('second')];
    const claims = (await Promise.all([workers.claim(first, { ...lease, limit: 2 }), workers.claim(second, lease)])).flat();
    const late = await workers.claim(second, lease);
    expect([...claims, ...late].map((claim) => claim.exchangeAccountId).sort()).toEqual(tenants.map(({ account }) => account.id).sort());
    expect(claims.every(({ epoch, isTakenOver }) => epoch === 1 && !isTakenOver)).toBe(true);
    expect([...(await workers.listClaims(first)), ...(await workers.listClaims(second))]).toHaveLength(3);
  });

  test('claim accounts with open virtual accounts, whether anything runs on them or not', async () => {
    const { workers } = opened.database.platform;
    const platform = opened.database.forOrganization(platformOrganizationId);
    const { id: exchangeId } = await buildExchange(opened.database, (await buildOrganization(opened.database)).id);
    const owner = { organizationId: platformOrganizationId, userId: null, exchangeId };
    await buildExchangeAccount(opened.database, owner);
    const { id: accountId } = await buildExchangeAccount(opened.database, owner);
    const { id } = await platform.virtualAccounts.create({ exchangeAccountId: accountId, name: 'one' });
    const worker = await workers.register('one');
    const claimed = await workers.claim(worker, lease);
    expect(claimed.map(({ exchangeAccountId }) => exchangeAccountId)).toEqual([accountId]);
    expect((await workers.listExcess(worker, lease)).length).toBe(0);
    await workers.leave(worker);
    await platform.virtualAccounts.change(accountId, [id], { by: null }, (books) => {
      const ledger = books.ledgers[id];
      return { books: { ...books, ledgers: { ...(ledger && { [id]: closeLedger(ledger) }) } }, movements: [] };
    });
    expect(await workers.claim(await workers.register('next'), lease)).toEqual([]);
  });

  test('that claim at the same moment never get the same account', async () => {
    const { workers } = opened.database.platform;
    const tenants = await Promise.all([requestedBot(), requestedBot(), requestedBot(), requestedBot()]);
    for (const round of Array(15).keys()) {
      const four = await Promise.all(['a', 'b', 'c', 'd'].map((name) => workers.register(`${name}${round}`)));
      const claimed = (await Promise.all(four.map((id) => workers.claim(id, lease))))
        .flat()
        .map(({ exchangeAccountId }) => exchangeAccountId);
      expect(claimed.sort()).toEqual(tenants.map(({ account }) => account.id).sort());
      await Promise.all(four.map((id) => workers.leave(id)));
    }
  });

  test('take over from one whose heartbeat is older than the lease, under the next epoch', async () => {
    const { workers } = opened.database.platform;
    const tenant = await requestedBot();
    const [first, second] = [await workers.register('first'), await workers.register('second')];
    await workers.claim(first, lease);
    expect(await workers.claim(second, lease)).toEqual([]);
    await fallSilent(first);
    expect(await workers.claim(second, lease)).toEqual([]);
    const claimed = await workers.claim(second, minute);
    expect(claimed).toEqual([
      {
        organizationId: tenant.organization.id,
        exchangeAccountId: tenant.account.id,
        exchangeId: tenant.exchange.id,
        epoch: 2,
        isTakenOver: true,
      },
    ]);
    expect(await workers.listClaims(first)).toEqual([]);
  });

  test('keep what is their own under its epoch, however late they are, and take what is nobody’s', async () => {
    const { workers } = opened.database.platform;
    const worker = await workers.register('first');
    const first = await requestedBot();
    expect(await workers.claim(worker, lease)).toMatchObject([{ exchangeAccountId: first.account.id, epoch: 1 }]);
    const second = await requestedBot();
    await fallSilent(worker);
    const late = await workers.claim(worker, minute);
    expect(late).toMatchObject([{ exchangeAccountId: second.account.id, epoch: 1 }]);
    expect((await workers.listClaims(worker)).map(({ epoch }) => epoch)).toEqual([1, 1]);
  });

  test('keep what they have by beating', async () => {
    const { workers } = opened.database.platform;
    await requestedBot();
    const [first, second] = [await workers.register('first'), await workers.register('second')];
    await workers.claim(first, lease);
    await fallSilent(first);
    await fallSilent(second);
    expect(await workers.beat(first)).toBe(true);
    expect(await workers.claim(second, minute)).toEqual([]);
    expect(await workers.removeDead(minute.leaseMs)).toBe(1);
    expect(await workers.beat(second)).toBe(false);
    await fallSilent(first);
    expect(await workers.removeDead(lease.leaseMs)).toBe(0);
    expect(await workers.removeDead(minute.leaseMs)).toBe(1);
    expect(await workers.beat(first)).toBe(false);
    expect(await workers.claim(await workers.register('third'), minute)).toHaveLength(1);
  });

  test('have a fair share: one that comes later is given what the others have too many of', async () => {
    const { workers } = opened.database.platform;
    for (let made = 0; made < 5; made += 1) await requestedBot();
    const first = await workers.register('first');
    expect(await workers.claim(first, lease)).toHaveLength(5);
    expect(await workers.listExcess(first, lease)).toEqual([]);
    const second = await workers.register('second');
    expect(await workers.claim(second, lease)).toEqual([]);
    const excess = await workers.listExcess(first, lease);
    expect(excess).toHaveLength(2);
    for (const claim of excess) await workers.release(first, claim);
    expect(await workers.claim(first, lease)).toEqual([]);
    expect((await workers.claim(second, lease)).map(({ exchangeAccountId }) => exchangeAccountId)).toEqual(
      excess.map(({ exchangeAccountId }) => exchangeAccountId),
    );
    expect([await workers.listExcess(first, lease), await workers.listExcess(second, lease)]).toEqual([[], []]);
    await workers.leave(first);
    expect(await workers.claim(second, lease)).toHaveLength(3);
  });

  test('need not keep an account on which nothing runs any more', async () => {
    const { workers } = opened.database.platform;
    const [{ organization, user, bot, account }] = await Promise.all([requestedBot(), requestedBot()]);
    const only = await workers.register('only');
    expect(await workers.claim(only, lease)).toHaveLength(2);
    await opened.database.forOrganization(organization.id).bots.setActive(user.id, bot.id, { active: false, by: user.id, at: new Date() });
    const excess = await workers.listExcess(only, lease);
    expect(excess.map(({ exchangeAccountId }) => exchangeAccountId)).toEqual([account.id]);
    for (const claim of excess) await workers.release(only, claim);
    expect([await workers.listClaims(only), await workers.listExcess(only, lease)]).toMatchObject([{ length: 1 }, []]);
  });

  test('give back what they leave, to be claimed at once', async () => {
    const { workers } = opened.database.platform;
    await requestedBot();
    const [first, second] = [await workers.register('first'), await workers.register('second')];
    const [claim] = await workers.claim(first, lease);
    if (!claim) throw new Error('nothing was claimed');
    await workers.release(second, claim);
    expect(await workers.claim(second, lease)).toEqual([]);
    await workers.release(first, claim);
    expect(await workers.claim(second, lease)).toEqual([{ ...claim, epoch: 2 }]);
    await workers.leave(second);
    expect(await workers.claim(first, lease)).toEqual([{ ...claim, epoch: 3 }]);
  });

  test('keep an account while they live; taken from one that does not, it is written under the next epoch', async () => {
    const { workers } = opened.database.platform;
    const tenant = await requestedBot();
    const account = { organizationId: tenant.organization.id, exchangeAccountId: tenant.account.id };
    const owner = await workers.register('owner');
    await workers.claim(owner, lease);
    expect(await workers.takeAway(account, lease)).toBeNull();
    expect(await workers.listClaims(owner)).toHaveLength(1);
    expect(await workers.takeAway(account, { leaseMs: 0 })).toBe(2);
    expect(await workers.listClaims(owner)).toEqual([]);
    expect(await workers.claim(owner, lease)).toMatchObject([{ epoch: 3 }]);
    expect(await workers.takeAway(account, null)).toBe(4);
    expect(await workers.takeAway(account, lease), 'that nobody owns').toBe(5);
  });

  test('are told which of their accounts have a bot that does not do what is requested', async () => {
    const { workers } = opened.database.platform;
    const tenants = await Promise.all([requestedBot(), requestedBot()]);
    const claims = await workers.claim(await workers.register('first'), lease);
    expect(await workers.listUnmet(claims)).toHaveLength(2);
    const [running] = tenants;
    const claim = claims.find(({ exchangeAccountId }) => exchangeAccountId === running.account.id);
    const own = opened.database.forOrganization(running.organization.id);
    const phase = { kind: 'running' as const, since: new Date() };
    await own.journal.record({ botId: running.bot.id, epoch: claim?.epoch ?? 0 }, { phase });
    expect((await workers.listUnmet(claims)).map(({ exchangeAccountId }) => exchangeAccountId)).toEqual([tenants[1].account.id]);
    await own.bots.setActive(running.user.id, running.bot.id, { active: false, by: running.user.id, at: new Date() });
    expect(await workers.listUnmet(claims)).toHaveLength(2);
    expect(await workers.listUnmet([])).toEqual([]);
  });

  test('claim a bot that is still stopping, though nobody wants it to run', async () => {
    const { workers } = opened.database.platform;
    const { organization, bot, user } = await buildTenant(opened.database);
    const phase = { kind: 'stopping' as const, askedAt: new Date(), by: user.id, reason: null, runningSince: null };
    await opened.database.forOrganization(organization.id).journal.record({ botId: bot.id, epoch: 0 }, { phase });
    expect(await workers.claim(await workers.register('first'), lease)).toHaveLength(1);
  });
});

describe('a worker whose process has ended', () => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await openTestDatabase('postgres');
  });
  afterEach(() => opened.close());

  test('is not waited for as long as one that is only slow', async () => {
    const { database } = opened;
    const { workers } = database.platform;
    const { organization, user, bot } = await buildTenant(database);
    await database.forOrganization(organization.id).bots.setActive(user.id, bot.id, { active: true, by: user.id, at: new Date() });
    const lease = { limit: 10, leaseMs: 3_600_000, graceMs: 0 };
    const presence = await database.holdPresence();
    const [gone, heir] = [await workers.register('gone', presence.token), await workers.register('heir', null)];
    await workers.claim(gone, lease);
    expect(await workers.claim(heir, lease)).toEqual([]);
    await presence.release();
    await workers.beat(gone);
    expect(await workers.claim(heir, { ...lease, graceMs: 3_600_000 })).toEqual([]);
    await expect.poll(() => workers.claim(heir, lease)).toHaveLength(1);
  });
});
