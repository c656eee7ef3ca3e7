import { newLedger } from '@tenbin/bots';
import { addActivity, flowActivity, noActivity, type PerformanceBook } from '@tenbin/strategy';
import { buildBot, buildExchange, buildExchangeAccount } from '@tenbin/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../testing/start-test-server.ts';

let server: TestServer;
let user: TestUser;
let stranger: TestUser;
const usd = { BTC: 60_000, USDT: 1 };
const start = { balances: { BTC: '0.1', USDT: '6000' }, usd };
/** A sale of 0.001 BTC at 60,000 for a fee of 0.06 USDT. */
const sale = {
  ...noActivity,
  change: { BTC: '-0.001', USDT: '59.94' },
  fees: { USDT: '0.06' },
  feesUsd: '0.06',
  volume: '60',
  trades: 1,
  growth: 0.0001,
};
const deposit = flowActivity({ at: Date.UTC(2026, 1, 3), amounts: { USDT: '1000' } }, ['BTC', 'USDT'], new Map(Object.entries(usd)));

beforeAll(async () => {
  server = await startTestServer();
  [user, stranger] = [await server.makeUser(), await server.makeUser()];
  const { exchange, database } = server;
  const own = database.forOrganization(user.organizationId);
  const key = server.venue.createAccount();
  const body = { name: 'Osaka', exchangeId: exchange.id, apiKey: key.key, secret: key.secret, delta: 0.01 };
  const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
  const made = await server.call('POST', '/api/bots', { key: user.key, body: { ...body, pairs } });
  const { exchangeAccountId } = await own.bots.require(user.id, made.body.bot._id);
  for (const name of ['Tokyo', 'Gone']) {
    const bot = await buildBot(database, user.organizationId, { userId: user.id, exchangeAccountId, name });
    const since = new Date('2026-01-10T09:00:00Z');
    const ending = { at: new Date('2026-01-31T23:59:59Z'), usd };
    const performance: PerformanceBook = {
      ...{ since: since.getTime(), start, closed: addActivity(sale, addActivity(sale, deposit)) },
      day: Math.floor(Date.UTC(2026, 2, 5) / 86_400_000),
      today: sale,
    };
    await own.journal.record(
      { botId: bot.id, epoch: 0 },
      {
        days: [
          { since, start, day: '2026-01-31', activity: sale, ending },
          { since, start, day: '2026-02-03', activity: addActivity(sale, deposit), ending: null },
        ],
        ledger: { ...newLedger({ BTC: '0.097', USDT: '7179.82' }), performance },
      },
    );
    if (name === 'Gone') await own.bots.delete(user.id, bot.id);
  }
});
afterAll(() => server.close());

const statementOf = async (month: string, key = user.key) => (await server.call('GET', `/api/statement?month=${month}`, { key })).body;

test('a statement tells of each bot what it had, what came, what trades and fees changed, and what it has', async () => {
  const january = await statementOf('2026-01');
  expect(january).toMatchObject({ month: '2026-01', start: '2026-01-01T00:00:00.000Z', end: '2026-02-01T00:00:00.000Z', isOver: true });
  expect(january.bots.map(({ name, deletedAt }: { name: string; deletedAt: string | null }) => [name, deletedAt !== null])).toEqual([
    ['Tokyo', false],
    ['Gone', true],
  ]);
  expect(january.bots[0]).toMatchObject({
    currencies: {
      BTC: { opening: '0', flows: '0.1', traded: '-0.001', fees: '0', rounding: '0', closing: '0.099' },
      USDT: { opening: '0', flows: '6000', traded: '60', fees: '0.06', rounding: '0', closing: '6059.94' },
    },
    outsideFees: {},
    usd: { opening: '0', flows: '12000', result: '-0.06', fees: '0.06', outsideFees: '0', closing: '11999.94' },
    volume: '60',
    trades: 1,
    basisPoint: 1,
  });
});

test('each opens with what the one before closed with, up to the day under way', async () => {
  const [january, february, march] = await Promise.all(['2026-01', '2026-02', '2026-03'].map((month) => statementOf(month)));
  expect(february.bots[0].currencies.USDT).toEqual({
    ...{ opening: '6059.94', flows: '1000', traded: '60', fees: '0.06', rounding: '0', closing: '7119.88' },
  });
  expect(march.bots[0].currencies.USDT).toMatchObject({ opening: '7119.88', traded: '60', closing: '7179.82' });
  for (const [before, after] of [
    [january, february],
    [february, march],
  ])
    expect(after.total.usd.opening).toBe(before.total.usd.closing);
});

