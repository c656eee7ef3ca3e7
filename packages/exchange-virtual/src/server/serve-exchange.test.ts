import { once } from 'node:events';
import { request } from 'node:http';
import { VirtualRuntime } from '@tenbin/runtime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { callPayload, sign } from '../binance/signature.ts';
import { runtimeAt } from '../testing/runtime-at.ts';
import { openTestVenue, until } from '../testing/test-venue.ts';
import { serveExchange } from './serve-exchange.ts';

type Venue = Awaited<ReturnType<typeof openTestVenue>>;
type Message = Record<string, unknown> & { data?: Record<string, unknown>; event?: Record<string, unknown> };

let venue: Venue;
const sockets: WebSocket[] = [];

beforeAll(async () => {
  // More messages than Binance takes in a second.
  venue = await openTestVenue({ serve: { limits: { messagesPerSecond: 1_000 } } });
});

afterAll(async () => {
  for (const socket of sockets) socket.terminate();
  await venue.close();
  expect(venue.faultsOfOurs).toEqual([]);
});

async function connect(path: string, address = venue.socketUrl) {
  const socket = new WebSocket(`${address}${path}`);
  sockets.push(socket);
  const received: Message[] = [];
  socket.on('message', (data) => received.push(JSON.parse(String(data)) as Message));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const answerTo = async (id: unknown) => {
    await until(`${String(id)} is answered`, () => received.some((message) => message.id === id));
    return received.find((message) => message.id === id);
  };
  return {
    received,
    say: (text: string) => socket.send(text),
    ask: (message: { id: unknown; [field: string]: unknown }) => {
      socket.send(JSON.stringify(message));
      return answerTo(message.id);
    },
    ping: () =>
      new Promise((resolve) => {
        socket.once('pong', resolve);
        socket.ping();
      }),
  };
}

const streamNames = [
  'btcusdt@trade',
  'btcusdt@aggTrade',
  'btcusdt@bookTicker',
  'btcusdt@miniTicker',
  'btcusdt@ticker',
  'btcusdt@kline_1m',
  'btcusdt@depth@100ms',
  'btcusdt@depth5@100ms',
  '!miniTicker@arr',
  '!ticker@arr',
];

