import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../testing/start-test-server.ts';

const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
/** So large that every width here is wide enough for the exchange. */
const balances = { BTC: '100', ETH: '2000', USDT: '6000000' };

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  user = await server.makeUser();
});
afterAll(() => server.close());

const account = () => server.venue.createAccount({ balances });
const call = (method: 'POST' | 'PUT', path: string, body: unknown) => server.call(method, path, { key: user.key, body });
const create = (given: Record<string, unknown>) => {
  const { key, secret } = account();
  return call('POST', '/api/bots', { name: 'Tokyo-1', exchangeId: server.exchange.id, apiKey: key, secret, pairs, ...given });
};

test('an account is told what it pays, and from which width on that is earned', async () => {
  const { key, secret } = account();
  const { status, body } = await call('POST', `/api/exchanges/${server.exchange.id}/fees`, { key, secret, pairs });
  expect(status).toBe(200);
  expect(body).toEqual({ maker: 0.001, taker: 0.001, canPostOnly: true, breakEvenWidth: 0.2, breakEvenWidthTogether: 0.4 });
});

test.each([
  { width: 0.15, code: 'underBreakEven', breakEvenWidth: 0.2 },
  { width: 0.2, code: 'underBreakEven', breakEvenWidth: 0.2 },
  { width: 0.3, code: 'underBreakEvenTogether', breakEvenWidth: 0.4 },
])('a new bot of $width % is warned of with $code', async ({ width, code, breakEvenWidth }) => {
  const { status, body } = await create({ delta: width / 200 });
  expect(status).toBe(201);
  expect(body.warnings).toEqual([{ code, message: expect.stringContaining(`${breakEvenWidth}%`), width, breakEvenWidth }]);
});

test('a change that makes a bot lose is warned of, one that mends it is not', async () => {
  const { body } = await create({ delta: 0.005 });
  expect(body.warnings).toEqual([]);
  const path = `/api/bots/${body.bot._id}`;
  expect((await call('PUT', path, { delta: 0.0005 })).body.warnings).toMatchObject([{ code: 'underBreakEven', width: 0.1 }]);
  expect((await call('PUT', path, { delta: 0.0025 })).body.warnings).toEqual([]);
});

test('orders only rest unless its user wants otherwise, and a change of something else keeps that', async () => {
  const { body } = await create({ delta: 0.005 });
  expect(body.bot.postOnly).toBe(true);
  const path = `/api/bots/${body.bot._id}`;
  expect((await call('PUT', path, { postOnly: false })).body.bot.postOnly).toBe(false);
  expect((await call('PUT', path, { name: 'Tokyo-2' })).body.bot.postOnly).toBe(false);
  expect(await call('PUT', path, { postOnly: 'yes' })).toMatchObject({ status: 400, body: { code: 'invalidInput' } });
});

test('the fees of somebody else’s bot are not told', async () => {
  const { body } = await create({ delta: 0.005 });
  const other = await server.makeUser();
  const answer = await server.call('POST', `/api/exchanges/${server.exchange.id}/fees`, {
    key: other.key,
    body: { botId: body.bot._id, pairs },
  });
  expect(answer).toMatchObject({ status: 404, body: { code: 'botNotFound' } });
});
