import { flowActivity, noActivity, type PerformanceBook } from '@tenbin/strategy';
import { contractRecord } from '@tenbin/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, startTestServer, type TestServer, type TestUser } from '../testing/start-test-server.ts';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  user = await server.makeUser();
});
afterAll(() => server.close());

const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];

function settings(given: Record<string, unknown> = {}): Record<string, unknown> {
  const { key, secret } = server.venue.createAccount();
  return { name: 'Tokyo-1', exchangeId: server.exchange.id, apiKey: key, secret, pairs, delta: 0.01, ...given };
}

const create = (given: Record<string, unknown> = {}): Promise<Answer> =>
  server.call('POST', '/api/bots', { key: user.key, body: settings(given) });
const get = (path: string): Promise<Answer> => server.call('GET', `/api/bots${path}`, { key: user.key });
const put = (path: string, body?: unknown): Promise<Answer> => server.call('PUT', `/api/bots${path}`, { key: user.key, body });

async function made(given: Record<string, unknown> = {}): Promise<string> {
  const answer = await create(given);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.bot._id;
}

describe('setting a bot up', () => {
  test('stores it stopped, with the balances that would be even', async () => {
    const { status, body, text } = await create();
    expect(status, text).toBe(201);
    expect(body.bot).toMatchObject({
      name: 'Tokyo-1',
      user: user.id,
      pairs,
      delta: 0.01,
      type: 'SIMUL',
      active: false,
      isRunning: false,
      state: 'stopped',
      balances: null,
      expectedRateOfReturn: 0.0033,
      exchange: { _id: server.exchange.id, name: 'Tenbin Virtual', timeScale: 1 },
    });
    expect(body.bot.apiKey).toHaveLength(4);
    expect(body.suggestedBalance.map(({ currency, walletBalance }: Record<string, string>) => [currency, walletBalance])).toEqual([
      ['BTC', '0.1'],
      ['USDT', '6000'],
      ['ETH', '2'],
    ]);
    expect((await get('')).body).toEqual([body.bot]);
  });

  test('ends the onboarding’s step', async () => {
    expect((await server.call('GET', '/api/users/self', { key: user.key })).body.actionFlags).not.toContain('BotSetupCompleted');
    await made();
    expect((await server.call('GET', '/api/users/self', { key: user.key })).body.actionFlags).toContain('BotSetupCompleted');
  });

  test('takes the wanted reward per trade in the place of the width', async () => {
    const { body } = await create({ delta: undefined, expectedRateOfReturn: 0.03 });
    expect(body.bot).toMatchObject({ delta: 0.03, expectedRateOfReturn: 0.03 });
  });

  test.each([
    { says: 'a name with a space', given: { name: 'Tokyo 1' }, code: 'invalidBotName', field: 'name' },
    { says: 'a name of 19 letters', given: { name: 'a'.repeat(19) }, code: 'botNameTooLong', field: 'name' },
    { says: 'a pair that is none', given: { pairs: ['BTCUSDT'] }, code: 'invalidCurrencyPairName', field: 'pairs' },
    { says: 'a pair twice', given: { pairs: ['BTC/USDT', 'BTC/USDT'] }, code: 'duplicatePair', field: 'pairs' },
    { says: 'two currencies', given: { pairs: ['BTC/USDT'] }, code: 'notThreeCurrencies', field: 'pairs' },
    { says: 'a pair that the exchange does not have', given: { pairs: ['BTC/USDT', 'XRP/USDT'] }, code: 'pairNotOffered', field: 'pairs' },
    { says: 'a width of 100', given: { delta: 0.5 }, code: 'orderWidthOutOfRange', field: 'delta' },
    { says: 'a width of 0', given: { delta: 0 }, code: 'orderWidthOutOfRange', field: 'delta' },
    { says: 'a negative reward', given: { delta: undefined, expectedRateOfReturn: -1 }, code: 'orderWidthOutOfRange', field: 'delta' },
    { says: 'orders worth less than 5 USD', given: { delta: 0.0005 }, code: 'orderWidthTooSmall', field: 'messageOfMinValue' },
    {
      says: 'a buy below the exchange’s limit',
      given: { delta: 0.4995 },
      code: 'priceOutOfRange',
      field: 'messageOfOutOfConfigurePrice',
    },
    { says: 'no width at all', given: { delta: undefined }, code: 'invalidInput', field: 'delta' },
    {
      says: 'an exchange that is not offered',
      given: { exchangeId: '01979f3e-7c1a-7000-8000-000000000009' },
      code: 'exchangeNotFound',
      field: null,
    },
  ])('refuses $says', async ({ given, code, field }) => {
    const { status, body } = await create(given);
    expect([status, body.code], JSON.stringify(body)).toEqual([code === 'exchangeNotFound' ? 404 : 400, code]);
    if (field) expect(body.error).toHaveProperty(field);
  });

  test('a width that is too small is told with the smallest that would do', async () => {
    const { body } = await create({ delta: 0.0005 });
    expect(body.facts.minimum).toBeCloseTo(0.17, 1);
    expect(body.error.delta).toContain('at least');
  });

  test('refuses a wallet in which a currency is missing', async () => {
    const { key, secret } = server.venue.createAccount({ balances: { BTC: '0.1', USDT: '6000' } });
    const { body } = await create({ apiKey: key, secret });
    expect(body).toMatchObject({ code: 'balanceNotPositive', facts: { currency: 'ETH' } });
  });

  test('refuses a key that may withdraw, and one that another user has', async () => {
    const { key, secret } = server.venue.createAccount({ rights: { withdraw: true } });
    expect((await create({ apiKey: key, secret })).body.code).toBe('withdrawalRight');
    const shared = server.venue.createAccount();
    await made({ apiKey: shared.key, secret: shared.secret });
    user = await server.makeUser();
    expect((await create({ apiKey: shared.key, secret: shared.secret })).body).toMatchObject({ code: 'apiKeyInUse' });
  });

  test('a course brings its pairs and width along', async () => {
    const { botCourses } = server.database.forOrganization(server.tenbin.id);
    const course = await botCourses.save({
      type: 'balance',
      title: 'Balance',
      description: '',
      pairs: pairs.slice(0, 2),
      delta: 0.02,
      backTest: null,
    });
    const { body } = await create({ pairs: undefined, delta: undefined, botCourseId: course.id });
    expect(body.bot).toMatchObject({ botCourse: course.id, pairs: pairs.slice(0, 2), delta: 0.02 });
  });
});