describe('the public streams', () => {
  test('come unwrapped by path, wrapped by query, and after SUBSCRIBE', async () => {
    const byPath = await connect('/ws/btcusdt@trade');
    const byQuery = await connect('/stream?streams=btcusdt@trade/ethusdt@trade');
    const bySubscribe = await connect('/stream/ws/3');
    expect(await bySubscribe.ask({ method: 'SUBSCRIBE', params: ['btcusdt@trade'], id: 7 })).toEqual({ result: null, id: 7 });
    venue.moveTo('BTC/USDT', 60_001);
    for (const { received } of [byPath, byQuery, bySubscribe])
      await until('the trade is heard', () => JSON.stringify(received).includes('60001.00000000'));
    expect(byPath.received).toMatchObject([{ e: 'trade', s: 'BTCUSDT', p: '60001.00000000' }]);
    expect(byQuery.received).toMatchObject([{ stream: 'btcusdt@trade', data: { e: 'trade' } }]);
    expect(bySubscribe.received[1]).toMatchObject({ e: 'trade' });
  });

  test('have sent everything when a step is over', async () => {
    const { received, ping } = await connect(`/stream?streams=${streamNames.join('/')}`);
    await ping();
    venue.moveTo('BTC/USDT', 60_123);
    await ping();
    const names = new Set(received.map((message) => message.stream));
    expect([...names].sort()).toEqual([...streamNames].sort());
  });

  test('tell changes of the book without a gap', async () => {
    const { received, ping } = await connect('/ws/ethusdt@depth@100ms');
    await ping();
    for (let step = 0; step < 5; step++) venue.moveTo('ETH/USDT', 3_000 + step);
    await ping();
    expect(received.length).toBeGreaterThanOrEqual(5);
    for (const [index, event] of received.entries()) if (index > 0) expect(event.U).toBe(Number(received[index - 1]?.u) + 1);
  });

  test('tell a candle as it grows, once as closed, and then the next', async () => {
    let now = Date.UTC(2026, 0, 14, 12, 0, 30);
    const timed = await openTestVenue({ runtime: runtimeAt(() => now) });
    const { received, ping } = await connect('/ws/btcusdt@kline_1m', timed.socketUrl);
    await ping();
    for (const price of [60_001, 60_002, 60_003]) {
      timed.moveTo('BTC/USDT', price);
      now += 20_000;
    }
    await ping();
    await timed.close();
    const candles = received.map(({ k }) => k as { t: number; x: boolean; c: string; f: number; L: number; n: number });
    const closed = candles.filter(({ x }) => x);
    expect(closed).toMatchObject([{ t: Date.UTC(2026, 0, 14, 12), c: '60002.00000000' }]);
    expect(candles.at(-1)).toMatchObject({ t: Date.UTC(2026, 0, 14, 12, 1), x: false, c: '60003.00000000', n: 1 });
    expect(candles.at(-1)?.f).toBe((closed[0]?.L ?? 0) + 1);
    expect(candles.at(-1)?.L).toBe(candles.at(-1)?.f);
  });

  test('are a thousand and twenty-four for one client at most', async () => {
    const client = await connect('/ws');
    const names = Array.from({ length: 1_024 }, (_, i) => `x${i}@trade`);
    expect(await client.ask({ method: 'SUBSCRIBE', params: names, id: 1 })).toEqual({ result: null, id: 1 });
    expect(await client.ask({ method: 'SUBSCRIBE', params: ['btcusdt@trade'], id: 2 })).toMatchObject({ error: { code: 2 } });
    await client.ask({ method: 'UNSUBSCRIBE', params: ['x0@trade'], id: 3 });
    expect(await client.ask({ method: 'SUBSCRIBE', params: ['btcusdt@trade'], id: 4 })).toEqual({ result: null, id: 4 });
  });

  test('can be left again, and are silent for names that mean nothing', async () => {
    const client = await connect('/ws');
    await client.ask({ method: 'SUBSCRIBE', params: ['btcusdt@trade', 'nonsense@trade', 'btcusdt@kline_7m'], id: 'a' });
    expect(await client.ask({ method: 'LIST_SUBSCRIPTIONS', id: 'b' })).toMatchObject({
      result: ['btcusdt@trade', 'nonsense@trade', 'btcusdt@kline_7m'],
    });
    await client.ask({ method: 'UNSUBSCRIBE', params: ['btcusdt@trade'], id: 'c' });
    venue.moveTo('BTC/USDT', 60_000);
    await client.ping();
    expect(client.received.filter((message) => 'e' in message)).toEqual([]);
  });

  test('answer nonsense with an error and go on', async () => {
    const client = await connect('/ws');
    for (const text of [
      '{',
      'null',
      '[]',
      '"x"',
      '{}',
      '{"method":"DANCE","id":1}',
      '{"method":"SUBSCRIBE","params":{},"id":2}',
      '{"method":"SUBSCRIBE","params":[1,null],"id":3}',
    ])
      client.say(text);
    await until('all are answered', () => client.received.length === 8);
    expect(client.received.every((message) => 'error' in message)).toBe(true);
    expect(await client.ask({ method: 'SUBSCRIBE', params: ['btcusdt@trade'], id: 9 })).toEqual({ result: null, id: 9 });
  });
});

