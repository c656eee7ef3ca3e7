import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectSpecifiedCalls } from '../../testing/specified-calls.ts';
import { type Answer, startTestServer, type TestServer, type TestUser } from '../../testing/start-test-server.ts';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  await server.database.platform.organizations.update(server.tenbin.id, { settings: { rebalanceFees: { USDT: 0.5 } } });
});
beforeEach(async () => {
  user = await server.makeUser();
});
afterAll(() => server.close());

const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
const dollars = { USDT: '18000' };

function create(given: Record<string, unknown> = {}, balances: Record<string, string> = dollars): Promise<Answer> {
  const { key, secret } = server.venue.createAccount({ balances });
  const body = { name: 'Tokyo-1', exchangeId: server.exchange.id, apiKey: key, secret, pairs, delta: 0.01, ...given };
  return server.call('POST', '/api/bots', { key: user.key, body });
}
async function made(given: Record<string, unknown> = {}, balances?: Record<string, string>): Promise<string> {
  const answer = await create(given, balances);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.bot._id;
}
const rebalance = (id: string, body: unknown = {}): Promise<Answer> =>
  server.call('POST', `/api/bots/${id}/auto-rebalance-by-bot`, { key: user.key, body });
const validate = (config: unknown): Promise<Answer> =>
  server.call('POST', '/api/bots/validate-auto-rebalance-config', { key: user.key, body: { config } });
const bot = async () => (await server.call('GET', '/api/bots', { key: user.key })).body[0];
const log = async (path = '') => (await server.call('GET', `/api/exchanges${path}/auto-rebalance`, { key: user.key })).body;

describe('before a rebalance', () => {
  test('its orders, what they lead to and what they cost are told', async () => {
    const { status, body, text } = await validate({ exchangeId: server.exchange.id, pairs, balance: dollars, delta: 0.01 });
    expect(status, text).toBe(200);
    expect(body.orders.map(({ pair, side, price }: Record<string, string>) => [side, pair, price])).toEqual([
      ['buy', 'BTC/USDT', '63000'],
      ['buy', 'ETH/USDT', '3150'],
    ]);
    const [btc, usdt, eth] = body.suggestedBalance.map(({ rebalancedBalance }: Record<string, string>) => Number(rebalancedBalance));
    for (const worth of [btc * 60_000, eth * 3_000, usdt]) expect(Math.abs(worth - 5_996)).toBeLessThan(1);
    expect(body.turnover).toMatchObject([{ currency: 'USDT', feePercent: 0.5, serviceFee: expect.stringMatching(/^60\.0/) }]);
  });

  test.each([
    {
      says: 'a currency that would have to be bought before it is sold',
      config: { balance: { USDT: '4' } },
      status: 400,
      code: 'cannotSellFirst',
    },
    { says: 'an empty wallet', config: { balance: {} }, status: 400, code: 'balanceNotPositive' },
    { says: 'two currencies', config: { pairs: ['BTC/USDT'] }, status: 400, code: 'notThreeCurrencies' },
    { says: 'a width too small for what it leads to', config: { delta: 0.0001 }, status: 400, code: 'valueTooSmall' },
    { says: 'a missing parameter', config: { balance: undefined }, status: 400, code: 'invalidInput' },
  ])('is refused: $says', async ({ config, status, code }) => {
    const answer = await validate({ exchangeId: server.exchange.id, pairs, balance: dollars, ...config });
    expect([answer.status, answer.body.code], answer.text).toEqual([status, code]);
  });

  test('the widths are those of the balances that it leads to', async () => {
    const range = (query: string) =>
      server.call('GET', `/api/bots/${server.exchange.id}/minimum-order-width?pairs=${pairs}&${query}`, { key: user.key });
    expect((await range('balance=USDT:18000')).body.code).toBe('balanceNotPositive');
    const planned = await range('balance=USDT:18000&isAutoRebalanceOrganization=true');
    const given = await range('balance=USDT:18000&isAutoRebalanceOrganization=true&rebalancedBalance=BTC:0.1,ETH:2,USDT:6000');
    expect(planned.body.minimumOrderWidth).toBeCloseTo(given.body.minimumOrderWidth, 2);
  });

  test('the suggested balances show what it really leads to', async () => {
    const { key, secret } = server.venue.createAccount({ balances: dollars });
    const body = { key, secret, pairs };
    const rows = await server.call('POST', `/api/exchanges/${server.exchange.id}/suggested-balance`, { key: user.key, body });
    expect(rows.body.map((row: Record<string, string>) => [row.currency, row.walletBalance, row.suggestedBalance])).toEqual([
      ['BTC', '0', '0.1'],
      ['USDT', '18000', '6000'],
      ['ETH', '0', '2'],
    ]);
    expect(rows.body.map((row: Record<string, string>) => Math.round(Number(row.rebalancedBalance) * 1_000) / 1_000)).toEqual([
      0.1,
      expect.closeTo(5_996, 0),
      1.999,
    ]);
  });
});

