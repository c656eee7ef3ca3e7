import { systemRuntime } from '@tenbin/runtime';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ccxtClient } from '../../testing/ccxt-client.ts';
import { openTestVenue, until } from '../../testing/test-venue.ts';
import { watchStreams } from '../../testing/watch-streams.ts';

/** ccxt rests on this server exactly as it would on Binance: nothing of it is replaced. */
type Venue = Awaited<ReturnType<typeof openTestVenue>>;
type Client = Awaited<ReturnType<typeof ccxtClient>>;

let venue: Venue;
let client: Client;
const closing: (() => Promise<unknown>)[] = [];
const untilReceived = watchStreams();

const connect = async (keys: { key: string; secret: string } = venue.account): Promise<Client> => {
  const made = await ccxtClient(venue.url, keys);
  closing.push(() => made.close());
  return made;
};

beforeAll(async () => {
  venue = await openTestVenue({ runtime: systemRuntime() });
  client = await connect();
  await client.loadMarkets();
});

afterAll(async () => {
  for (const close of closing) await close();
  await venue.close();
  expect(venue.faultsOfOurs).toEqual([]);
});

describe('what everybody may see', () => {
  test('markets carry the grid, the limits and the price band', () => {
    const market = client.market('ETH/BTC');
    expect(market.precision).toMatchObject({ amount: 0.0001, price: 0.00001 });
    expect(market.limits.cost?.min).toBe(0.0001);
    expect(client.market('BTC/USDT').limits.price).toEqual({ min: 0.01, max: 1_000_000 });
    const filters: { filterType: string }[] = market.info.filters;
    expect(filters.find(({ filterType }) => filterType === 'PERCENT_PRICE_BY_SIDE')).toMatchObject({
      bidMultiplierUp: '5',
      askMultiplierDown: '0.2',
    });
  });

  test('ticker, book, trades and candles agree with one another', async () => {
    const ticker = await client.fetchTicker('BTC/USDT');
    const book = await client.fetchOrderBook('BTC/USDT', 5);
    const trades = await client.fetchTrades('BTC/USDT');
    const candles = await client.fetchOHLCV('BTC/USDT', '1m', undefined, 600);
    expect(ticker.last).toBe(60_000);
    expect([ticker.bid, ticker.ask]).toEqual([book.bids[0]?.[0], book.asks[0]?.[0]]);
    expect(book.bids).toHaveLength(5);
    expect(trades.at(-1)?.price).toBe(60_000);
    expect(candles).toHaveLength(600);
    expect(candles.at(-1)?.[4]).toBe(60_000);
    for (const [index, candle] of candles.entries())
      if (index > 0) expect(Number(candle[0])).toBe(Number(candles[index - 1]?.[0]) + 60_000);
  });

  test('every interval has a past that ends now', async () => {
    for (const interval of ['5m', '15m', '1h', '4h', '1d']) {
      const askedAt = Date.now();
      const candles = await client.fetchOHLCV('ETH/BTC', interval);
      expect(candles.length, interval).toBeGreaterThan(interval === '4h' ? 300 : 490);
      expect(Number(candles.at(-1)?.[0]), interval).toBeGreaterThan(askedAt - 2 * client.parseTimeframe(interval) * 1_000);
    }
  });

  test('fetchTickers and fetchBidsAsks give all markets', async () => {
    expect(Object.keys(await client.fetchTickers())).toHaveLength(3);
    expect(Object.keys(await client.fetchTickers(['BTC/USDT', 'ETH/BTC']))).toHaveLength(2);
    expect((await client.fetchBidsAsks(['ETH/USDT']))['ETH/USDT']?.bid).toBeLessThan(3_000);
    const askedAt = Date.now();
    const serverTime = Number(await client.fetchTime());
    expect(serverTime).toBeGreaterThanOrEqual(askedAt);
    expect(serverTime).toBeLessThanOrEqual(Date.now());
  });
});