describe('the WebSocket API', () => {
  const signed = (parameters: Record<string, unknown> = {}) => {
    const { key, secret } = venue.account;
    const all = { apiKey: key, timestamp: venue.now(), ...parameters };
    return { ...all, signature: sign(secret, callPayload(all)) };
  };

  test('tells an account what happens to its orders and money, in order, until it unsubscribes', async () => {
    const client = await connect('/ws-api/v3');
    const subscribed = await client.ask({ id: 1, method: 'userDataStream.subscribe.signature', params: signed() });
    expect(subscribed).toMatchObject({ status: 200, result: { subscriptionId: 0 } });
    const placed = await client.ask({
      id: 2,
      method: 'order.place',
      params: signed({
        symbol: 'BTCUSDT',
        side: 'SELL',
        type: 'LIMIT',
        timeInForce: 'GTC',
        quantity: '0.01',
        price: '60500',
        newClientOrderId: 'T9x1',
      }),
    });
    expect(placed).toMatchObject({ status: 200, result: { clientOrderId: 'T9x1', status: 'NEW' } });
    venue.moveTo('BTC/USDT', 61_000);
    venue.exchange.deposit(venue.account.key, 'USDT', '5');
    await client.ping();
    const events = client.received.filter((message) => 'event' in message).map((message) => message.event ?? {});
    expect(events.map((event) => [event.e, event.x ?? '', event.X ?? ''])).toEqual([
      ['executionReport', 'NEW', 'NEW'],
      ['outboundAccountPosition', '', ''],
      ['executionReport', 'TRADE', 'FILLED'],
      ['outboundAccountPosition', '', ''],
      ['balanceUpdate', '', ''],
      ['outboundAccountPosition', '', ''],
    ]);
    expect(events[2]).toMatchObject({
      s: 'BTCUSDT',
      c: 'T9x1',
      C: '',
      S: 'SELL',
      l: '0.01000000',
      z: '0.01000000',
      L: '60500.00000000',
      n: '0.60500000',
      N: 'USDT',
      m: true,
      Z: '605.00000000',
      Y: '605.00000000',
    });
    expect(events[4]).toMatchObject({ a: 'USDT', d: '5.00000000' });
    await client.ask({ id: 3, method: 'userDataStream.unsubscribe' });
    const before = client.received.length;
    venue.exchange.deposit(venue.account.key, 'USDT', '5');
    await client.ping();
    expect(client.received.length).toBe(before);
    venue.moveTo('BTC/USDT', 60_000);
  });

  test('a cancel names its own id and the order’s', async () => {
    const client = await connect('/ws-api/v3');
    await client.ask({ id: 1, method: 'userDataStream.subscribe.signature', params: signed() });
    await client.ask({
      id: 2,
      method: 'order.place',
      params: signed({
        symbol: 'BTCUSDT',
        side: 'BUY',
        type: 'LIMIT',
        timeInForce: 'GTC',
        quantity: 0.01,
        price: 55000,
        newClientOrderId: 'T9x2',
      }),
    });
    expect(await client.ask({ id: 3, method: 'openOrders.status', params: signed({ symbol: 'BTCUSDT' }) })).toMatchObject({
      result: [{ clientOrderId: 'T9x2' }],
    });
    await client.ask({
      id: 4,
      method: 'order.cancel',
      params: signed({ symbol: 'BTCUSDT', origClientOrderId: 'T9x2', newClientOrderId: 'C1' }),
    });
    await client.ping();
    const report = client.received.find((message) => message.event?.x === 'CANCELED')?.event;
    expect(report).toMatchObject({ c: 'C1', C: 'T9x2', X: 'CANCELED' });
    expect(
      await client.ask({ id: 5, method: 'order.status', params: signed({ symbol: 'BTCUSDT', origClientOrderId: 'T9x2' }) }),
    ).toMatchObject({ result: { status: 'CANCELED' } });
    expect(await client.ask({ id: 6, method: 'openOrders.cancelAll', params: signed({ symbol: 'BTCUSDT' }) })).toMatchObject({
      status: 400,
      error: { code: -2011 },
    });
    expect(await client.ask({ id: 7, method: 'account.status', params: signed() })).toMatchObject({ result: { canTrade: true } });
    expect(await client.ask({ id: 8, method: 'myTrades', params: signed({ symbol: 'BTCUSDT' }) })).toMatchObject({ status: 200 });
  });

  test('answers nonsense and strangers with an error and goes on', async () => {
    const client = await connect('/ws-api/v3');
    const errorOf = async (message: { id: unknown; [field: string]: unknown }) =>
      ((await client.ask(message)) as { error?: { code: number } }).error?.code;
    client.say('{oops');
    expect(await client.ask({ id: 1, method: 'ping' })).toMatchObject({ status: 200, result: {} });
    expect(await errorOf({ id: 2, method: 'userDataStream.subscribe.signature', params: { ...signed(), signature: 'ab' } })).toBe(-1022);
    expect(await errorOf({ id: 3, method: 'userDataStream.subscribe.signature', params: {} })).toBe(-2014);
    expect(await errorOf({ id: 4, method: 'session.logon', params: signed() })).toBe(-4056);
    expect(await errorOf({ id: 5, method: 'no.such.method' })).toBe(-1020);
    expect(await errorOf({ id: 6, method: 'constructor' })).toBe(-1020);
    expect(await errorOf({ id: 7, method: 'order.place', params: [1] })).toBe(-1102);
    expect(await errorOf({ id: 8, method: { toString: 1 } })).toBe(-1020);
    expect(await errorOf({ id: 9, method: 'klines', params: { symbol: { toString: 1 }, interval: '1m' } })).toBe(-1121);
    expect(client.received[0]).toMatchObject({ id: null, status: 400, error: { code: -1135 } });
  });
});

