import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../testing/start-test-server.ts';

let server: TestServer;
let user: TestUser;
let others: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  user = await server.makeUser();
  others = await server.makeUser();
});
afterAll(() => server.close());

const organization = () => server.database.forOrganization(server.tenbin.id);
const force = (id: string, by: TestUser = user) => server.call('PUT', `/api/bots/${id}/stop/force`, { key: by.key });
const shown = async (id: string) =>
  (await server.call('GET', '/api/bots', { key: user.key })).body.find((bot: { _id: string }) => bot._id === id);

const order = { clientOrderId: 'T1x1', sequence: 1, pair: 'BTC/USDT', side: 'sell', price: '60000', amount: '0.1', state: 'open' } as const;

/** A bot with an order open, whose worker has ended. */
async function runningBot(): Promise<string> {
  const { key, secret } = server.venue.createAccount();
  const body = {
    name: 'One',
    exchangeId: server.exchange.id,
    apiKey: key,
    secret,
    pairs: ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'],
    delta: 0.01,
  };
  const { _id: id } = (await server.call('POST', '/api/bots', { key: user.key, body })).body.bot;
  await server.call('PUT', `/api/bots/${id}/start`, { key: user.key });
  const sent = { ...order, level: 0, clientOrderId: `T${id.slice(-8)}x1`, sentAt: new Date(), cancelAskedAt: null, recordedTrades: 0 };
  const orders = [{ ...sent, exchangeOrderId: id, reportedFilled: '0' }];
  const running = { kind: 'running', since: new Date() } as const;
  await organization().journal.record({ botId: id, epoch: 0 }, { phase: running, orders });
  return id;
}

test('a bot that is not being stopped cannot be forced to, nor a stop that has just begun, nor somebody else’s', async () => {
  const id = await runningBot();
  expect(await force(id)).toMatchObject({ status: 409, body: { code: 'botNotStopping' } });
  await server.call('PUT', `/api/bots/${id}/stop`, { key: user.key });
  expect(await force(id)).toMatchObject({ status: 409, body: { code: 'stopTooYoung' } });
  server.clock.advance(60_000);
  expect(await force(id, others)).toMatchObject({ status: 404, body: { code: 'botNotFound' } });
  expect(await shown(id)).toMatchObject({ state: 'stopping', stopReceipt: null, stopping: { forcedAt: null } });
});

test('where no worker is there it ends at once, and the receipt names what nobody knows to be over', async () => {
  const id = await runningBot();
  await server.call('PUT', `/api/bots/${id}/stop`, { key: user.key });
  server.clock.advance(60_000);
  expect(await force(id)).toMatchObject({ status: 200, body: { success: true } });
  const { clientOrderId: _id, sequence: _sequence, ...terms } = order;
  expect(await shown(id)).toMatchObject({
    state: 'stopped',
    stopping: null,
    stopReceipt: { confirmedAt: null, forced: { because: 'noWorker', unconfirmed: [{ ...terms, filled: '0' }] } },
  });
  const { body: timeline } = await server.call('GET', `/api/bots/${id}/timeline`, { key: user.key });
  expect(timeline).toMatchObject([
    { kind: 'stopped', facts: { unconfirmed: 1 } },
    { kind: 'stopForced', facts: { by: user.id } },
  ]);
  expect(await force(id)).toMatchObject({ status: 409, body: { code: 'botNotStopping' } });
});

test('a worker that lives is left to do it; one that does not in half a minute cannot write any more', async () => {
  const id = await runningBot();
  await server.call('PUT', `/api/bots/${id}/stop`, { key: user.key });
  server.clock.advance(60_000);
  const { workers } = server.database.platform;
  const worker = await workers.register('stuck');
  const claims = await workers.claim(worker, { limit: 100, leaseMs: 60_000 });
  const { exchangeAccountId } = await organization().bots.require(user.id, id);
  const epoch = claims.find((claim) => claim.exchangeAccountId === exchangeAccountId)?.epoch ?? 0;
  await workers.beat(worker);
  await force(id);
  expect(await shown(id)).toMatchObject({ state: 'stopping', stopping: { forcedAt: expect.any(String) } });
  server.clock.advance(30_000);
  await force(id);
  expect(await shown(id)).toMatchObject({ state: 'stopped', stopReceipt: { forced: { because: 'noWorker' } } });
  const written = organization().journal.record({ botId: id, epoch }, { phase: { kind: 'running', since: new Date() } });
  await expect(written).rejects.toMatchObject({ code: 'staleEpoch' });
});