test('in all it is the sum of its bots', async () => {
  const { total } = await statementOf('2026-02');
  expect(total.currencies.USDT).toMatchObject({ opening: '12119.88', flows: '2000', closing: '14239.76' });
  expect(total).toMatchObject({ volume: '120', trades: 2, usd: { flows: '2000', fees: '0.12' } });
});

test('what a deleted bot held goes with it, and no later statement counts it', async () => {
  const { bots } = await statementOf('2026-03');
  const [month, ...later] = [0, 1, 2].map((months) => {
    const [year, number] = bots[1].deletedAt.split('-').map(Number);
    return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7);
  });
  const last = (await statementOf(month as string)).bots.find(({ name }: { name: string }) => name === 'Gone');
  expect(last.currencies.USDT).toMatchObject({ opening: '7179.82', flows: '-7179.82', traded: '0', closing: '0' });
  expect(last.usd).toMatchObject({ result: '0', closing: '0' });
  for (const next of later) {
    const statement = await statementOf(next);
    expect(statement.bots.map(({ name }: { name: string }) => name)).toEqual(['Tokyo']);
    expect(statement.total.currencies.USDT.opening).toBe('7179.82');
  }
});

test('a month under way closes as the bot’s own result does, at live prices; the next one opens with that', async () => {
  const [now, next] = [0, 1].map((more) => {
    const at = server.clock.now();
    return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + more)).toISOString().slice(0, 7);
  }) as [string, string];
  const before = server.clock.now().toISOString();
  const statement = await statementOf(now);
  const { _id: id, usd: told, pricesAt } = statement.bots[0];
  const { valuation } = (await server.call('GET', `/api/bots/${id}/result`, { key: user.key })).body;
  expect(statement).toMatchObject({ isOver: false, bots: [{ name: 'Tokyo' }, { name: 'Gone', pricesAt: null }] });
  expect(told.closing).toBe(valuation.worth);
  expect(pricesAt >= before).toBe(true);
  expect((await statementOf(next)).total.usd.opening).toBe(statement.total.usd.closing);
});

test('where the exchange does not answer, a month under way closes by the last prices, and says of when they are', async () => {
  const { database, clock } = server;
  const away = await server.makeUser();
  const own = database.forOrganization(away.organizationId);
  const silent = await buildExchange(database, away.organizationId, { name: 'Silent', baseUrl: 'http://127.0.0.1:9' });
  const account = await buildExchangeAccount(database, { organizationId: away.organizationId, userId: away.id, exchangeId: silent.id });
  const bot = await buildBot(database, away.organizationId, { userId: away.id, exchangeAccountId: account.id, name: 'Alone' });
  const since = new Date('2026-01-10T09:00:00Z');
  const ending = { at: new Date('2026-01-31T23:59:59Z'), usd };
  await own.journal.record(
    { botId: bot.id, epoch: 0 },
    {
      days: [{ since, start, day: '2026-01-31', activity: sale, ending }],
      ledger: { ...newLedger({}), performance: { since: since.getTime(), start, closed: sale, day: 20_500, today: noActivity } },
    },
  );
  const { bots } = await statementOf(clock.now().toISOString().slice(0, 7), away.key);
  expect(bots).toMatchObject([{ name: 'Alone', pricesAt: '2026-01-31T23:59:59.000Z', usd: { closing: '11999.94' } }]);
});

test('before the first start there is nothing, nor for others', async () => {
  expect(await statementOf('2025-12')).toMatchObject({ bots: [], total: { currencies: {}, trades: 0 } });
  expect(await statementOf('2026-01', stranger.key)).toMatchObject({ bots: [], total: { currencies: {} } });
});

test.each(['', '2026-1', '2026-13', '1999-01', 'soon'])('%j is no month', async (month) => {
  expect(await statementOf(month)).toMatchObject({ statusCode: 400, code: 'invalidInput', error: { month: expect.any(String) } });
});
