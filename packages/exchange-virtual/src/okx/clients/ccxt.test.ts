import { systemRuntime } from '@tenbin/runtime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ccxtOkx } from '../../testing/ccxt-okx.ts';
import { openTestVenue } from '../../testing/test-venue.ts';

type Client = Awaited<ReturnType<typeof ccxtOkx>>;

let venue: Awaited<ReturnType<typeof openTestVenue>>;
let client: Client;
const clients: Client[] = [];

beforeAll(async () => {
  venue = await openTestVenue({ runtime: systemRuntime() });
  client = await newClient();
});
afterAll(async () => {
  await Promise.all(clients.map((each) => each.close()));
  await venue.close();
  expect(venue.faultsOfOurs).toEqual([]);
});

async function newClient(changes: { passphrase?: string; secret?: string; key?: string } = {}): Promise<Client> {
  const account = venue.exchange.createAccount({ balances: { BTC: '1', ETH: '20', USDT: '60000' }, passphrase: 'open sesame' });
  const made = await ccxtOkx(venue.url, { ...account, ...changes });
  clients.push(made);
  return made;
}

const pair = 'BTC/USDT';

test('reads what everybody may see', async () => {
  const askedAt = Date.now();
  const serverTime = (await client.fetchTime()) ?? 0;
  expect(serverTime).toBeGreaterThanOrEqual(askedAt);
  expect(serverTime).toBeLessThanOrEqual(Date.now());
  expect(Object.keys(await client.loadMarkets()).toSorted()).toEqual(['BTC/USDT', 'ETH/BTC', 'ETH/USDT']);
  const book = await client.fetchOrderBook(pair, 5);
  const { bid, ask } = await client.fetchTicker(pair);
  expect([book.bids[0]?.[0], book.asks[0]?.[0]]).toEqual([bid, ask]);
  expect(book.bids).toHaveLength(5);
  venue.moveTo(pair, 60_010);
  expect((await client.fetchTrades(pair, undefined, 3)).length).toBeGreaterThan(0);
  expect(await client.fetchOHLCV(pair, '1m', undefined, 10)).toHaveLength(10);
  expect((await client.fetchOHLCV(pair, '1m', Date.now() - 5 * 60_000, 3)).length).toBe(3);
  expect((await client.fetchOHLCV(pair, '1d', undefined, 2)).length).toBeGreaterThan(0);
});

test.each(['privatePostTradeOrder', 'privatePostTradeBatchOrders'])('places and cancels over %s', async (method) => {
  client.options.createOrder = method;
  const { id = '' } = await client.createOrder(pair, 'limit', 'buy', 0.001, 55_000, { clientOrderId: `A${method}`.slice(0, 32) });
  expect(await client.fetchOpenOrders(pair)).toMatchObject([{ id, status: 'open', price: 55_000, amount: 0.001 }]);
  await client.cancelOrder(id, pair);
  expect(await client.fetchOrder(id, pair)).toMatchObject({ status: 'canceled', filled: 0 });
  expect((await client.fetchCanceledOrders(pair)).map((order) => order.id)).toContain(id);
});

test('fills tell price, amount and fee', async () => {
  const { id = '' } = await client.createOrder(pair, 'market', 'buy', 0.01);
  const order = await client.fetchOrder(id, pair);
  expect(order).toMatchObject({ status: 'closed', filled: 0.01 });
  const trades = (await client.fetchMyTrades(pair)).filter((trade) => trade.order === id);
  expect(trades.every((trade) => trade.takerOrMaker === 'taker' && trade.fee?.currency === 'BTC')).toBe(true);
  expect(trades.reduce((sum, trade) => sum + Number(trade.fee?.cost), 0)).toBeCloseTo(0.00001, 10);
  expect((await client.fetchClosedOrders(pair)).map((closed) => closed.id)).toContain(id);
  expect((await client.fetchBalance()).BTC).toMatchObject({ total: 1.00999 });
  expect(await client.fetchTradingFee(pair)).toMatchObject({ maker: 0.001, taker: 0.001 });
});

test('hears the market: best prices, book, ticker, trades, candles', async () => {
  const watching = Promise.all([
    client.watchTicker(pair),
    client.watchBidsAsks([pair]),
    client.watchOrderBook('ETH/USDT'),
    client.watchTrades(pair),
    client.watchOHLCV(pair, '1m'),
  ]);
  const [ticker, best, book, trades, candles] = await watching;
  expect(best[pair]?.bid).toBe(ticker.bid);
  expect(trades.length).toBeGreaterThan(0);
  expect(candles.length).toBeGreaterThan(0);
  const before = book.bids[0]?.[0];
  venue.moveTo('ETH/USDT', 3_100);
  let followed = await client.watchOrderBook('ETH/USDT');
  while (followed.bids[0]?.[0] === before) followed = await client.watchOrderBook('ETH/USDT');
  expect(followed.bids[0]?.[0]).toBe(venue.exchange.live('ETH/USDT').book.bestBid / 100);
});

test('hears its own orders and money', async () => {
  const own = await newClient();
  await own.watchBalance();
  const received: unknown[] = [];
  const orders = own.watchOrders().then((serverTime) => received.push(...serverTime));
  const money = own.watchBalance();
  const ids: unknown[] = [];
  // ccxt does not tell when a subscription is in force: an order that comes before is not heard.
  while (received.length === 0) {
    ids.push((await own.createOrder(pair, 'limit', 'buy', 0.001, 55_000)).id);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await orders;
  expect(received).toMatchObject([{ status: 'open', price: 55_000 }]);
  expect(ids).toContain((received[0] as { id: unknown }).id);
  expect(Number((await money).USDT?.used) % 55).toBe(0);
});

test.each([
  ['key', { key: 'nobody' }, '50111'],
  ['secret', { secret: 'nothing' }, '50113'],
  ['passphrase', { passphrase: 'open barley' }, '50105'],
])('a wrong %s is refused with its own code', async (_what, changes, code) => {
  const stranger = await newClient(changes);
  await expect(stranger.fetchBalance()).rejects.toThrow(new RegExp(`"code":"${code}"`));
});

test.each([
  ['too little money', 5, 55_000, 'InsufficientFunds'],
  ['a price off the market', 0.001, 1, 'InvalidOrder'],
  ['too small an amount', 0.00001, 55_000, 'InvalidOrder'],
])('ccxt understands the refusal of %s', async (_what, amount, price, name) => {
  await expect(client.createOrder(pair, 'limit', 'buy', amount, price)).rejects.toMatchObject({ name });
});

test('ccxt understands that an order is not there', async () => {
  await expect(client.fetchOrder('999999', pair)).rejects.toMatchObject({ name: 'OrderNotFound' });
  await expect(client.cancelOrder('999999', pair)).rejects.toMatchObject({ name: 'OrderNotFound' });
});
