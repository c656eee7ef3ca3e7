import type { BotPhase, TimelineEntry } from '@tenbin/bots';
import { buildBot, buildTenant, buildUser, newId, openTestDatabase, type Tenant, type TestDatabase, testEngines } from '@tenbin/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrganizationDatabase } from '../database/database.ts';
import { platformOrganizationId } from '../schema/tenancy.ts';

const askedAt = new Date('2026-01-02T03:04:05Z');
const later = new Date(askedAt.getTime() + 5_000);
const asked = { by: 'somebody', at: askedAt };

describe.each(testEngines)('a stop of a scope, on %s', (engine) => {
  let opened: TestDatabase;
  let a: Tenant;
  let b: Tenant;
  let own: OrganizationDatabase;

  beforeAll(async () => {
    opened = await openTestDatabase(engine);
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    [a, b] = [await buildTenant(opened.database), await buildTenant(opened.database)];
    own = opened.database.forOrganization(a.organization.id);
  });

  const record = (tenant: Tenant, phase: BotPhase, timeline: readonly TimelineEntry[] = []) =>
    opened.database.forOrganization(tenant.organization.id).journal.record({ botId: tenant.bot.id, epoch: 0 }, { phase, timeline });
  const requestActive = (tenant: Tenant, active = true) =>
    opened.database
      .forOrganization(tenant.organization.id)
      .bots.setActive(tenant.user.id, tenant.bot.id, { active, by: tenant.user.id, at: new Date() });
  async function run(tenant: Tenant): Promise<void> {
    await requestActive(tenant);
    await record(tenant, { kind: 'starting', askedAt, by: tenant.user.id });
    await record(tenant, { kind: 'running', since: askedAt });
  }
  const receipt = { askedAt, by: 'somebody', reason: null, cancelled: ['Tax1', 'Tax2'], filledMeanwhile: ['Tax3'], confirmedAt: later };

  test('is confirmed when the exchange has confirmed it for its last bot, and says what was cancelled and filled', async () => {
    await run(a);
    const id = await own.stops.ask({ scope: 'organization' }, asked);
    expect((await own.bots.require(a.user.id, a.bot.id)).active).toBe(false);
    expect(await own.stops.find(id)).toMatchObject({ botCount: 1, confirmedCount: 0, confirmedAt: null, by: 'somebody', askedAt });
    await record(a, { kind: 'stopped', receipt });
    expect(await own.stops.find(id)).toMatchObject({ confirmedCount: 1, confirmedAt: later });
    expect(await own.stops.listBots(id, { offset: 0, limit: 10 })).toMatchObject([{ botId: a.bot.id, outcome: 'confirmed', receipt }]);
  });

  test('that its owner forced is an outcome of its own, with what is not confirmed, and confirms nothing', async () => {
    await run(a);
    const id = await own.stops.ask({ scope: 'organization' }, asked);
    const order = {
      clientOrderId: 'Tax1',
      pair: 'BTC/USDT',
      side: 'sell',
      price: '60000',
      amount: '0.1',
      filled: '0',
      state: 'open',
    } as const;
    const forced = { by: a.user.id, at: later, because: 'exchangeAway', unconfirmed: [order] } as const;
    expect(await own.bots.forceStop(a.user.id, a.bot.id, forced)).toMatchObject({ forcedBy: a.user.id, forcedAt: later });
    const again = { by: 'somebody', at: new Date(later.getTime() + 1) };
    expect(await own.bots.forceStop(a.user.id, a.bot.id, again)).toMatchObject({ forcedBy: a.user.id, forcedAt: later });
    await expect(own.bots.forceStop(b.user.id, a.bot.id, again)).rejects.toMatchObject({ code: 'botNotFound' });
    await record(a, { kind: 'stopped', receipt: { ...receipt, confirmedAt: null, forced } });
    const found = await own.stops.find(id);
    expect(found).toMatchObject({ botCount: 1, confirmedCount: 0, unconfirmedCount: 0, forcedCount: 1, confirmedAt: null });
    const [bot] = await own.stops.listBots(id, { offset: 0, limit: 10 });
    expect(bot).toMatchObject({ outcome: 'forced', endedAt: later, receipt: { confirmedAt: null, forced } });
    expect(await own.bots.require(a.user.id, a.bot.id)).toMatchObject({ forcedBy: null, forcedAt: null });
    expect(await own.bots.forceStop(a.user.id, a.bot.id, again), 'nothing is forced that has stopped').toMatchObject({ forcedAt: null });
  });

  test('stays as it was when a bot runs and stops again', async () => {
    await run(a);
    const id = await own.stops.ask({ scope: 'user', userId: a.user.id }, asked);
    await record(a, { kind: 'stopped', receipt });
    const before = await own.stops.find(id);
    await run(a);
    expect(await own.stops.find(id)).toEqual(before);
    await record(a, { kind: 'stopped', receipt: { ...receipt, cancelled: [], confirmedAt: new Date() } });
    expect(await own.stops.find(id)).toEqual(before);
    expect((await own.stops.listBots(id, { offset: 0, limit: 10 }))[0]?.receipt?.cancelled).toEqual(receipt.cancelled);
  });

  test('stands for the bot’s user, with what was cancelled and filled, until the bot is requested to run again', async () => {
    await run(a);
    await own.stops.ask({ scope: 'organization' }, asked);
    expect(await own.stops.listActive(a.user.id)).toMatchObject([{ scope: 'organization', bot: { botId: a.bot.id, outcome: null } }]);
    await record(a, { kind: 'stopped', receipt });
    expect(await own.stops.listActive(a.user.id)).toMatchObject([{ by: 'somebody', askedAt, bot: { outcome: 'confirmed', receipt } }]);
    expect(await own.stops.listActive(b.user.id)).toEqual([]);
    await requestActive(a);
    expect(await own.stops.listActive(a.user.id)).toEqual([]);
    await requestActive(a, false);
    expect(await own.stops.listActive(a.user.id)).toEqual([]);
  });

  test('of one user leaves the bots of others alone', async () => {
    const other = await buildUser(opened.database, a.organization.id);
    const { account } = a;
    const more = await buildBot(opened.database, a.organization.id, { userId: a.user.id, exchangeAccountId: account.id });
    await own.bots.setActive(a.user.id, more.id, { active: true, by: a.user.id, at: askedAt });
    const id = await own.stops.ask({ scope: 'user', userId: other.id }, asked);
    expect(await own.stops.find(id)).toMatchObject({ scope: 'user', subjectId: other.id, botCount: 0, confirmedAt: askedAt });
    expect((await own.bots.require(a.user.id, more.id)).active).toBe(true);
  });

  test('a bot that no worker has taken up yet has nothing open, and cannot start any more', async () => {
    await requestActive(a);
    const id = await own.stops.ask({ scope: 'bot', botId: a.bot.id }, asked);
    expect(await own.stops.find(id)).toMatchObject({ botCount: 1, confirmedCount: 1, confirmedAt: askedAt });
    await expect(record(a, { kind: 'starting', askedAt, by: a.user.id })).rejects.toMatchObject({ code: 'startWithdrawn' });
  });

  test('goes before a start that was asked for earlier and was still being checked', async () => {
    const asking = { active: true, by: a.user.id, at: askedAt };
    const rebalance = { userId: a.user.id, botId: a.bot.id, startsBot: true, feePercents: {}, at: askedAt };
    for (const stop of [
      () => own.bots.setActive(a.user.id, a.bot.id, { ...asking, active: false, at: later }),
      () => own.stops.ask({ scope: 'bot', botId: a.bot.id }, { by: 'somebody', at: later }),
      () => own.stops.ask({ scope: 'user', userId: a.user.id }, { by: 'somebody', at: later }),
      () => own.stops.ask({ scope: 'organization' }, { by: 'somebody', at: later }),
    ]) {
      await stop();
      await expect(own.bots.setActive(a.user.id, a.bot.id, asking)).rejects.toThrow('botStopping');
      await expect(own.rebalances.request(rebalance)).rejects.toThrow('botStopping');
    }
    expect((await own.bots.require(a.user.id, a.bot.id)).active).toBe(false);
    const other = opened.database.forOrganization(b.organization.id);
    expect(await other.bots.setActive(b.user.id, b.bot.id, asking)).toMatchObject({ active: true });
    expect(await own.bots.setActive(a.user.id, a.bot.id, { ...asking, at: later })).toMatchObject({ active: true });
    expect(await own.bots.setActive(a.user.id, a.bot.id, asking), 'what is so already is no error').toMatchObject({ active: true });
  });

  test('a bot that no worker has taken up yet is not confirmed while its last run may have left orders open', async () => {
    await run(a);
    const order = {
      clientOrderId: 'T1',
      sequence: 1,
      pair: 'BTC/USDT',
      side: 'sell',
      price: '60000',
      amount: '0.1',
      state: 'open',
    } as const;
    const sent = {
      ...order,
      level: 0,
      exchangeOrderId: 'x1',
      reportedFilled: '0',
      sentAt: askedAt,
      cancelAskedAt: null,
      recordedTrades: 0,
    };
    const phase = { kind: 'stopped', receipt: null } as const;
    await own.journal.record({ botId: a.bot.id, epoch: 0 }, { orders: [sent], phase, active: false });
    await requestActive(a);
    const id = await own.stops.ask({ scope: 'bot', botId: a.bot.id }, asked);
    expect(await own.stops.find(id)).toMatchObject({ botCount: 1, confirmedCount: 0, unconfirmedCount: 1, confirmedAt: null });
  });

  test('says which bots the exchange could not be asked about, and which cannot be confirmed', async () => {
    await run(a);
    const id = await own.stops.ask({ scope: 'organization' }, asked);
    const entry = { kind: 'exchangeUnreachable', at: later, facts: { reason: 'timeout' } } as const;
    await record(a, { kind: 'stopping', askedAt, by: 'somebody', reason: null, runningSince: askedAt }, [entry]);
    expect(await own.stops.find(id)).toMatchObject({ unreachableCount: 1, confirmedAt: null });
    expect(await own.stops.listBots(id, { offset: 0, limit: 10 })).toMatchObject([{ outcome: null, trouble: 'timeout' }]);
    await record(a, { kind: 'stopped', receipt: null });
    expect(await own.stops.find(id)).toMatchObject({ unreachableCount: 0, unconfirmedCount: 1, confirmedAt: null });
  });

  test('of the platform reaches every organization; each sees its own part', async () => {
    await run(a);
    await run(b);
    const { stops } = opened.database.platform;
    const id = await stops.askAll(asked);
    await record(a, { kind: 'stopped', receipt });
    const all = await stops.find(id);
    expect(all).toMatchObject({ scope: 'platform', subjectId: null, confirmedAt: null });
    expect(all?.botCount).toBeGreaterThanOrEqual(2);
    expect(await own.stops.find(id)).toMatchObject({ botCount: 1, confirmedCount: 1, confirmedAt: later });
    const seen = await stops.listBots(id, { offset: 0, limit: 100 });
    expect(seen.map(({ botId }) => botId)).toEqual(expect.arrayContaining([a.bot.id, b.bot.id]));
    expect(seen.at(-1)?.outcome).toBe('confirmed');
  });

  test('of the platform reaches its own bots as well', async () => {
    const platform = opened.database.forOrganization(platformOrganizationId);
    const keyFingerprint = newId();
    const { id } = await platform.exchangeAccounts.create({ ...a.account, id: newId(), userId: null, exchangeUser: null, keyFingerprint });
    const bot = await platform.bots.create({ ...a.bot, userId: null, exchangeAccountId: id, courseId: null });
    const claim = { botId: bot.id, epoch: 0 };
    await platform.journal.record(claim, { phase: { kind: 'running', since: askedAt } });
    const { stops } = opened.database.platform;
    const stop = await stops.askAll(asked);
    await platform.journal.record(claim, { phase: { kind: 'stopped', receipt } });
    const seen = await stops.listBots(stop, { offset: 0, limit: 100 });
    expect(seen).toContainEqual(expect.objectContaining({ botId: bot.id, userId: null, outcome: 'confirmed', receipt }));
  });

  test('is not there for another organization', async () => {
    const id = await own.stops.ask({ scope: 'organization' }, asked);
    const other = opened.database.forOrganization(b.organization.id).stops;
    expect(await other.find(id)).toBeNull();
    expect(await other.listBots(id, { offset: 0, limit: 10 })).toEqual([]);
  });
});