describe('starting and stopping', () => {
  test('start writes the wish, stop takes it back; between them the bot can be neither changed nor deleted', async () => {
    const id = await made();
    expect((await put(`/${id}/start`)).body).toEqual({ success: true });
    expect((await get('')).body[0]).toMatchObject({ active: true, isRunning: true, state: 'starting' });
    expect((await put(`/${id}/start`)).body).toEqual({ success: true });
    expect(await put(`/${id}`, { name: 'Osaka' })).toMatchObject({ status: 409, body: { code: 'botRunning' } });
    expect(await server.call('DELETE', `/api/bots/${id}`, { key: user.key })).toMatchObject({ status: 409, body: { code: 'botRunning' } });
    expect((await put(`/${id}/stop`)).body).toEqual({ success: true });
    expect((await get('')).body[0]).toMatchObject({ active: false, state: 'stopped' });
    expect((await put(`/${id}/stop`)).body).toEqual({ success: true });
  });

  test('a stop that is asked for while the checks of a start are under way is the last word', async () => {
    const id = await made();
    const { faults } = server.venue;
    const struck = faults.struck.delayBefore ?? 0;
    faults.inject({ type: 'delayBefore', ms: 300, times: 1 });
    const start = put(`/${id}/start`);
    await expect.poll(() => faults.struck.delayBefore).toBe(struck + 1);
    expect((await put(`/${id}/stop`)).body).toEqual({ success: true });
    expect(await start).toMatchObject({ status: 409, body: { code: 'botStopping' } });
    expect((await get('')).body[0]).toMatchObject({ active: false, state: 'stopped' });
  });

  test('a wallet more than half away from even keeps it from starting, and the check says which currency', async () => {
    const { key, secret } = server.venue.createAccount({ balances: { BTC: '0.1', ETH: '0.5', USDT: '6000' } });
    const id = await made({ apiKey: key, secret });
    const check = await get(`/${id}/balance-check`);
    expect(check.body).toMatchObject({ balanced: false, tolerance: 50, warnings: ['UNBALANCED'] });
    expect(check.body.currencies.map(({ share }: { share: number }) => Math.round(share))).toEqual([44, 44, 11]);
    expect(await put(`/${id}/start`)).toMatchObject({
      status: 400,
      body: { code: 'unbalanced', facts: { currency: 'ETH', tolerance: 50 } },
    });
    expect((await get('')).body[0].active).toBe(false);
  });

  test('without a plan the user of an organization that is not free has to pay first', async () => {
    const id = await made();
    const setFree = async (isFree: boolean): Promise<void> => {
      await server.database.platform.organizations.update(server.tenbin.id, { isFree });
      const isPaid = async () => (await server.call('GET', '/api/users/self', { key: user.key })).body.isPaid;
      await expect.poll(isPaid).toBe(isFree);
    };
    await setFree(false);
    expect(await put(`/${id}/start`)).toMatchObject({ status: 402, body: { code: 'paymentRequired' } });
    await setFree(true);
  });
});

