import { buildBot, buildExchangeAccount, openTestDatabase, orderWrite } from '@tenbin/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectSpecifiedCalls } from '../../testing/specified-calls.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
let key: string;
const [exchangeName, pair] = ['Tenbin Virtual', 'BTC/USDT'];

beforeAll(async () => {
  server = await startTestServer({ opened: await openTestDatabase('postgres'), isClockStill: true });
  key = await server.makeOperator();
});
afterAll(() => server.close());

const read = (path: string, query: Readonly<Record<string, string>> = {}) =>
  server.call('GET', `/ango-ya/${path}?${new URLSearchParams({ exchangeName, pair, ...query })}`, { key, surface: 'operator' });
const ofMarket = ['last-price', 'mid-price', 'orderbook'].map((name) => `exchange-client/${name}`);

test('the mid is the middle of the best bid and ask of the book, to the last digit', async () => {
  const { body: book } = await read('exchange-client/orderbook');
  const [bid, ask] = [book.bids[0][0], book.asks[0][0]];
  expect(bid).toBeLessThan(ask);
  expect(book.bids.map(([price]: [number]) => price)).toEqual(
    book.bids.map(([price]: [number]) => price).sort((a: number, b: number) => b - a),
  );
  const { body: mid } = await read('exchange-client/mid-price');
  expect([Number(mid.bid), Number(mid.ask)]).toEqual([bid, ask]);
  expect(Math.round(Number(mid.price) * 1000)).toBe(Math.round((bid + ask) * 500));
  expect((await read('exchange-client/last-price')).body).toEqual({ price: expect.stringMatching(/^60000/), at: expect.any(String) });
});

test.each(ofMarket)('%s refuses a pair and an exchange that are not there', async (path) => {
  expect(await read(path, { pair: 'XXX/YYY' })).toMatchObject({ status: 400, body: { code: 'invalidCurrencyPairName' } });
  expect((await read(path, { pair: 'XXX/YYY' })).body.message).toContain('Invalid currency pair name');
  expect(await read(path, { exchangeName: 'Nowhere' })).toMatchObject({ status: 404, body: { code: 'exchangeNotFound' } });
});

test.each([...ofMarket, 'orders/bot-orders'])('%s answers what is no pair with how one is written', async (path) => {
  for (const none of ['foo', '', 'BTC/BTC', 'btc/usdt'])
    expect(await read(path, { pair: none })).toMatchObject({
      status: 400,
      body: {
        code: 'invalidCurrencyPairName',
        message: 'Invalid currency pair name',
        advice: 'Write it like BTC/USDT.',
        error: { pair: expect.any(String) },
      },
    });
});

test('the last price is known while a side of the book is empty, and the mid is not', async () => {
  const { trial } = server.venue;
  const ticker = { symbol: 'ETHBTC', lastPrice: '0.04991', bidPrice: '0.00000000', askPrice: '0.05010', closeTime: 1_767_225_600_000 };
  await trial.injectFault({ type: 'answer', status: 200, body: JSON.stringify(ticker), where: { path: '/api/v3/ticker' } });
  const of = (name: string) => read(`exchange-client/${name}`, { pair: 'ETH/BTC' });
  expect(await of('last-price')).toMatchObject({ status: 200, body: { price: '0.04991', at: '2026-01-01T00:00:00.000Z' } });
  expect((await of('mid-price')).body.code).toBe('noPrices');
  await trial.clearFault(null);
});

test('whoever asks for the same book at once, or soon after, has the exchange asked once', async () => {
  const { trial } = server.venue;
  await trial.injectFault({ type: 'delayBefore', ms: 0, where: { path: '/api/v3/depth' } });
  const askedSoFar = async () => (await trial.describe()).faults.struck.delayBefore ?? 0;
  const book = () => read('exchange-client/orderbook', { pair: 'ETH/USDT' });
  const answers = await Promise.all([book(), book(), book()]);
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  await book();
  expect(await askedSoFar()).toBe(1);
  server.clock.advance(2_000);
  expect((await book()).status).toBe(200);
  expect(await askedSoFar()).toBe(2);
  await trial.clearFault(null);
});

test('the open orders of all bots on the pair are there, whosesoever they are, and a look is written down once', async () => {
  const { database, exchange } = server;
  const placed = [];
  for (const [index, organization] of [server.tenbin, server.kohaku].entries()) {
    const user = await server.makeUser(organization);
    const account = await buildExchangeAccount(database, { organizationId: organization.id, userId: user.id, exchangeId: exchange.id });
    const bot = await buildBot(database, organization.id, { userId: user.id, exchangeAccountId: account.id });
    const [near, far] = [`${59_900 - index}`, `${60_100 + index}`];
    const ofBot = { state: 'open' } as const;
    const orders = [
      orderWrite({ ...ofBot, sequence: 1, clientOrderId: `T${index}x1`, side: 'buy', price: near, amount: '0.5', reportedFilled: '0.1' }),
      orderWrite({ ...ofBot, sequence: 2, clientOrderId: `T${index}x2`, side: 'sell', price: far }),
      orderWrite({ ...ofBot, sequence: 3, clientOrderId: `T${index}x3`, pair: 'ETH/USDT', price: '3100' }),
      orderWrite({ sequence: 4, clientOrderId: `T${index}x4`, side: 'buy', price: '59999', state: 'cancelled' }),
    ];
    await database.forOrganization(organization.id).journal.record({ botId: bot.id, epoch: 0 }, { orders });
    placed.push({ botId: bot.id, organization: organization.id });
  }
  const { body } = await read('orders/bot-orders');
  expect(body).toEqual([
    { ...placed[0], side: 'buy', price: '59900', amount: '0.5', filled: '0.1', clientOrderId: 'T0x1', at: '2026-01-01T00:00:00.000Z' },
    expect.objectContaining({ ...placed[1], side: 'buy', price: '59899' }),
    expect.objectContaining({ ...placed[0], side: 'sell', price: '60100', filled: '0' }),
    expect.objectContaining({ ...placed[1], side: 'sell', price: '60101' }),
  ]);
  expect((await read('orders/bot-orders', { pair: 'ETH/BTC' })).body).toEqual([]);
  expect((await read('orders/bot-orders', { exchangeName: 'Nowhere' })).body.code).toBe('exchangeNotFound');
  await read('orders/bot-orders');
  const looks = await database.platform.audit.list({ offset: 0, limit: 100 }, { actions: ['listBotOrders'] });
  expect(looks.filter(({ refusal }) => refusal === null).map(({ facts }) => facts)).toEqual([
    { exchange: exchangeName, pair: 'ETH/BTC' },
    { exchange: exchangeName, pair },
  ]);
});

test('of one side there are so many as asked for, those that are nearest to the other', async () => {
  const { everybody } = server.database.platform;
  expect((await everybody.openOrders(server.exchange.id, pair, 1)).map(({ price }) => price)).toEqual(['59900', '60100']);
});

test('the specified calls that are shown here were made', expectSpecifiedCalls);
