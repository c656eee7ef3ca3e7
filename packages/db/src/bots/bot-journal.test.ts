import { newLedger, type OrderNews } from '@tenbin/bots';
import {
  bookedFill,
  buildBot,
  buildTenant,
  contractRecord,
  newId,
  openTestDatabase,
  orderWrite,
  type Tenant,
  type TestDatabase,
  testEngines,
} from '@tenbin/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrganizationDatabase } from '../database/database.ts';
import type { Progress } from './bot-journal.ts';

describe.each(testEngines)('the journal of a bot on %s', (engine) => {
  let opened: TestDatabase;
  let tenant: Tenant;
  let own: OrganizationDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(engine);
  });
  beforeEach(async () => {
    tenant = await buildTenant(opened.database);
    own = opened.database.forOrganization(tenant.organization.id);
  });
  afterAll(() => opened.close());

  const record = (progress: Progress, epoch = 0) => own.journal.record({ botId: tenant.bot.id, epoch }, progress);
  const idOf = (sequence: number) => `T${tenant.bot.botNumber.toString(36)}x${sequence.toString(36)}`;
  const order = (sequence: number, given: Partial<OrderNews> = {}) => orderWrite({ sequence, clientOrderId: idOf(sequence), ...given });
  const bot = () => own.bots.require(tenant.user.id, tenant.bot.id);

  test('writes a step once, however often it is given, and the next one after it', async () => {
    const [filled] = [order(1, { state: 'filled', exchangeOrderId: '1' })];
    const fill = bookedFill({ tradeId: '900', clientOrderId: idOf(1) });
    const entry = { kind: 'stopRequested', at: new Date(), facts: { by: 'user', reason: null } } as const;
    const step = {
      step: newId(),
      orders: [filled],
      fills: [fill],
      records: [contractRecord({ clientOrderId: idOf(1), tradeIds: ['900'] })],
      timeline: [entry],
    };
    expect([await record(step), await record(step), await record(step)]).toEqual(['written', 'known', 'known']);
    expect(await bot()).toMatchObject({ executionCount: 1 });
    expect(await own.records.count(tenant.bot.id)).toBe(1);
    expect(await own.timeline.list(tenant.bot.id, { offset: 0, limit: 10 })).toMatchObject([{ count: 1 }]);
    await record({ step: newId(), records: [contractRecord()] });
    expect(await own.records.count(tenant.bot.id)).toBe(2);
  });

  test('keeps an order from the intent on', async () => {
    const moved = { marketPrice: '60000.5', isEvening: true, feeOnTop: '0.0025' };
    await record({ orders: [order(1), order(2, { side: 'buy', ...moved })] });
    expect(await own.orders.find(idOf(1))).toMatchObject({ ...order(1), botId: tenant.bot.id, exchangeAccountId: tenant.account.id });
    expect(await own.orders.find(idOf(1))).toMatchObject({ marketPrice: null, isEvening: false, feeOnTop: null });
    expect(await own.orders.find(idOf(2))).toMatchObject(moved);
    expect(await bot()).toMatchObject({ sequence: 2, openOrderCount: 0 });
    await record({ orders: [order(1, { state: 'open', exchangeOrderId: '77' })] });
    expect(await own.orders.find(idOf(1))).toMatchObject({ state: 'open', exchangeOrderId: '77' });
    expect(await bot()).toMatchObject({ sequence: 2, openOrderCount: 1 });
    expect((await own.orders.listOpen(tenant.bot.id)).map((one) => one.sequence)).toEqual([1, 2]);
  });

  test.each([
    { from: 'open', to: 'pending', stays: 'open' },
    { from: 'open', to: 'unknown', stays: 'open' },
    { from: 'filled', to: 'open', stays: 'filled' },
    { from: 'filled', to: 'cancelled', stays: 'filled' },
    { from: 'neverPlaced', to: 'unknown', stays: 'neverPlaced' },
    { from: 'pending', to: 'unknown', stays: 'unknown' },
    { from: 'unknown', to: 'open', stays: 'open' },
  ] as const)('an order that is $from and reported $to is $stays afterwards', async ({ from, to, stays }) => {
    await record({ orders: [order(1, { state: from, exchangeOrderId: '7', reportedFilled: '0.0004', recordedTrades: 0 })] });
    await record({ orders: [order(1, { state: to, exchangeOrderId: null, reportedFilled: '0.0003' })] });
    expect(await own.orders.find(idOf(1))).toMatchObject({ state: stays, exchangeOrderId: '7', reportedFilled: '0.0004' });
  });

  test('keeps what the bot held after a part of an order, until the whole is there', async () => {
    const [part, other] = [
      { BTC: '0.0998', USDT: '6012.12' },
      { BTC: '0.0996', USDT: '6024.24' },
    ];
    const balancesAfter = async () => (await own.orders.listToRemember(tenant.bot.id, { settled: 40 }))[0]?.balancesAfter;
    await record({ orders: [order(1, { state: 'open' })] });
    expect(await balancesAfter()).toBeNull();
    for (const held of [part, other, null]) {
      await record({ orders: [order(1, { state: 'open', balancesAfter: held })] });
      expect(await balancesAfter()).toEqual(held);
    }
  });

  test('takes back that a cancelling was asked for', async () => {
    await record({ orders: [order(1, { state: 'open', cancelAskedAt: new Date(1000) })] });
    expect((await own.orders.find(idOf(1)))?.cancelAskedAt).toEqual(new Date(1000));
    await record({ orders: [order(1, { state: 'open', cancelAskedAt: null })] });
    expect((await own.orders.find(idOf(1)))?.cancelAskedAt).toBeNull();
  });

  test('refuses a client order id that is used for another order', async () => {
    await record({ orders: [order(1)] });
    await expect(record({ orders: [order(2), order(1, { price: '60601' })] })).rejects.toThrow('clientOrderIdUsed');
    const other = await buildTenantsBot();
    await expect(own.journal.record({ botId: other, epoch: 0 }, { orders: [order(1)] })).rejects.toThrow('clientOrderIdUsed');
    expect(await own.orders.find(idOf(2))).toBeNull();
  });

  async function buildTenantsBot(): Promise<string> {
    const { user, account, bot: first } = tenant;
    const made = await own.bots.create({
      name: 'second',
      strategy: first.strategy,
      type: 'MANUAL',
      userId: user.id,
      exchangeAccountId: account.id,
    });
    return made.id;
  }

  test('refuses everything of a step that contains a trade it knows', async () => {
    const ledger = { ...newLedger({ BTC: '0.1' }), balances: { BTC: '0.0995' }, growth: 0.000008 };
    await record({ orders: [order(1)], fills: [bookedFill({ tradeId: '1', clientOrderId: idOf(1) })], ledger });
    const again = {
      fills: [bookedFill({ tradeId: '2', clientOrderId: idOf(1) }), bookedFill({ tradeId: '1', clientOrderId: idOf(1) })],
      ledger: { ...ledger, growth: 1 },
      orders: [order(2)],
    };
    const error = await record(again).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'tradeKnown', facts: { pair: 'BTC/USDT', tradeIds: ['1'] } });
    expect((await bot()).ledger).toEqual(ledger);
    expect(await own.fills.listOfBot(tenant.bot.id, { offset: 0, limit: 10 })).toHaveLength(1);
    expect(await own.orders.find(idOf(2))).toBeNull();
    expect(await own.fills.listKnown(tenant.account.id, 'BTC/USDT', ['1', '2', '3'])).toEqual(['1']);
  });

  test('knows a trade by its pair and id: another pair may have the same id', async () => {
    await record({ orders: [order(1)], fills: [bookedFill({ tradeId: '1' }), bookedFill({ tradeId: '1', pair: 'ETH/USDT' })] });
    expect(await own.fills.findLatest(tenant.account.id, 'ETH/USDT')).toMatchObject({ pair: 'ETH/USDT', tradeId: '1' });
    expect(await own.fills.findLatest(tenant.account.id, 'ETH/BTC')).toBeNull();
  });

  test('remembers what a runner needs after a restart: what is not settled, and the latest that is', async () => {
    const fill = (sequence: number, amount: string) => bookedFill({ tradeId: `${sequence}`, clientOrderId: idOf(sequence), amount });
    await record({
      orders: [
        order(1, { state: 'cancelled' }),
        order(2, { state: 'filled', reportedFilled: '0.0005', recordedTrades: 1 }),
        order(3, { state: 'filled', reportedFilled: '0.0005', recordedTrades: 0 }),
        order(4, { state: 'cancelled', reportedFilled: '0.0005', recordedTrades: 0 }),
        order(5, { state: 'open' }),
        order(6, { state: 'unknown' }),
      ],
      fills: [fill(2, '0.0005'), fill(3, '0.0005'), fill(4, '0.0004')],
    });
    const sequences = async (settled: number) => (await own.orders.listToRemember(tenant.bot.id, { settled })).map((one) => one.sequence);
    expect(await sequences(0)).toEqual([3, 4, 5, 6]);
    expect(await sequences(1)).toEqual([2, 3, 4, 5, 6]);
    expect(await sequences(40)).toEqual([1, 2, 3, 4, 5, 6]);
    const [settled] = await own.orders.listToRemember(tenant.bot.id, { settled: 1 });
    expect(settled?.trades).toMatchObject([{ ...fill(2, '0.0005'), botId: tenant.bot.id }]);
    const { user, account, bot } = tenant;
    const second = await buildBot(opened.database, own.organizationId, { userId: user.id, exchangeAccountId: account.id });
    const others = [order(7, { state: 'cancelled' }), order(8, { state: 'cancelled' }), order(9, { state: 'open' })];
    await own.journal.record({ botId: second.id, epoch: 0 }, { orders: others });
    const ofBoth = await own.orders.listToRememberOf([bot.id, second.id], { settled: 1 });
    expect(ofBoth.map((one) => one.sequence)).toEqual([2, 3, 4, 5, 6, 8, 9]);
    expect(ofBoth.slice(0, 5)).toEqual(await own.orders.listToRemember(bot.id, { settled: 1 }));
    expect((await own.orders.listOpen(tenant.bot.id)).map((one) => one.sequence)).toEqual([5, 6]);
    expect((await own.orders.listOfBot(tenant.bot.id, { offset: 1, limit: 2 })).map((one) => one.sequence)).toEqual([5, 4]);
  });

  test('writes what the bot is and owns', async () => {
    const since = new Date('2026-01-02T03:04:05.678Z');
    const ledger = { ...newLedger({ BTC: '0.1', ETH: '2', USDT: '6000' }), growth: 0.1 + 0.2, ranMs: 86_400_000 };
    await record({
      phase: { kind: 'running', since },
      ledger,
      cursors: { 'BTC/USDT': '17' },
      duringStop: { cancelled: [idOf(1)], filled: [] },
      warnings: [{ code: 'worsePrice', facts: { pair: 'BTC/USDT', side: 'buy' } }],
      messages: [{ code: 'insufficientFunds', facts: { currency: 'BTC' }, at: since }],
    });
    expect(await bot()).toMatchObject({
      phase: { kind: 'running', since },
      firstStartedAt: since,
      ledger,
      cursors: { 'BTC/USDT': '17' },
      duringStop: { cancelled: [idOf(1)], filled: [] },
      warnings: [{ code: 'worsePrice', facts: { pair: 'BTC/USDT', side: 'buy' } }],
      messages: [{ code: 'insufficientFunds', facts: { currency: 'BTC' }, at: since }],
    });
    await record({ warnings: [], phase: { kind: 'running', since: new Date() } });
    expect(await bot()).toMatchObject({ firstStartedAt: since, ledger, warnings: [] });
  });

  test('keeps every receipt of a stop, shows the latest, and takes the request back where the bot stopped by itself', async () => {
    const at = new Date('2026-01-02T03:04:05.678Z');
    const receipt = {
      askedAt: at,
      by: 'automatic',
      reason: 'insufficientFunds' as const,
      cancelled: [idOf(1)],
      filledMeanwhile: [],
      confirmedAt: at,
    };
    await own.bots.setActive(tenant.user.id, tenant.bot.id, { active: true, by: tenant.user.id, at });
    await record({ phase: { kind: 'stopped', receipt }, active: false });
    expect(await bot()).toMatchObject({ active: false, phase: { kind: 'stopped', receipt } });
  });

  test('refuses a worker whose claim is over, and writes nothing', async () => {
    const { workers } = opened.database.platform;
    await own.bots.setActive(tenant.user.id, tenant.bot.id, { active: true, by: 'x', at: new Date() });
    const worker = await workers.register('first');
    const claims = await workers.claim(worker, { limit: 100, leaseMs: 10_000 });
    const claim = claims.find((one) => one.exchangeAccountId === tenant.account.id);
    expect(claim).toMatchObject({ organizationId: own.organizationId, epoch: 1 });
    await expect(record({ orders: [order(1)] }, 0)).rejects.toThrow('staleEpoch');
    await record({ orders: [order(1)] }, 1);
    await expect(record({ orders: [order(2)] }, 2)).rejects.toThrow('staleEpoch');
    expect(await own.orders.listOfBot(tenant.bot.id, { offset: 0, limit: 10 })).toHaveLength(1);
    await workers.leave(worker);
  });

  test('knows no deleted bot, nor one that never was', async () => {
    await expect(own.journal.record({ botId: newId(), epoch: 0 }, {})).rejects.toThrow('botNotFound');
    await own.bots.delete(tenant.user.id, tenant.bot.id);
    await expect(record({})).rejects.toThrow('botNotFound');
  });

  test('takes steps of many bots at once, each in its order', async () => {
    const bots = [tenant.bot.id, await buildTenantsBot(), await buildTenantsBot()];
    await Promise.all(
      bots.map(async (botId) => {
        for (let step = 1; step <= 5; step += 1)
          await own.journal.record({ botId, epoch: 0 }, { records: [contractRecord({ clientOrderId: null })] });
      }),
    );
    for (const botId of bots) {
      const records = await own.records.list(botId, { offset: 0, limit: 10 });
      expect(records.map((one) => one.number)).toEqual([5, 4, 3, 2, 1]);
    }
  });

  test('folds what repeats itself into one line, until something happens', async () => {
    const inside = (minute: number) => ({
      kind: 'insideWidth' as const,
      at: new Date(minute * 60_000),
      facts: { pair: 'BTC/USDT', side: 'buy' as const, price: `${minute}`, current: '1', distancePercent: minute },
    });
    const other = { ...inside(2), facts: { ...inside(2).facts, side: 'sell' as const } };
    const asked = { kind: 'startRequested' as const, at: new Date(0), facts: { by: 'x' } };
    await record({ timeline: [asked, inside(1)] });
    await record({ timeline: [other] });
    await record({ timeline: [inside(3)] });
    await own.timeline.append(tenant.bot.id, asked);
    await own.timeline.append(tenant.bot.id, inside(4));
    const lines = await own.timeline.list(tenant.bot.id, { offset: 0, limit: 10 });
    expect(
      lines.map(({ kind, count, facts, at, lastAt }) => [kind, count, facts.price ?? '', at.getTime() / 60_000, lastAt.getTime() / 60_000]),
    ).toEqual([
      ['insideWidth', 1, '4', 4, 4],
      ['startRequested', 1, '', 0, 0],
      ['insideWidth', 1, '2', 2, 2],
      ['insideWidth', 2, '3', 1, 3],
      ['startRequested', 1, '', 0, 0],
    ]);
    expect(await own.timeline.list(tenant.bot.id, { offset: 1, limit: 1, kind: 'startRequested' })).toEqual([lines[4]]);
  });
});