describe('changing a bot', () => {
  test('name and width change without a password', async () => {
    const id = await made();
    const { body } = await put(`/${id}`, { name: 'Osaka-2', delta: 0.02 });
    expect(body.bot).toMatchObject({ _id: id, name: 'Osaka-2', delta: 0.02, pairs });
  });

  test('another key asks for the password again', async () => {
    const id = await made();
    const { key, secret } = server.venue.createAccount();
    const change = { apiKey: key, secret };
    for (const given of [change, { ...change, password: '' }])
      expect((await put(`/${id}`, given)).body).toMatchObject({ code: 'passwordRequired', error: { password: expect.any(String) } });
    expect((await put(`/${id}`, { ...change, password: 'Wrong1password' })).body.code).toBe('wrongPassword');
    expect((await put(`/${id}`, { ...change, password: user.password })).body.bot.apiKey).toBe(key.slice(-4));
  });

  test('the whole key is shown for the password only, the secret never', async () => {
    const { key, secret } = server.venue.createAccount();
    await made({ apiKey: key, secret });
    const shown = await get(`?password=${user.password}`);
    expect(shown.body[0].apiKey).toBe(key);
    expect(shown.text).not.toContain(secret);
    expect((await get('?password=Wrong1password')).body.code).toBe('wrongPassword');
    expect((await get('?password=')).body[0].apiKey, 'a field that was left empty').toBe(key.slice(-4));
  });

  test('a deleted bot is gone', async () => {
    const id = await made();
    expect((await server.call('DELETE', `/api/bots/${id}`, { key: user.key })).body).toEqual({ success: true });
    expect((await get('')).body).toEqual([]);
    await expect.poll(async () => (await get(`/${id}/volume`)).status).toBe(404);
  });
});

