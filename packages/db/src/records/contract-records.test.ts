import type { ContractRecord } from '@tenbin/bots';
import { add, bps, divide, multiply, subtract, sum } from '@tenbin/market';
import {
  bookedFill,
  buildBot,
  buildTenant,
  contractRecord,
  openTestDatabase,
  orderWrite,
  type Tenant,
  type TestDatabase,
  testEngines,
} from '@tenbin/testkit';
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

  test('of all bots of a user are read page by page in the order of time, whatever the page, deleted bots and filters included', async () => {
    const { user, bot } = tenant;
    const second = await buildBot(opened.database, tenant.organization.id, {
      userId: user.id,
      exchangeAccountId: bot.exchangeAccountId,
      name: 'Second',
    });
    const stranger = await buildTenant(opened.database);
    await opened.database
      .forOrganization(stranger.organization.id)
      .journal.record({ botId: stranger.bot.id, epoch: 0 }, { records: [contractRecord()] });
    const hours = [5, 1, 3, 3, 3, 2, 9];
    await write(hours.map((hour) => contractRecord({ createdAt: at(hour), side: 'sell' })));
    await write(
      hours.map((hour) => contractRecord({ createdAt: at(hour), side: 'buy' })),
      second.id,
    );
    await own.bots.delete(user.id, second.id);
    const readAll = async (filter: Parameters<typeof own.records.ofUser>[1], page: number) => {
      const found = [];
      for await (const rows of own.records.ofUser(user.id, filter, page)) {
        expect(rows.length).toBeLessThanOrEqual(page);
        found.push(...rows);
      }
      return found;
    };
    const whole = await readAll({}, 100);
    expect(whole.map(({ createdAt }) => createdAt)).toEqual([...hours, ...hours].sort((a, b) => a - b).map(at));
    expect(new Set(whole.map(({ id }) => id)).size).toBe(14);
    expect(new Set(whole.map(({ botName }) => botName))).toEqual(new Set([bot.name, 'Second']));
    for (const page of [1, 2, 3, 7, 14]) expect(await readAll({}, page)).toEqual(whole);
    const middle = { start: at(2), end: at(5) };
    expect(await readAll({ ...middle, side: 'buy' }, 3)).toEqual(
      whole.filter(({ createdAt, side }) => side === 'buy' && createdAt >= at(2) && createdAt < at(5)),
    );
    expect(await readAll({ botId: bot.id }, 3)).toEqual(whole.filter(({ botId }) => botId === bot.id));
    expect(await readAll({ pair: 'XRP/USDT' }, 3)).toEqual([]);
    expect(await readAll({ botId: stranger.bot.id }, 3)).toEqual([]);
  });

  test('of all bots of a user: what a filter finds, page by page, and what it adds up to, is what one would find by hand', async () => {
    const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'] as const;
    const some = fc.record({
      bot: fc.nat(1),
      hour: fc.integer({ min: 0, max: 8 }),
      pair: fc.constantFrom(...pairs),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      feeCurrency: fc.constantFrom('USDT', 'BNB'),
      // Of 18 decimals, which no double holds.
      amount: fc.bigInt({ min: 1n, max: 10n ** 20n }),
      fee: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
      bps: fc.integer({ min: -100, max: 100 }),
      volume: fc.option(fc.nat(10 ** 6)),
    });
    const filters = fc.record({
      bot: fc.option(fc.nat(1), { nil: undefined }),
      pair: fc.option(fc.constantFrom(...pairs, 'XRP/USDT'), { nil: undefined }),
      side: fc.option(fc.constantFrom('buy' as const, 'sell' as const), { nil: undefined }),
      from: fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }),
      to: fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }),
    });
    const exact = (units: bigint) => divide(String(units), '1000000000000000000', 18);
    await fc.assert(
      fc.asyncProperty(fc.array(some, { maxLength: 14 }), filters, fc.nat(4), fc.nat(5), async (given, by, offset, limit) => {
        const { user, account, bot, organization } = await buildTenant(opened.database);
        const { journal, records } = opened.database.forOrganization(organization.id);
        const bots = [bot, await buildBot(opened.database, organization.id, { userId: user.id, exchangeAccountId: account.id })];
        const made = given.map(({ bot, hour, pair, side, feeCurrency, ...one }) => ({
          botId: bots[bot]?.id ?? '',
          ...contractRecord({
            createdAt: at(hour),
            ...{ pair, side, feeCurrency },
            amount: exact(one.amount),
            notional: exact(one.amount * 3n),
            fee: exact(one.fee),
            basisPointChanged: bps(one.bps / 100),
            volume: one.volume === null ? null : String(one.volume / 10_000),
            earned: one.volume === null ? null : String(one.bps / 1000),
          }),
        }));
        for (const { botId, ...record } of made) await journal.record({ botId, epoch: 0 }, { records: [record] });
        const filter = {
          ...(by.bot !== undefined && { botId: bots[by.bot]?.id }),
          ...(by.pair && { pair: by.pair }),
          ...(by.side && { side: by.side }),
          ...(by.from !== undefined && { start: at(by.from) }),
          ...(by.to !== undefined && { end: at(by.to) }),
        };
        const fits = (one: (typeof made)[number]) =>
          (by.bot === undefined || one.botId === bots[by.bot]?.id) &&
          (by.pair === undefined || one.pair === by.pair) &&
          (by.side === undefined || one.side === by.side) &&
          (by.from === undefined || one.createdAt >= at(by.from)) &&
          (by.to === undefined || one.createdAt < at(by.to));
        const found = made.filter(fits);
        const listed = await records.listOfUser(user.id, { ...filter, offset: 0, limit: 100 });
        expect(listed.map(({ createdAt }) => createdAt)).toEqual(
          found.map(({ createdAt }) => createdAt).sort((a, b) => b.getTime() - a.getTime()),
        );
        expect(listed.every((one) => fits(one))).toBe(true);
        expect(await records.listOfUser(user.id, { ...filter, offset, limit })).toEqual(listed.slice(offset, offset + limit));
        const changed: Record<string, string> = {};
        for (const { pair, side, amount, notional, fee, feeCurrency } of found) {
          const [base = '', counter = ''] = pair.split('/');
          const sign = side === 'buy' ? '1' : '-1';
          changed[base] = add(changed[base] ?? '0', multiply(sign, amount));
          changed[counter] = subtract(changed[counter] ?? '0', multiply(sign, notional));
          changed[feeCurrency] = subtract(changed[feeCurrency] ?? '0', fee);
        }
        const feeIn = (coin: string) => sum(found.flatMap(({ fee, feeCurrency }) => (feeCurrency === coin ? [fee] : [])));
        const present = (amounts: Readonly<Record<string, string>>) =>
          Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount !== '0'));
        expect(await records.totalsOfUser(user.id, filter)).toEqual({
          count: found.length,
          volume: sum(found.map(({ volume }) => volume ?? '0')),
          earned: sum(found.map(({ earned }) => earned ?? '0')),
          basisPoint: found.reduce((total, { basisPointChanged }) => total + Math.round(basisPointChanged * 100), 0) / 100,
          fees: present({ USDT: feeIn('USDT'), BNB: feeIn('BNB') }),
          changes: present(changed),
        });
      }),
      { numRuns: 20 },
    );
  });

  test('are nothing at first', async () => {
    const { id } = tenant.bot;
    expect(await own.records.list(id, all)).toEqual([]);
    expect(await own.records.count(id)).toBe(0);
    expect(await own.records.volume(id)).toBe('0');
    expect(await own.records.performance(id, at(9))).toEqual({ annualRate: null, executionCount: 0, basisPoint: 0 });
    expect(await own.records.balancesAt(id, [at(9)], { since: at(0) })).toEqual([{ whole: null, trades: [] }]);
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

  test('are gathered by candle and side: those of another pair, and before and after the period, are not in it', async () => {
    const { id } = tenant.bot;
    const minute = (minutes: number) => new Date(start + minutes * 60_000);
    await write([
      contractRecord({ createdAt: new Date(start - 1) }),
      contractRecord({ createdAt: minute(0), side: 'sell', price: '60600', amount: '0.1', notional: '6060' }),
      contractRecord({ createdAt: minute(4.99), side: 'sell', price: '60900', amount: '0.2', notional: '12180' }),
      contractRecord({ createdAt: minute(4.99), side: 'buy', price: '60000', amount: '0.1', notional: '6000' }),
      contractRecord({ createdAt: minute(3), pair: 'ETH/USDT' }),
      contractRecord({ createdAt: minute(5), side: 'sell', price: '61000', amount: '0.1', notional: '6100' }),
      contractRecord({ createdAt: minute(10) }),
    ]);
    const query = { pair: 'BTC/USDT', intervalMs: 300_000, start: minute(0), end: minute(10) };
    const first = { at: minute(0), side: 'sell', count: 2, amount: '0.3', notional: '18240', lowest: '60600', highest: '60900' };
    expect(await own.records.byCandle(id, query)).toEqual([
      { ...first, side: 'buy', count: 1, amount: '0.1', notional: '6000', lowest: '60000', highest: '60000' },
      first,
      { at: minute(5), side: 'sell', count: 1, amount: '0.1', notional: '6100', lowest: '61000', highest: '61000' },
    ]);
  });

  test('tell the balances at any moment: those after the last fill until then', async () => {
    const balances = (number: number) => ({ BTC: `0.${number}`, USDT: '6000' });
    await write([1, 2, 3].map((number) => contractRecord({ createdAt: at(number), balances: balances(number) })));
    const none = { whole: null, trades: [] };
    const after = (number: number) => ({ whole: { createdAt: at(number), balances: balances(number) }, trades: [] });
    const asked = [at(0.5), at(2), at(2.5), at(9)];
    expect(await own.records.balancesAt(tenant.bot.id, asked, { since: at(0) })).toEqual([none, after(2), after(2), after(3)]);
    expect(await own.records.balancesAt(tenant.bot.id, [], { since: at(0) })).toEqual([]);
  });

  test('of an order that was cut short do not tell the balances at its time, which they were made after', async () => {
    const { id } = tenant.bot;
    const [cut, whole] = ['T1x1', 'T1x2'];
    const part = { ...bookedFill({ tradeId: '1', clientOrderId: cut, at: at(1) }), amount: '0.0002', notional: '12.12' };
    const balances = { BTC: '0.0993', ETH: '2', USDT: '6042' };
    const steps = [
      { orders: [orderWrite({ sequence: 1 }), orderWrite({ sequence: 2 })] },
      { fills: [part] },
      {
        fills: [bookedFill({ tradeId: '2', clientOrderId: whole, exchangeOrderId: '2', at: at(2) })],
        orders: [orderWrite({ sequence: 2, state: 'filled', recordedTrades: 1 })],
        records: [contractRecord({ clientOrderId: whole, createdAt: at(2), balances, tradeIds: ['2'] })],
      },
      {
        orders: [orderWrite({ sequence: 1, state: 'cancelled', reportedFilled: '0.0002', recordedTrades: 1 })],
        records: [contractRecord({ clientOrderId: cut, createdAt: at(1), balances, tradeIds: ['1'] })],
      },
    ] as const;
    for (const step of steps) await own.journal.record({ botId: id, epoch: 0 }, step);
    const { pair, side, amount, notional, fee, feeCurrency } = part;
    const moved = { pair, side, amount, notional, fee, feeCurrency };
    expect(await own.records.balancesAt(id, [at(0.5), at(1), at(1.5), at(2), at(9)], { since: at(0) })).toEqual([
      { whole: null, trades: [] },
      { whole: null, trades: [moved] },
      { whole: null, trades: [moved] },
      { whole: { createdAt: at(2), balances }, trades: [] },
      { whole: { createdAt: at(2), balances }, trades: [] },
    ]);
    expect(await own.records.balancesAt(id, [at(1.5)], { since: at(1.2) })).toEqual([{ whole: null, trades: [] }]);
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
