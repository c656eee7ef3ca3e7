import { newLedger, type TimelineEntry } from '@tenbin/bots';
import { exportSelf } from '@tenbin/contract';
import { flowActivity, noActivity, type PerformanceBook } from '@tenbin/strategy';
import { contractRecord } from '@tenbin/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BotsOf, botsOf } from '../../testing/bots-of.ts';
import { expectSpecifiedCalls } from '../../testing/specified-calls.ts';
import { goodPassword, startTestServer, type TestServer, type TestUser } from '../../testing/start-test-server.ts';

let server: TestServer;
let user: TestUser;
let bots: BotsOf;
beforeAll(async () => {
  server = await startTestServer({ isClockStill: true });
});
beforeEach(async () => {
  user = await server.makeUser();
  bots = botsOf(server, user);
});
afterAll(() => server.close());

/** The server's: no day ends between what is written and what is read. */
const now = (): number => server.clock.now().getTime();
const get: BotsOf['get'] = (path) => bots.get(path);
const put: BotsOf['put'] = (path, body) => bots.put(path, body);
const made: BotsOf['made'] = (given) => bots.made(given);

describe('what a bot did', () => {
  async function withRecords(): Promise<string> {
    const id = await made();
    const { bots, journal } = server.database.forOrganization(server.tenbin.id);
    const bot = await bots.require(user.id, id);
    const [claim] = await claimAll(bot.exchangeAccountId, id);
    const records = [1, 2, 3].map((number) =>
      contractRecord({
        clientOrderId: `T1x${number}`,
        createdAt: new Date(now() - (4 - number) * 60_000),
        tradeIds: [String(number)],
      }),
    );
    await journal.record(
      { botId: id, epoch: claim?.epoch ?? 0 },
      {
        records,
        ledger: {
          ...newLedger({ BTC: '0.1', ETH: '2', USDT: '6000' }),
          balances: { BTC: '0.0995', ETH: '2', USDT: '6030.2697' },
          growth: 0.0001,
        },
        phase: { kind: 'running', since: new Date(now() - 300_000) },
        timeline: [{ kind: 'stopped', at: new Date(now()), facts: { cancelled: 0, filledMeanwhile: 0, reason: null } }],
      },
    );
    return id;
  }

  async function claimAll(exchangeAccountId: string, id: string) {
    await put(`/${id}/start`);
    const { workers } = server.database.platform;
    const worker = await workers.register('test');
    const claims = await workers.claim(worker, { limit: 100, leaseMs: 60_000 });
    return claims.filter((claim) => claim.exchangeAccountId === exchangeAccountId);
  }

  test('that it stopped for is told until its user has read it, message by message', async () => {
    const id = await made();
    const { bots: stored, journal } = server.database.forOrganization(server.tenbin.id);
    const [claim] = await claimAll((await stored.require(user.id, id)).exchangeAccountId, id);
    const at = server.clock.now();
    const messages = ['a', 'b'].map((reference) => ({ code: 'internal', facts: { reference }, at }) as const);
    await journal.record({ botId: id, epoch: claim?.epoch ?? 0 }, { messages });
    const errorTexts = async () => (await get('')).body[0].errorMessages.map(({ message }: { message: string }) => message);
    const [first, second] = await errorTexts();
    const remove = (index: number) => server.call('DELETE', `/api/bots/${id}/errorMessage/${index}`, { key: user.key });
    expect((await remove(0)).body).toEqual({ success: true });
    expect(await errorTexts()).toEqual([second]);
    expect(first).not.toBe(second);
    expect(await remove(1)).toMatchObject({ status: 404, body: { code: 'errorMessageNotFound' } });
  });

  test('stands in its records, counts, volumes and performance', async () => {
    const id = await withRecords();
    const records = (await get(`/${id}/records?limit=2`)).body;
    expect(records.map(({ createdAt }: { createdAt: string }) => createdAt)).toEqual(
      records
        .map(({ createdAt }: { createdAt: string }) => createdAt)
        .sort()
        .reverse(),
    );
    expect(records).toHaveLength(2);
    for (const field of ['limit', 'offset', 'start'])
      for (const nothing of ['', '%20'])
        expect((await get(`/${id}/records?${field}=${nothing}`)).body.error, field).toEqual({ [field]: expect.any(String) });
    expect(records[0]).toMatchObject({ botId: id, pair: 'BTC/USDT', side: 'sell', price: '60600', volume: 30.3 });
    expect((await get(`/${id}/record_count`)).body).toEqual({ count: 3 });
    expect((await get(`/${id}/record_count?end=0`)).body).toEqual({ count: 0 });
    expect((await get(`/${id}/volume`)).body).toEqual({ volume: 90.9 });
    expect((await get(`/${id}/performance?targetTimestamp=${now()}`)).body).toMatchObject({
      executionCount: 3,
      basisPoint: expect.closeTo(0.24),
    });
    expect((await get(`/${id}/timeline`)).body[0]).toMatchObject({ kind: 'stopped', count: 1 });
    const order = { clientOrderId: 'T1x9', pair: 'BTC/USDT', side: 'sell', price: '60600', amount: '0.0005' } as const;
    const placed = [1, 2, 3].map(() => ({ kind: 'placed' as const, at: new Date(now()), facts: order }));
    const before = [(await get(`/${id}/timeline_count`)).body.count, (await get(`/${id}/timeline_count?byLine=true`)).body.count];
    await server.database.forOrganization(server.tenbin.id).timeline.appendAll(id, placed);
    const [line] = (await get(`/${id}/timeline?byLine=true&limit=1`)).body;
    expect([line.kind, line.others.map(({ kind }: { kind: string }) => kind)]).toEqual(['placed', ['placed', 'placed']]);
    const after = [(await get(`/${id}/timeline_count`)).body.count, (await get(`/${id}/timeline_count?byLine=true`)).body.count];
    expect(after).toEqual([before[0] + 3, before[1] + 1]);
    expect((await get(`/${id}/timeline?byLine=true&kind=placed`)).body.slice(0, 3).map((one: object) => 'others' in one)).toEqual([
      false,
      false,
      false,
    ]);
    expect((await get(`/${id}/orders`)).body).toEqual([]);
    const times: string[] = (await get(`/${id}/records`)).body.map(({ createdAt }: { createdAt: string }) => createdAt);
    // By the organization's clocks.
    const monthOf = (at: string | Date): string => new Date(new Date(at).getTime() + 9 * 3_600_000).toISOString().slice(0, 7);
    const thisMonth = times.filter((at) => monthOf(at) === monthOf(server.clock.now())).length * 30.3;
    for (const path of [`/api/bots/${id}/volume/this-month`, '/api/users/self/volume/this-month'])
      expect((await server.call('GET', path, { key: user.key })).body.volume).toBeCloseTo(thisMonth, 9);
  });

  test('tells what a version with other kinds of decisions wrote by the name that it has there', async () => {
    const id = await made();
    const at = new Date(now());
    const foreign = { kind: 'foretold', at, facts: { pair: 'BTC/USDT' } } as unknown as TimelineEntry;
    const known: TimelineEntry = { kind: 'failed', at, facts: { reference: 'ab12' } };
    const { timeline } = server.database.forOrganization(server.tenbin.id);
    await timeline.appendAll(id, [known, foreign]);
    for (const search of ['', '&byLine=true', '&kind=foretold']) {
      const { status, body } = await get(`/${id}/timeline?limit=1${search}`);
      expect([status, body], search).toMatchObject([200, [{ kind: 'other', facts: { kind: 'foretold', pair: 'BTC/USDT' } }]]);
    }
    const exported = await server.call('POST', exportSelf.path, { key: user.key, body: { password: goodPassword } });
    expect([exported.status, exported.body.timeline.map(({ kind }: { kind: string }) => kind)]).toEqual([
      200,
      expect.arrayContaining(['failed', 'other']),
    ]);
  });

  test('its fills are gathered by candle and side, whatever their number', async () => {
    const id = await withRecords();
    const { body } = await get(`/${id}/candle-fills?pair=BTC/USDT&interval=1d&limit=3`);
    expect(body.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(3);
    expect(body[0]).toMatchObject({ side: 'sell', lowest: '60600', highest: '60600' });
    expect(body.map(({ at }: { at: number }) => at % 86_400_000)).toEqual(body.map(() => 0));
    expect((await get(`/${id}/candle-fills?pair=ETH/USDT`)).body).toEqual([]);
  });

  test('its balances are shown over time, with their worth and what holding would be worth', async () => {
    const id = await withRecords();
    const { body } = await get(`/${id}/balance-transition`);
    expect(body.initialBalance).toEqual({ BTC: '0.1', ETH: '2', USDT: '6000' });
    const last = body.points.at(-1);
    expect(last.balance).toEqual({ BTC: '0.0995', ETH: '2', USDT: '6030.2697' });
    expect(last.worth.USDT).toBe(6030.27);
    expect(last.holding).toBeCloseTo(18_000, -1);
  });

  test('its result is told in money, in all and by the day, and a deposit is none of it', async () => {
    const id = await withRecords();
    expect((await get(`/${id}/result`)).body).toEqual({
      since: null,
      until: null,
      total: null,
      valuation: null,
      yenPerUsd: null,
      days: [],
    });

    const { bots, journal } = server.database.forOrganization(server.tenbin.id);
    const { ledger, exchangeAccountId } = await bots.require(user.id, id);
    const epoch = (await server.database.forOrganization(server.tenbin.id).exchangeAccounts.require(exchangeAccountId)).epoch;
    const since = new Date(now() - 2 * 86_400_000);
    const day = Math.floor(now() / 86_400_000);
    const usd = { BTC: 60_000, ETH: 3_000, USDT: 1 };
    const deposit = { at: now() - 60_000, amounts: { USDT: '10000' } };
    const performance: PerformanceBook = {
      since: since.getTime(),
      start: { balances: { BTC: '0.1', ETH: '2', USDT: '6000' }, usd },
      closed: { ...noActivity, change: { BTC: '-0.0005', USDT: '30.2697' }, fees: { USDT: '0.0303' }, feesUsd: '0.0303', trades: 1 },
      day,
      today: flowActivity(deposit, Object.keys(usd), new Map(Object.entries(usd))),
    };
    const written = { since, start: performance.start, day: new Date((day - 1) * 86_400_000).toISOString().slice(0, 10) };
    await journal.record(
      { botId: id, epoch },
      {
        ...(ledger && { ledger: { ...ledger, balances: { BTC: '0.0995', ETH: '2', USDT: '16030.2697' }, performance } }),
        days: [{ ...written, activity: performance.closed, ending: { at: new Date(now()), usd } }],
      },
    );
    const { body } = await get(`/${id}/result`);
    expect(body.since).toBe(since.toISOString());
    expect(body.total.usd).toMatchObject({ flows: '10000', fees: '0.0303' });
    expect(Number(body.total.usd.result)).toBeCloseTo(0.27, 0);
    expect(Number(body.valuation.worth)).toBeCloseTo(28_000, -1);
    expect(Number(body.valuation.holding)).toBeCloseTo(28_000, -1);
    expect(body.days.map(({ trades }: { trades: number }) => trades)).toEqual([0, 1]);
    expect(body.days[1].usd).toMatchObject({ result: '0.2697', flows: '0' });
    expect((await get(`/${id}/result?limit=1`)).body.days).toHaveLength(1);
    expect((await get(`/${id}/balance-transition`)).body.points.at(-1).holding).toBeCloseTo(28_000, -1);

    // A confirmed stop told its prices. A forced one may have had none: then they are those of the moment of looking.
    const [at, by] = [new Date(now()), user.id];
    const stop = { askedAt: at, by, reason: null, cancelled: [], filledMeanwhile: [] };
    await journal.record({ botId: id, epoch }, { phase: { kind: 'stopped', receipt: { ...stop, confirmedAt: at } } });
    const afterStop = (await get(`/${id}/result`)).body;
    expect(afterStop.days).toHaveLength(1);
    // The curve ends where the result does, and says the same there.
    const { points } = (await get(`/${id}/balance-transition`)).body;
    expect(points.at(-1)).toMatchObject({ at: afterStop.until, worth: { BTC: 5970, ETH: 6000, USDT: 16_030.27 }, holding: 28_000 });
    expect((await get(`/${id}/balance-transition?start=${new Date(now() + 60_000).toISOString()}`)).body.points).toEqual([]);
    const forced = { by, at, because: 'exchangeAway', unconfirmed: [] } as const;
    await journal.record({ botId: id, epoch }, { phase: { kind: 'stopped', receipt: { ...stop, confirmedAt: null, forced } } });
    const afterForce = (await get(`/${id}/result`)).body;
    expect(afterForce.days).toHaveLength(2);
    expect(Date.parse(afterForce.until)).toBeGreaterThanOrEqual(at.getTime());
  });

  test('its last day is told after a stop at which prices were not known, by those of the moment of looking', async () => {
    const id = await withRecords();
    const { bots, journal, exchangeAccounts } = server.database.forOrganization(server.tenbin.id);
    const { ledger, exchangeAccountId } = await bots.require(user.id, id);
    const { epoch } = await exchangeAccounts.require(exchangeAccountId);
    if (!ledger) throw new Error('the bot has no ledger');
    const [since, day] = [new Date(now() - 2 * 86_400_000), Math.floor(now() / 86_400_000)];
    const usd = { BTC: 60_000, ETH: 3_000, USDT: 1 };
    const sold = { ...noActivity, change: { BTC: '-0.0005', USDT: '30.2697' }, fees: { USDT: '0.0303' }, feesUsd: '0.0303', trades: 1 };
    const start = { balances: { BTC: '0.1', ETH: '2', USDT: '6000' }, usd };
    const performance: PerformanceBook = { since: since.getTime(), start, closed: sold, day, today: noActivity };
    const nameOf = (one: number) => new Date(one * 86_400_000).toISOString().slice(0, 10);
    const days = [
      { since, start, day: nameOf(day - 1), activity: noActivity, ending: { at: since, usd } },
      { since, start, day: nameOf(day), activity: sold, ending: null },
    ];
    const stop = { askedAt: since, by: user.id, reason: null, cancelled: [], filledMeanwhile: [], confirmedAt: since };
    await journal.record({ botId: id, epoch }, { ledger: { ...ledger, performance }, days, phase: { kind: 'stopped', receipt: stop } });
    const { body } = await get(`/${id}/result`);
    expect(body.total).toMatchObject({ trades: 1, usd: { fees: '0.0303' } });
    expect(body.days.map(({ trades }: { trades: number }) => trades)).toEqual([1, 0]);
    expect(Date.parse(body.until)).toBeGreaterThan(since.getTime());
  });

  test('its yearly rate needs a day of the market’s time, is marked in the first week, and falls while nothing happens', async () => {
    const id = await withRecords();
    const { bots, journal, exchangeAccounts } = server.database.forOrganization(server.tenbin.id);
    const { exchangeAccountId } = await bots.require(user.id, id);
    const { epoch } = await exchangeAccounts.require(exchangeAccountId);
    const rateAfter = async (days: number) => {
      const since = new Date(now() - days * 86_400_000);
      await journal.record({ botId: id, epoch }, { phase: { kind: 'running', since } });
      const list = (await server.call('GET', '/api/bots', { key: user.key })).body;
      const { annualRate, isAnnualRateProvisional } = list.find((bot: { _id: string }) => bot._id === id);
      return { annualRate, isAnnualRateProvisional };
    };
    expect(await rateAfter(0.9)).toEqual({ annualRate: null, isAnnualRateProvisional: true });
    const two = await rateAfter(2);
    const eight = await rateAfter(8);
    expect([two.isAnnualRateProvisional, eight.isAnnualRateProvisional]).toEqual([true, false]);
    expect(two.annualRate).toBeCloseTo(1.84, 1);
    expect(eight.annualRate).toBeCloseTo(0.46, 1);
    expect((await get(`/${id}/performance?targetTimestamp=${now() + 1000}`)).body.annualRate).toBe(eight.annualRate);
  });

  test('candles of its pairs can be drawn, of others not', async () => {
    const id = await made();
    const { body } = await get(`/${id}/candles?pair=BTC/USDT&limit=10`);
    expect(body).toHaveLength(10);
    expect(body.at(-1).close).toBe(60_000);
    expect((await get(`/${id}/candles?pair=BTC/USDT&interval=1h&limit=48`)).body).toHaveLength(48);
    expect((await get(`/${id}/candles?pair=XRP/USDT`)).body.code).toBe('pairNotAvailable');
  });
});

test('the specified calls that are shown here were made', expectSpecifiedCalls);