describe('what a bot did', () => {
  async function withRecords(): Promise<string> {
    const id = await made();
    const { bots, journal } = server.database.forOrganization(server.tenbin.id);
    const bot = await bots.require(user.id, id);
    const [claim] = await claimAll(bot.exchangeAccountId, id);
    const records = [1, 2, 3].map((number) =>
      contractRecord({
        clientOrderId: `T1x${number}`,
        createdAt: new Date(Date.now() - (4 - number) * 60_000),
        tradeIds: [String(number)],
      }),
    );
    await journal.record(
      { botId: id, epoch: claim?.epoch ?? 0 },
      {
        records,
        ledger: {
          initialBalances: { BTC: '0.1', ETH: '2', USDT: '6000' },
          balances: { BTC: '0.0995', ETH: '2', USDT: '6030.2697' },
          growth: 0.0001,
          ranMs: 0,
        },
        phase: { kind: 'running', since: new Date(Date.now() - 300_000) },
        timeline: [{ kind: 'stopped', at: new Date(), facts: { cancelled: 0, filledMeanwhile: 0, reason: null } }],
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
    expect((await get(`/${id}/performance?targetTimestamp=${Date.now()}`)).body).toMatchObject({
      executionCount: 3,
      basisPoint: expect.closeTo(0.24),
    });
    expect((await get(`/${id}/timeline`)).body[0]).toMatchObject({ kind: 'stopped', count: 1 });
    expect((await get(`/${id}/orders`)).body).toEqual([]);
    expect((await server.call('GET', '/api/users/self/volume/this-month', { key: user.key })).body.volume).toBeGreaterThanOrEqual(0);
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
    expect((await get(`/${id}/result`)).body).toEqual({ since: null, until: null, total: null, standing: null, days: [] });

    const { bots, journal } = server.database.forOrganization(server.tenbin.id);
    const { ledger, exchangeAccountId } = await bots.require(user.id, id);
    const epoch = (await server.database.forOrganization(server.tenbin.id).exchangeAccounts.require(exchangeAccountId)).epoch;
    const since = new Date(Date.now() - 2 * 86_400_000);
    const day = Math.floor(Date.now() / 86_400_000);
    const usd = { BTC: 60_000, ETH: 3_000, USDT: 1 };
    const deposit = { at: Date.now() - 60_000, amounts: { USDT: '10000' } };
    const performance: PerformanceBook = {
      since: since.getTime(),
      start: { balances: { BTC: '0.1', ETH: '2', USDT: '6000' }, usd },
      closed: { ...noActivity, change: { BTC: '-0.0005', USDT: '30.2697' }, fees: { USDT: '0.0303' }, feesUsd: '0.0303', trades: 1 },
      day,
      today: flowActivity(deposit, Object.keys(usd), new Map(Object.entries(usd))),
    };
    const written = { since, day: new Date((day - 1) * 86_400_000).toISOString().slice(0, 10) };
    await journal.record(
      { botId: id, epoch },
      {
        ...(ledger && { ledger: { ...ledger, balances: { BTC: '0.0995', ETH: '2', USDT: '16030.2697' }, performance } }),
        days: [{ ...written, activity: performance.closed, ending: { at: new Date(), usd } }],
      },
    );
    const { body } = await get(`/${id}/result`);
    expect(body.since).toBe(since.toISOString());
    expect(body.total.usd).toMatchObject({ flows: '10000', fees: '0.0303' });
    expect(Number(body.total.usd.result)).toBeCloseTo(0.27, 0);
    expect(Number(body.standing.worth)).toBeCloseTo(28_000, -1);
    expect(Number(body.standing.holding)).toBeCloseTo(28_000, -1);
    expect(body.days.map(({ trades }: { trades: number }) => trades)).toEqual([0, 1]);
    expect(body.days[1].usd).toMatchObject({ result: '0.2697', flows: '0' });
    expect((await get(`/${id}/result?limit=1`)).body.days).toHaveLength(1);
    expect((await get(`/${id}/balance-transition`)).body.points.at(-1).holding).toBeCloseTo(28_000, -1);

    // A confirmed stop told its prices. A forced one may have had none: then they are those of the moment of looking.
    const [at, by] = [new Date(), user.id];
    const stop = { askedAt: at, by, reason: null, cancelled: [], filledMeanwhile: [] };
    await journal.record({ botId: id, epoch }, { phase: { kind: 'stopped', receipt: { ...stop, confirmedAt: at } } });
    expect((await get(`/${id}/result`)).body.days).toHaveLength(1);
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
    const [since, day] = [new Date(Date.now() - 2 * 86_400_000), Math.floor(Date.now() / 86_400_000)];
    const usd = { BTC: 60_000, ETH: 3_000, USDT: 1 };
    const sold = { ...noActivity, change: { BTC: '-0.0005', USDT: '30.2697' }, fees: { USDT: '0.0303' }, feesUsd: '0.0303', trades: 1 };
    const start = { balances: { BTC: '0.1', ETH: '2', USDT: '6000' }, usd };
    const performance: PerformanceBook = { since: since.getTime(), start, closed: sold, day, today: noActivity };
    const nameOf = (one: number) => new Date(one * 86_400_000).toISOString().slice(0, 10);
    const days = [
      { since, day: nameOf(day - 1), activity: noActivity, ending: { at: since, usd } },
      { since, day: nameOf(day), activity: sold, ending: null },
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
      const since = new Date(Date.now() - days * 86_400_000);
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
    expect((await get(`/${id}/performance?targetTimestamp=${Date.now() + 1000}`)).body.annualRate).toBe(eight.annualRate);
  });

  test('candles of its pairs can be drawn, of others not', async () => {
    const id = await made();
    const { body } = await get(`/${id}/candles?pair=BTC/USDT&limit=10`);
    expect(body).toHaveLength(10);
    expect(body.at(-1).close).toBe(60_000);
    expect((await get(`/${id}/candles?pair=BTC/USDT&interval=1h&limit=48`)).body).toHaveLength(48);
    expect((await get(`/${id}/candles?pair=XRP/USDT`)).body.code).toBe('pairNotOffered');
  });
});

test('the range of widths for given balances is told before there is a bot', async () => {
  const query = new URLSearchParams({ pairs: pairs.join(), balance: 'BTC:0.1,ETH:2,USDT:6000' });
  const { body } = await get(`/${server.exchange.id}/minimum-order-width?${query}`);
  expect(body.minimumOrderWidth).toBeGreaterThan(0.16);
  expect(body.shownMinimum).toBeGreaterThanOrEqual(body.minimumOrderWidth + 0.1);
  expect(body.breakEvenWidth).toBe(0.2);
  expect(body.limitedBy).toMatchObject({ pair: expect.any(String) });
});