test('a client that answers no ping until the next one is gone, one that does stays', async () => {
  const runtime = new VirtualRuntime();
  const timed = await openTestVenue({ runtime });
  const connectTo = (autoPong: boolean) => new WebSocket(`${timed.socketUrl}/ws`, { autoPong });
  const [silent, lively] = [connectTo(false), connectTo(true)];
  await Promise.all([once(silent, 'open'), once(lively, 'open')]);
  const pinged = Promise.all([once(silent, 'ping'), once(lively, 'ping')]);
  await runtime.advance(20_000);
  await pinged;
  // What came before it has been heard when a ping of ours is answered.
  lively.ping();
  await once(lively, 'pong');
  const closed = once(silent, 'close');
  await runtime.advance(20_000);
  await closed;
  expect([silent.readyState, lively.readyState]).toEqual([WebSocket.CLOSED, WebSocket.OPEN]);
  await timed.close();
});

test('a port that is taken is refused at the start', async () => {
  const port = Number(new URL(venue.url).port);
  await expect(serveExchange(venue.exchange, { port })).rejects.toThrow(/EADDRINUSE/);
});

test('a body that is too long is refused', async () => {
  const response = await fetch(`${venue.url}/api/v3/order`, { method: 'POST', body: 'x'.repeat(100_000) });
  expect(response.status).toBe(413);
});

test('targets that are no address are not found, and do no harm', async () => {
  const { hostname, port } = new URL(venue.url);
  for (const target of ['//', '*', 'http://[', '/%zz', '/api/v3/depth?symbol=%zz&limit=%', '/ws//%zz']) {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      request({ hostname, port, path: target }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end();
    });
    expect([400, 404]).toContain(status);
  }
  const socket = new WebSocket(`ws://${hostname}:${port}//?streams=%zz`);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.terminate();
});

test('a query is signed as it was sent, not as a browser would write it', async () => {
  const { key, secret } = venue.account;
  const query = `omitZeroBalances=true&symbols=["BTCUSDT"]&note='x'|y&timestamp=${venue.now()}`;
  const { hostname, port } = new URL(venue.url);
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const options = { hostname, port, path: `/api/v3/account?${query}&signature=${sign(secret, query)}`, headers: { 'X-MBX-APIKEY': key } };
    request(options, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end();
  });
  expect(status).toBe(200);
});

test('whoever serves it can see what was asked and what it answered', async () => {
  const seen: string[] = [];
  const watched = await openTestVenue({
    serve: { onAnswer: ({ path }, { status, headers }) => seen.push(`${path} ${status} ${headers['X-MBX-USED-WEIGHT-1M']}`) },
  });
  await fetch(`${watched.url}/api/v3/ping`);
  await watched.close();
  expect(seen).toEqual(['/api/v3/ping 200 1']);
});