describe('an order’s life', () => {
  test('a limit order rests, is found by either id, and gives its money back when cancelled', async () => {
    const placed = await client.createOrder('BTC/USDT', 'limit', 'buy', 0.01, 59_000, { clientOrderId: 'T1x1' });
    expect(placed).toMatchObject({ status: 'open', clientOrderId: 'T1x1', price: 59_000, amount: 0.01, filled: 0, timeInForce: 'GTC' });
    expect((await client.fetchOrder(String(placed.id), 'BTC/USDT')).clientOrderId).toBe('T1x1');
    expect((await client.fetchOrder('', 'BTC/USDT', { clientOrderId: 'T1x1' })).id).toBe(placed.id);
    expect((await client.fetchOpenOrders('BTC/USDT')).map((order) => order.id)).toContain(placed.id);
    expect((await client.fetchBalance()).USDT).toMatchObject({ free: 59_410, used: 590 });
    const cancelled = await client.cancelOrder(String(placed.id), 'BTC/USDT');
    expect(cancelled.status).toBe('canceled');
    expect(cancelled.info.origClientOrderId).toBe('T1x1');
    expect((await client.fetchBalance()).USDT).toMatchObject({ free: 60_000, used: 0 });
    expect((await client.fetchOrders('BTC/USDT')).at(-1)?.status).toBe('canceled');
  });

  test('a market sell takes the book, pays its fee from what it receives, and shows among my trades', async () => {
    const order = await client.createOrder('ETH/BTC', 'market', 'sell', 0.5);
    expect(order).toMatchObject({ status: 'closed', filled: 0.5, type: 'market' });
    expect(order.fee?.currency).toBe('BTC');
    expect(order.fee?.cost).toBe(Math.floor(Number(order.cost) * 1e5) / 1e8);
    const trades = await client.fetchMyTrades('ETH/BTC');
    expect(trades.reduce((total, trade) => total + Number(trade.amount), 0)).toBe(0.5);
    expect(trades[0]).toMatchObject({ order: order.id, side: 'sell', takerOrMaker: 'taker' });
    const later = await client.fetchMyTrades('ETH/BTC', undefined, 1_000, { fromId: Number(trades.at(-1)?.id) + 1 });
    expect(later).toEqual([]);
  });

  test('a market buy can be told what to spend', async () => {
    const order = await client.createOrder('BTC/USDT', 'market', 'buy', 1, undefined, { quoteOrderQty: '300' });
    expect(order.status).toBe('closed');
    expect(Number(order.cost)).toBeGreaterThan(299);
    expect(Number(order.cost)).toBeLessThanOrEqual(300);
  });

  test('cancelAllOrders ends every order of a pair and refuses when there is none', async () => {
    for (const price of [50_000, 51_000]) await client.createOrder('BTC/USDT', 'limit', 'buy', 0.001, price);
    expect(await client.cancelAllOrders('BTC/USDT')).toHaveLength(2);
    await expect(client.cancelAllOrders('BTC/USDT')).rejects.toThrow(/-2011/);
  });

  test('orders can be placed and cancelled over the WebSocket API', async () => {
    const placed = await client.createOrderWs('BTC/USDT', 'limit', 'buy', 0.001, 55_000);
    expect(placed.status).toBe('open');
    const id = String(placed.id);
    expect((await client.fetchOpenOrdersWs('BTC/USDT')).map((order) => order.id)).toEqual([id]);
    expect((await client.cancelOrderWs(id, 'BTC/USDT')).status).toBe('canceled');
    expect((await client.fetchOrderWs(id, 'BTC/USDT')).status).toBe('canceled');
    expect((await client.fetchMyTradesWs('ETH/BTC'))[0]?.side).toBe('sell');
  });

  test('a key says what it may do', async () => {
    const rights = await client.sapiGetAccountApiRestrictions();
    expect(rights).toMatchObject({
      enableReading: true,
      enableSpotAndMarginTrading: true,
      enableWithdrawals: false,
      enableInternalTransfer: false,
    });
  });
});

describe('what is pushed', () => {
  test('my order’s acceptance, fill and balances arrive as they happen', async () => {
    const watcher = await connect(venue.exchange.createAccount({ balances: { USDT: '1000' } }));
    await watcher.loadMarkets();
    const subscribed = vi.spyOn(venue.exchange.onAccount, 'subscribe');
    const balances = watcher.watchBalance();
    const first = watcher.watchOrders();
    await until('it hears of its orders', () => subscribed.mock.calls.length > 0);
    await watcher.createOrder('ETH/USDT', 'limit', 'buy', 0.1, 2_950, { clientOrderId: 'T2x1' });
    expect((await first).map((order) => [order.clientOrderId, order.status])).toEqual([['T2x1', 'open']]);
    expect((await balances).USDT).toMatchObject({ free: 705, used: 295 });
    const filled = watcher.watchOrders();
    const trades = watcher.watchMyTrades();
    venue.moveTo('ETH/USDT', 2_900);
    expect((await filled)[0]).toMatchObject({ clientOrderId: 'T2x1', status: 'closed', filled: 0.1, average: 2_950 });
    expect((await trades)[0]).toMatchObject({ price: 2_950, amount: 0.1, takerOrMaker: 'maker', fee: { cost: 0.0001, currency: 'ETH' } });
    venue.moveTo('ETH/USDT', 3_000);
  });

  test('prices, trades and candles follow the market', async () => {
    const bids = client.watchBidsAsks(['ETH/USDT']);
    const trades = client.watchTrades('ETH/USDT');
    const candles = client.watchOHLCV('ETH/USDT', '1m');
    const ticker = client.watchTicker('ETH/USDT');
    await untilReceived('ethusdt@bookTicker', 'ethusdt@trade', 'ethusdt@kline_1m', 'ethusdt@miniTicker');
    venue.moveTo('ETH/USDT', 3_010);
    expect((await bids)['ETH/USDT']?.bid).toBeGreaterThan(3_005);
    expect((await trades).at(-1)?.price).toBe(3_010);
    expect((await candles).at(-1)?.[4]).toBe(3_010);
    expect((await ticker).last).toBe(3_010);
    venue.moveTo('ETH/USDT', 3_000);
  });

  test('an order book that is kept by its changes stays the same as the venue’s', async () => {
    await client.watchOrderBook('BTC/USDT');
    let kept: Awaited<ReturnType<Client['watchOrderBook']>> | undefined;
    for (let step = 1; step <= 10; step++) {
      const next = client.watchOrderBook('BTC/USDT');
      venue.moveTo('BTC/USDT', 60_000 + step * 7);
      kept = await next;
    }
    const truth = await client.fetchOrderBook('BTC/USDT', 20);
    expect(kept?.bids.slice(0, 20)).toEqual(truth.bids);
    expect(kept?.asks.slice(0, 20)).toEqual(truth.asks);
    venue.moveTo('BTC/USDT', 60_000);
  });
});

