import type { ContractRecord } from '@tenbin/bots';
import { bps, sum } from '@tenbin/market';
import { buildBot, buildTenant, contractRecord, openTestDatabase, type Tenant, type TestDatabase, testEngines } from '@tenbin/testkit';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrganizationDatabase } from '../database/database.ts';

const hour = 3_600_000;
const start = Date.UTC(2026, 0, 1);
const at = (hours: number) => new Date(start + hours * hour);

describe.each(testEngines)('contract records on %s', (engine) => {
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

  const write = (records: readonly ContractRecord[], botId = tenant.bot.id) => own.journal.record({ botId, epoch: 0 }, { records });
  const all = { offset: 0, limit: 100 };

  test('come back as they were written, to the last digit', async () => {
    const record = contractRecord({
      price: '0.000000012345678901',
      amount: '98765432109876543210.5',
      volume: '0.1',
      annualRate: 12.34,
      basisPointChanged: bps(0.0825075717),
      createdAt: at(1),
      tradeIds: ['9', '10'],
    });
    await write([record]);
    expect(await own.records.list(tenant.bot.id, all)).toEqual([expect.objectContaining({ ...record, number: 1, botId: tenant.bot.id })]);
  });

  test('are nothing at first', async () => {
    const { id } = tenant.bot;
    expect(await own.records.list(id, all)).toEqual([]);
    expect(await own.records.count(id)).toBe(0);
    expect(await own.records.volume(id)).toBe('0');
    expect(await own.records.performance(id, at(9))).toEqual({ annualRate: null, executionCount: 0, basisPoint: 0 });
    expect(await own.records.sample(id, { points: 10 })).toEqual([]);
  });

  test('show on the bot what they add up to', async () => {
    await write([
      contractRecord({ basisPointChanged: bps(1.5), annualRate: null }),
      contractRecord({ basisPointChanged: bps(-0.5), annualRate: 7.5 }),
    ]);
    expect(await own.bots.find(tenant.bot.id)).toMatchObject({ executionCount: 2, basisPoint: 1 });
  });

  test('with an unknown worth count nothing in the volume', async () => {
    await write([contractRecord({ volume: '1.5' }), contractRecord({ volume: null }), contractRecord({ volume: '2.25' })]);
    expect(await own.records.volume(tenant.bot.id)).toBe('3.75');
  });

  test('that come late take their place in time, keep their number, and bring the totals behind them up to date', async () => {
    const { id } = tenant.bot;
    await write([contractRecord({ createdAt: at(5), volume: '5', basisPointChanged: bps(5) })]);
    await write([contractRecord({ createdAt: at(7), volume: '7', basisPointChanged: bps(7) })]);
    await write([
      contractRecord({ createdAt: at(8), volume: '8', basisPointChanged: bps(8) }),
      contractRecord({ createdAt: at(4), volume: '4', basisPointChanged: bps(4) }),
      contractRecord({ createdAt: at(6), volume: '6', basisPointChanged: bps(6) }),
    ]);
    const listed = await own.records.list(id, all);
    expect(listed.map(({ createdAt }) => createdAt)).toEqual([at(8), at(7), at(6), at(5), at(4)]);
    expect(listed.map(({ number }) => number)).toEqual([5, 2, 4, 1, 3]);
    expect(await own.records.volume(id, { start: at(6), end: at(8) })).toBe('13');
    expect(await own.records.performance(id, at(6))).toMatchObject({ executionCount: 3, basisPoint: 15 });
    expect(await own.records.list(id, { offset: 1, limit: 2, end: at(8) })).toMatchObject([{ volume: '6' }, { volume: '5' }]);
    expect(await own.bots.find(id)).toMatchObject({ executionCount: 5, basisPoint: 30 });
  });

  test('of last month that are booked this month count in last month', async () => {
    const [january, february] = [new Date('2026-01-31T23:59:59Z'), new Date('2026-02-01T00:00:00Z')];
    await write([contractRecord({ createdAt: new Date('2026-02-01T09:00:00Z'), volume: '1' })]);
    await write([contractRecord({ createdAt: january, volume: '2' })]);
    expect(await own.records.volume(tenant.bot.id, { end: february })).toBe('2');
    expect(await own.records.volumeOfUser(tenant.user.id, { start: february })).toBe('1');
  });

  test('of deleted bots stay in the volume of their user, other users’ do not come in', async () => {
    const { user, account } = tenant;
    const second = await buildBot(opened.database, own.organizationId, { userId: user.id, exchangeAccountId: account.id });
    await write([contractRecord({ volume: '10', createdAt: at(1) }), contractRecord({ volume: '20', createdAt: at(30 * 24) })]);
    await write([contractRecord({ volume: '0.5', createdAt: at(2) })], second.id);
    const other = await buildTenant(opened.database);
    await own.bots.delete(user.id, second.id);
    expect(await own.records.volumeOfUser(user.id)).toBe('30.5');
    expect(await own.records.volumeOfUser(user.id, { end: at(24) })).toBe('10.5');
    expect(await own.records.volumeOfUser(other.user.id)).toBe('0');
  });

  test('are sampled evenly, the last one always', async () => {
    await write(Array.from({ length: 10 }, (_, index) => contractRecord({ createdAt: at(index) })));
    const numbers = async (points: number, period = {}) =>
      (await own.records.sample(tenant.bot.id, { points, ...period })).map(({ number }) => number);
    expect(await numbers(5)).toEqual([2, 4, 6, 8, 10]);
    expect(await numbers(3)).toEqual([4, 7, 10]);
    expect(await numbers(100)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await numbers(2, { start: at(2), end: at(6) })).toEqual([4, 6]);
  });

  test('are asked for moments that no database can hold', async () => {
    await write([contractRecord()]);
    const far = { start: new Date(-8.64e15), end: new Date(8.64e15) };
    expect(await own.records.count(tenant.bot.id, far)).toBe(1);
    expect(await own.records.count(tenant.bot.id, { start: far.end, end: far.start })).toBe(0);
    expect(await own.records.performance(tenant.bot.id, far.end)).toMatchObject({ executionCount: 1 });
    expect(await own.records.performance(tenant.bot.id, new Date(Number.NaN))).toMatchObject({ executionCount: 0 });
  });

  test('answer every question as if they were counted one by one, whatever the period, the page and the order of booking', async () => {
    const hours = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 12 });
    const moment = fc.option(fc.integer({ min: -1, max: 13 }), { nil: undefined });
    const volumes = fc.infiniteStream(fc.integer({ min: 0, max: 10 ** 9 }));
    await fc.assert(
      fc.asyncProperty(hours, volumes, moment, moment, fc.nat(5), fc.nat(5), async (given, amounts, from, to, offset, limit) => {
        const { bot } = await buildTenantsBot();
        const booked = given.map((when) =>
          contractRecord({ createdAt: at(when), volume: String((amounts.next().value ?? 0) / 10_000), basisPointChanged: bps(when) }),
        );
        for (let index = 0; index < booked.length; index += 3) await write(booked.slice(index, index + 3), bot);
        const steps = booked.map((record, index) => ({ record, step: Math.floor(index / 3) }));
        const written = steps
          .toSorted((a, b) => a.record.createdAt.getTime() - b.record.createdAt.getTime() || a.step - b.step)
          .map(({ record }) => record);
        const period = { start: from === undefined ? undefined : at(from), end: to === undefined ? undefined : at(to) };
        const expected = written.filter(
          ({ createdAt }) =>
            (period.start === undefined || createdAt >= period.start) && (period.end === undefined || createdAt < period.end),
        );
        const page = await own.records.list(bot, { ...period, offset, limit });
        expect(page.map(({ volume }) => volume)).toEqual(
          expected
            .toReversed()
            .slice(offset, offset + limit)
            .map(({ volume }) => volume),
        );
        expect(await own.records.count(bot, period)).toBe(expected.length);
        expect(await own.records.volume(bot, period)).toBe(sum(expected.map(({ volume }) => volume ?? '0')));
        const until = written.filter(({ createdAt }) => createdAt <= at(to ?? 13));
        expect(await own.records.performance(bot, at(to ?? 13))).toMatchObject({
          executionCount: until.length,
          basisPoint: until.reduce((total, { basisPointChanged }) => total + basisPointChanged, 0),
        });
      }),
      { numRuns: 25 },
    );
  });

  async function buildTenantsBot(): Promise<{ readonly bot: string }> {
    const { user, account } = tenant;
    return { bot: (await buildBot(opened.database, own.organizationId, { userId: user.id, exchangeAccountId: account.id })).id };
  }
});