describe('a bot', () => {
  test('with a wallet of one currency is set up only with automatic rebalancing', async () => {
    expect((await create()).body.code).toBe('balanceNotPositive');
    const id = await made({ autoRebalance: true });
    expect(await bot()).toMatchObject({ _id: id, state: 'stopped', config: { autoRebalance: true }, autoStartRequested: false });
  });

  test('set to rebalance and to start by itself is asked to at once', async () => {
    const id = await made({ autoRebalance: true, autoActivation: true });
    expect(await bot()).toMatchObject({ _id: id, state: 'rebalancing', active: true, isRunning: false, autoStartRequested: true });
    expect(await log()).toMatchObject([{ bot: { _id: id, name: 'Tokyo-1' }, status: 'requested', autoActivation: true, turnover: [] }]);
  });

  test('set to rebalance does so at a start where it has to', async () => {
    const id = await made({ autoRebalance: true });
    const started = await server.call('PUT', `/api/bots/${id}/start`, { key: user.key });
    expect(started.status, started.text).toBe(200);
    expect(await bot()).toMatchObject({ state: 'rebalancing', autoStartRequested: true });
  });

  test('is started by what its own strategy asks for, and rebalanced only where that can be', async () => {
    const id = await made({ autoRebalance: true });
    const { bots } = server.database.forOrganization(server.tenbin.id);
    const strategy = { kind: 'spread', pairs: ['BTC/USDT'], spread: 1, amount: '0.01', intervalMs: 5_000 } as const;
    await bots.updateSettings(user.id, id, { strategy });
    const started = await server.call('PUT', `/api/bots/${id}/start`, { key: user.key });
    expect(started.status, started.text).toBe(200);
    expect(await bot()).toMatchObject({ state: 'starting', active: true });
  });

  test('is rebalanced on request, once at a time, and a stop takes the request back', async () => {
    const id = await made({ autoRebalance: true });
    const asked = await rebalance(id);
    expect(asked, asked.text).toMatchObject({ status: 201, body: { status: 'requested', autoActivation: false } });
    expect(await bot()).toMatchObject({ state: 'rebalancing', active: false, autoStartRequested: false });
    expect(await rebalance(id)).toMatchObject({ status: 409, body: { code: 'rebalanceUnderWay' } });
    for (const [method, body] of [
      ['PUT', { delta: 0.02 }],
      ['DELETE', undefined],
    ] as const)
      expect(await server.call(method, `/api/bots/${id}`, { key: user.key, body })).toMatchObject({ status: 409 });
    await server.call('PUT', `/api/bots/${id}/stop`, { key: user.key });
    expect(await bot()).toMatchObject({ state: 'stopped', active: false });
    expect(await log()).toMatchObject([{ status: 'cancelled' }]);
    expect(await log(`/${server.exchange.id}`)).toMatchObject([{ status: 'cancelled', exchange: { name: 'Tenbin Virtual' } }]);
  });

  test('does not start by itself where a stop was asked for while its new settings were being checked', async () => {
    const id = await made({ autoRebalance: true });
    const held = server.venue.hold();
    const change = server.call('PUT', `/api/bots/${id}`, { key: user.key, body: { autoActivation: true } });
    const letIn = await held;
    await server.call('PUT', `/api/bots/${id}/stop`, { key: user.key });
    letIn();
    expect(await change).toMatchObject({ status: 200, body: { bot: { autoActivation: true, active: false, state: 'stopped' } } });
    expect(await log()).toEqual([]);
  });

  test('that is wanted to run is not rebalanced', async () => {
    const id = await made({}, { BTC: '0.1', ETH: '2', USDT: '6000' });
    await server.call('PUT', `/api/bots/${id}/start`, { key: user.key });
    expect(await rebalance(id)).toMatchObject({ status: 409, body: { code: 'botRunning' } });
  });

  test('of another user is not found, and nobody sees another’s log', async () => {
    const id = await made({ autoRebalance: true, autoActivation: true });
    user = await server.makeUser();
    expect(await rebalance(id)).toMatchObject({ status: 404, body: { code: 'botNotFound' } });
    expect(await log()).toEqual([]);
  });
});

test('the specified calls that are shown here were made', expectSpecifiedCalls);