describe('refusals arrive as ccxt’s own errors', () => {
  const named = (name: string) => expect.objectContaining({ name });
  const cases: readonly { says: string; call: (client: Client) => Promise<unknown>; error: string }[] = [
    { says: 'too little money', call: (c) => c.createOrder('BTC/USDT', 'limit', 'buy', 5, 59_000), error: 'InsufficientFunds' },
    { says: 'a price far off', call: (c) => c.createOrder('BTC/USDT', 'limit', 'buy', 0.01, 9_000), error: 'InvalidOrder' },
    { says: 'a value under the minimum', call: (c) => c.createOrder('BTC/USDT', 'limit', 'buy', 0.00002, 59_000), error: 'BadRequest' },
    { says: 'an amount over the maximum', call: (c) => c.createOrder('BTC/USDT', 'limit', 'sell', 9_001, 59_000), error: 'InvalidOrder' },
    {
      says: 'a post-only order that would take',
      call: (c) => c.createOrder('BTC/USDT', 'limit', 'buy', 0.01, 60_100, { postOnly: true }),
      error: 'OrderImmediatelyFillable',
    },
    { says: 'an order that is not there', call: (c) => c.cancelOrder('999999', 'BTC/USDT'), error: 'OrderNotFound' },
    { says: 'a question after such an order', call: (c) => c.fetchOrder('999999', 'BTC/USDT'), error: 'OrderNotFound' },
    { says: 'a symbol that is not traded', call: (c) => c.publicGetTicker24hr({ symbol: 'NOPE' }), error: 'BadSymbol' },
    { says: 'an old request', call: (c) => c.privateGetAccount({ timestamp: Date.now() - 70_000 }), error: 'InvalidNonce' },
  ];
  for (const { says, call, error } of cases) test(says, () => expect(call(client)).rejects.toEqual(named(error)));

  test('a second order with an open order’s id', async () => {
    await client.createOrder('BTC/USDT', 'limit', 'buy', 0.001, 55_000, { clientOrderId: 'T3x1' });
    await expect(client.createOrder('BTC/USDT', 'limit', 'buy', 0.001, 55_000, { clientOrderId: 'T3x1' })).rejects.toThrow(
      'Duplicate order sent.',
    );
    await client.cancelAllOrders('BTC/USDT');
    await client.createOrder('BTC/USDT', 'limit', 'buy', 0.001, 55_000, { clientOrderId: 'T3x1' });
    await client.cancelAllOrders('BTC/USDT');
  });

  test('unknown keys, wrong secrets and missing rights are told apart', async () => {
    const { key, secret } = venue.account;
    await expect((await connect({ key: 'k', secret })).fetchBalance()).rejects.toThrow(/-2014/);
    await expect((await connect({ key: 'A'.repeat(64), secret })).fetchBalance()).rejects.toThrow(/-2008/);
    await expect((await connect({ key, secret: 'wrong' })).fetchBalance()).rejects.toThrow(/-1022/);
    const reader = await connect(venue.exchange.createAccount({ balances: { USDT: '100' }, rights: { trade: false } }));
    await reader.fetchBalance();
    await expect(reader.createOrder('BTC/USDT', 'limit', 'buy', 0.001, 59_000)).rejects.toThrow(/-2015/);
  });
});
