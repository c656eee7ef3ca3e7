import { clientOrderIdOf, newLedger } from '@tenbin/bots';
import type { OrderTruth } from '@tenbin/contract';
import type { BotRow } from '@tenbin/db';
import { orderWrite } from '@tenbin/testkit';
import { connectExchange } from '@tenbin/testkit/exchange';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../testing/start-test-server.ts';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  user = await server.makeUser();
});
afterAll(() => server.close());

const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
const balances = { BTC: '0.1', ETH: '2', USDT: '6000' };
/** As a bot of 2 % wants them with these balances. */
const sell = { pair: 'BTC/USDT', side: 'sell', price: '60600', amount: '0.00049' } as const;
const buy = { pair: 'BTC/USDT', side: 'buy', price: '59400', amount: '0.0005' } as const;

const longAgo = new Date(Date.now() - 3_600_000);

/** A bot that its worker runs, as the database sees it, and its account at the exchange. */
async function runningBot() {
  const { key, secret } = server.venue.createAccount();
  const settings = { name: 'Tokyo-1', exchangeId: server.exchange.id, apiKey: key, secret, pairs, delta: 0.005 };
  const { body } = await server.call('POST', '/api/bots', { key: user.key, body: settings });
  const id: string = body.bot._id;
  await server.call('PUT', `/api/bots/${id}/start`, { key: user.key });
  const own = server.database.forOrganization(server.tenbin.id);
  const bot = await own.bots.require(user.id, id);
  const { workers } = server.database.platform;
  const claims = await workers.claim(await workers.register('test'), { limit: 100, leaseMs: 60_000 });
  const epoch = claims.find(({ exchangeAccountId }) => exchangeAccountId === bot.exchangeAccountId)?.epoch ?? 0;
  await own.journal.record({ botId: id, epoch }, { ledger: newLedger(balances), phase: { kind: 'running', since: longAgo } });
  const know = (orders: readonly Partial<Parameters<typeof orderWrite>[0]>[]) =>
    own.journal.record(
      { botId: id, epoch },
      {
        orders: orders.map((order, at) =>
          orderWrite({ state: 'open', sequence: at + 1, clientOrderId: clientOrderIdOf(bot.botNumber, at + 1), ...order }),
        ),
      },
    );
  const connector = connectExchange({ ccxtId: 'binance', baseUrl: server.venue.url });
  const account = await connector.account({ apiKey: key, secret });
  return { bot, know, account, connector };
}

const truthOf = async ({ id }: BotRow): Promise<OrderTruth> => {
  const { body, status, text } = await server.call('GET', `/api/bots/${id}/order-truth`, { key: user.key });
  expect(status, text).toBe(200);
  return body;
};
const slotOf = ({ slots }: OrderTruth, { pair, side }: { pair: string; side: string }) =>
  slots.find((slot) => slot.pair === pair && slot.side === side);

test('orders are compared as wanted, as stored and as the exchange reports them', async () => {
  const { bot, know, account, connector } = await runningBot();
  await account.placeOrder({ ...sell, clientOrderId: clientOrderIdOf(bot.botNumber, 1) });
  await account.placeOrder({ pair: 'ETH/USDT', side: 'buy', price: '2500', amount: '0.01', clientOrderId: 'byHand1' });
  await know([sell, buy]);
  server.clock.advance(10_000);

  const truth = await truthOf(bot);
  expect(truth).toMatchObject({ wantedKnown: true, exchange: { isCurrent: true, fault: null } });
  expect(truth.slots).toHaveLength(6);
  expect(slotOf(truth, sell)).toMatchObject({ verdict: 'matched', because: null, wanted: { price: '60600' }, reported: [sell] });
  expect(slotOf(truth, buy)).toMatchObject({ verdict: 'missing', because: 'notAtExchange', reported: [], known: [buy] });
  expect(slotOf(truth, { pair: 'ETH/BTC', side: 'sell' })).toMatchObject({ verdict: 'missing', because: 'notPlaced', known: [] });
  expect(truth.external).toEqual([{ order: expect.objectContaining({ clientOrderId: 'byHand1', price: '2500' }), isOfOtherBot: false }]);
  await account.close();
  await connector.close();
});

test('an exchange that cannot be reached is told, with what it said before', async () => {
  const { bot, know, account, connector } = await runningBot();
  await know([sell]);
  await account.placeOrder({ ...sell, clientOrderId: clientOrderIdOf(bot.botNumber, 1) });
  const before = await truthOf(bot);
  const { exchanges } = server.database.platform;
  const { name, ccxtId, timeScale } = server.exchange;
  await exchanges.save({ name, ccxtId, timeScale, baseUrl: 'http://127.0.0.1:9' });
  try {
    const later = () => {
      server.clock.advance(2_000);
      return truthOf(bot);
    };
    await expect.poll(later).toMatchObject({
      wantedKnown: false,
      exchange: {
        isCurrent: false,
        askedAt: before.exchange.askedAt,
        fault: { code: 'exchangeUnreachable', message: expect.any(String) },
      },
    });
    expect(slotOf(await truthOf(bot), sell)).toMatchObject({ verdict: 'unknown', because: 'exchangeSilent', reported: [sell] });
  } finally {
    await exchanges.save({ name, ccxtId, timeScale, baseUrl: server.venue.url });
  }
  await account.close();
  await connector.close();
});

test('a stopped bot wants nothing, and nothing is there', async () => {
  const { key, secret } = server.venue.createAccount();
  const settings = { name: 'Tokyo-2', exchangeId: server.exchange.id, apiKey: key, secret, pairs, delta: 0.005 };
  const { body } = await server.call('POST', '/api/bots', { key: user.key, body: settings });
  const { body: truth } = await server.call('GET', `/api/bots/${body.bot._id}/order-truth`, { key: user.key });
  expect(truth).toMatchObject({ slots: [], external: [], exchange: { isCurrent: true } });
});
