import { bookedFill, contractRecord } from '@tenbin/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BotsOf, botsOf } from '../../testing/bots-of.ts';
import { pairs } from '../../testing/right-query.ts';
import { expectSpecifiedCalls } from '../../testing/specified-calls.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/start-test-server.ts';

let server: TestServer;
let user: TestUser;
let bots: BotsOf;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  user = await server.makeUser();
  bots = botsOf(server, user);
});
afterAll(() => server.close());

const create: BotsOf['create'] = (given) => bots.create(given);
const get: BotsOf['get'] = (path) => bots.get(path);
const put: BotsOf['put'] = (path, body) => bots.put(path, body);
const made: BotsOf['made'] = (given) => bots.made(given);

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
    {
      says: 'a pair that the exchange does not have',
      given: { pairs: ['BTC/USDT', 'XRP/USDT'] },
      code: 'pairNotAvailable',
      field: 'pairs',
    },
    { says: 'a width of 100', given: { delta: 0.5 }, code: 'orderWidthOutOfRange', field: 'delta' },
    { says: 'a width of 0', given: { delta: 0 }, code: 'orderWidthOutOfRange', field: 'delta' },
    {
      says: 'a negative reward',
      given: { delta: undefined, expectedRateOfReturn: -1 },
      code: 'rewardNotPositive',
      field: 'expectedRateOfReturn',
    },
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
    bots = botsOf(server, user);
    expect((await create({ apiKey: shared.key, secret: shared.secret })).body).toMatchObject({ code: 'apiKeyInUse' });
  });

  test('a course brings its pairs and width along', async () => {
    const { botCourses } = server.database.forOrganization(server.tenbin.id);
    const course = await botCourses.save({
      type: 'balance',
      title: { ja: 'バランス', en: 'Balance' },
      description: { ja: '', en: '' },
      strategy: { kind: 'balancing', pairs: pairs.slice(0, 2), delta: 0.02 },
      backTest: null,
    });
    const { body } = await create({ pairs: undefined, delta: undefined, botCourseId: course.id });
    expect(body.bot).toMatchObject({ botCourse: course.id, pairs: pairs.slice(0, 2), delta: 0.02 });
    const byHand = await create({ name: 'By-hand', botCourseId: course.id });
    expect(byHand.body.bot).toMatchObject({ botCourse: null, pairs });
    await botCourses.save({ ...course, strategy: { kind: 'balancing', pairs, delta: 0.02 } });
    const renamed = await put(`/${body.bot._id}`, { name: 'Renamed', botCourseId: course.id, pairs: pairs.slice(0, 2) });
    expect(renamed.body.bot).toMatchObject({ name: 'Renamed', botCourse: course.id, pairs: pairs.slice(0, 2) });
  });
});

describe('a course that is offered no more', () => {
  test('keeps nobody from changing a bot that was made from it, and makes no new one', async () => {
    const { botCourses } = server.database.forOrganization(server.tenbin.id);
    const [course] = await botCourses.list();
    if (!course) throw new Error('no course');
    const botCourseId = course.id;
    const { body } = await create({ pairs: undefined, delta: undefined, botCourseId });
    await botCourses.replace((await botCourses.list()).filter(({ id }) => id !== botCourseId));
    const renamed = await put(`/${body.bot._id}`, { name: 'Renamed', botCourseId, pairs: body.bot.pairs });
    expect(renamed.status, renamed.text).toBe(200);
    expect(renamed.body.bot).toMatchObject({ name: 'Renamed', botCourse: null, pairs: body.bot.pairs, delta: body.bot.delta });
    for (const refused of [await create({ botCourseId }), await put(`/${body.bot._id}`, { botCourseId })])
      expect(refused).toMatchObject({ status: 404, body: { code: 'courseNotFound' } });
  });
});

describe('starting and stopping', () => {
  test('start writes the request, stop takes it back; between them the bot can be neither changed nor deleted', async () => {
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
    const held = server.venue.hold();
    const start = put(`/${id}/start`);
    const letIn = await held;
    expect((await put(`/${id}/stop`)).body).toEqual({ success: true });
    letIn();
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
      server.clock.advance(5_000);
      expect((await server.call('GET', '/api/users/self', { key: user.key })).body.isPaid).toBe(isFree);
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

  test('a deleted bot is gone, and what it did can still be read by its user alone', async () => {
    const id = await made();
    expect((await server.call('DELETE', `/api/bots/${id}`, { key: user.key })).body).toEqual({ success: true });
    expect((await get('')).body).toEqual([]);
    expect((await get('/deleted')).body).toEqual([
      { _id: id, name: expect.any(String), exchange: server.exchange.name, pairs, deletedAt: expect.any(String) },
    ]);
    for (const what of ['records', 'record_count', 'volume', 'timeline', `performance?targetTimestamp=${Date.now() + 60_000}`])
      expect((await get(`/${id}/${what}`)).status, what).toBe(200);
    expect((await get(`/${id}/balance-check`)).status).toBe(404);
    expect((await server.call('PUT', `/api/bots/${id}/start`, { key: user.key })).status).toBe(404);
    const stranger = await server.makeUser();
    expect((await server.call('GET', `/api/bots/${id}/records`, { key: stranger.key })).status).toBe(404);
    expect((await server.call('GET', '/api/bots/deleted', { key: stranger.key })).body).toEqual([]);
  });

  test('the records of a deleted bot stay in the list, and its trades in the download', async () => {
    const id = await made();
    const { bots, journal } = server.database.forOrganization(server.tenbin.id);
    await journal.record(
      { botId: id, epoch: 0 },
      { fills: [bookedFill({ tradeId: '1', price: '60601' })], records: [contractRecord({ price: '60601' })] },
    );
    await bots.delete(user.id, id);
    expect((await get(`/${id}/records`)).body).toMatchObject([{ botId: id, price: '60601' }]);
    expect((await server.call('GET', '/api/records/download', { key: user.key })).text).toContain('60601');
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

test('the specified calls that are shown here were made', expectSpecifiedCalls);
