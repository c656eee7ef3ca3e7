import { systemRuntime } from '@tenbin/runtime';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { ccxtClient } from '../testing/ccxt-client.ts';
import { runtimeAt, testMoment } from '../testing/runtime-at.ts';
import { signedCall } from '../testing/signed-call.ts';
import { openTestVenue, until } from '../testing/test-venue.ts';
import type { ServeOptions } from './serve-exchange.ts';

type Venue = Awaited<ReturnType<typeof openTestVenue>>;
let venue: Venue;
let now = 0;
const sockets: WebSocket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  await venue.close();
  expect(venue.faultsOfOurs).toEqual([]);
});

/** Its clock stands still between two settings of `now`. */
async function open(serve: ServeOptions = {}): Promise<void> {
  now = testMoment;
  venue = await openTestVenue({ serve, runtime: runtimeAt(() => now) });
}

const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.001', price: '59000' };
const ask = (method: string, path: string, parameters: Record<string, string | undefined> = {}) =>
  signedCall(venue, venue.account, { method, path: `/api/v3/${path}`, parameters });
const place = (changes: Record<string, string | undefined> = {}) => ask('POST', 'order', { ...order, ...changes });
const counted = async () =>
  ((await ask('GET', 'rateLimit/order')).body as unknown as readonly { count: number }[]).map(({ count }) => count);

/** Resolves with 'open', or with what the handshake was refused with. */
async function connect(path = '/ws'): Promise<{ socket: WebSocket; opened: string; closed: Promise<number> }> {
  const socket = new WebSocket(`${venue.socketUrl}${path}`);
  sockets.push(socket);
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  const opened = await new Promise<string>((resolve) => {
    socket.once('open', () => resolve('open'));
    socket.once('error', (error) => resolve(error.message));
  });
  return { socket, opened, closed };
}

describe('orders', () => {
  test('count until something of them is filled: 50 in ten seconds, as Binance has it', async () => {
    await open();
    for (let index = 0; index < 50; index += 1) expect((await place({ price: '58000' })).status).toBe(200);
    const refused = await place();
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([429, -1015, '10']);
    expect(await counted()).toEqual([50, 50]);
    venue.faults.inject({ type: 'partialFills', lots: 250 });
    venue.moveTo('BTC/USDT', 57_990);
    expect(await counted()).toEqual([47, 47]);
    venue.faults.clearAll();
    venue.moveTo('BTC/USDT', 57_000);
    expect(await counted()).toEqual([0, 0]);
    expect((await place({ price: '56000' })).status).toBe(200);
  });

  test('that are refused, or taken at once, do not count; cancelled ones do', async () => {
    await open();
    expect((await place({ price: '59000.001' })).body.code).toBe(-1013);
    expect((await place({ price: '61000' })).body.status).toBe('FILLED');
    expect(await counted()).toEqual([0, 0]);
    const { body } = await place();
    await ask('DELETE', 'order', { symbol: 'BTCUSDT', orderId: String(body.orderId) });
    expect(await counted()).toEqual([1, 1]);
    now += 10_000;
    expect(await counted()).toEqual([0, 1]);
  });

  test('an unmodified client is told that it placed too many', async () => {
    venue = await openTestVenue({ runtime: systemRuntime(), serve: { limits: { ordersPerTenSeconds: 0 } } });
    const client = await ccxtClient(venue.url, venue.account);
    await expect(client.createOrder('BTC/USDT', 'limit', 'buy', 0.001, 59_000)).rejects.toThrow(/-1015/);
    await client.close();
  });
});

describe('an address', () => {
  const ping = async () => (await fetch(`${venue.url}/api/v3/ping`)).status;

  test('that goes on is told to wait, banned, banned for twice as long, and then meets the firewall for ten minutes', async () => {
    await open({ limits: { weightPerMinute: 1, disobeyedPerMinute: 1, ignoredBanPerMinute: 2 } });
    expect([await ping(), await ping(), await ping()]).toEqual([200, 429, 418]);
    now += 2 * 60_000;
    expect([await ping(), await ping(), await ping()]).toEqual([200, 429, 418]);
    now += 2 * 60_000;
    expect(await ping()).toBe(418);
    now += 2 * 60_000;
    expect([await ping(), await ping(), await ping()]).toEqual([200, 429, 418]);
    expect([await ping(), await ping(), await ping()]).toEqual([418, 418, 403]);
    expect((await connect()).opened).toContain('403');
    now += 10 * 60_000 - 1;
    expect(await ping()).toBe(403);
    now += 1;
    expect(await ping()).toBe(200);
  });

  test('meets the firewall at once where so many requests in five seconds are the limit', async () => {
    await open({ limits: { requestsPerFiveSeconds: 3 } });
    expect([await ping(), await ping(), await ping(), await ping()]).toEqual([200, 200, 200, 403]);
  });

  test('opens 300 sockets in five minutes and no more, as Binance has it; attempts count', async () => {
    await open({ limits: { connectionsPerFiveMinutes: 2 } });
    expect((await connect()).opened).toBe('open');
    expect((await connect('/ws-api/v3')).opened).toBe('open');
    expect((await connect()).opened).toContain('429');
    now += 5 * 60_000;
    expect((await connect()).opened).toBe('open');
  });

  test('opens so many sockets of OKX in a second as it is told', async () => {
    await open({ okxLimits: { connectionsPerSecond: 1 } });
    expect((await connect('/ws/v5/public')).opened).toBe('open');
    expect((await connect('/ws/v5/private')).opened).toContain('429');
    now += 1_000;
    expect((await connect('/ws/v5/private')).opened).toBe('open');
  });
});

describe('a socket', () => {
  const list = '{"method":"LIST_SUBSCRIPTIONS","id":1}';

  test('of the public streams is cut off when more than five messages a second come over it, pings included', async () => {
    await open();
    const { socket, closed } = await connect();
    const received: string[] = [];
    socket.on('message', (data) => received.push(String(data)));
    for (let index = 0; index < 4; index += 1) socket.send(list);
    socket.ping();
    await until('all are answered', () => received.length === 4);
    now += 1_000;
    for (let index = 0; index < 5; index += 1) socket.send(list);
    await until('all are answered', () => received.length === 9);
    socket.send(list);
    expect(await closed).toBe(1008);
    expect(received).toHaveLength(9);
  });

  test('of the WebSocket API is asked as often as the weight allows', async () => {
    await open();
    const { socket } = await connect('/ws-api/v3');
    const received: string[] = [];
    socket.on('message', (data) => received.push(String(data)));
    for (let index = 0; index < 20; index += 1) socket.send(`{"id":${index},"method":"ping"}`);
    await until('all are answered', () => received.length === 20);
    expect(received.map((text) => JSON.parse(text)).map(({ id, status }) => [id, status])).toEqual(received.map((_, id) => [id, 200]));
  });

  test('carries so many streams as it is told, and no more', async () => {
    await open({ limits: { streamsPerConnection: 2 } });
    const { socket } = await connect('/stream?streams=btcusdt@trade/ethusdt@trade/ethbtc@trade');
    const received: string[] = [];
    socket.on('message', (data) => received.push(String(data)));
    socket.send(list);
    socket.send('{"method":"SUBSCRIBE","params":["btcusdt@depth"],"id":2}');
    await until('both are answered', () => received.length === 2);
    expect(received.map((text) => JSON.parse(text))).toEqual([
      { id: 1, result: ['btcusdt@trade', 'ethusdt@trade'] },
      { id: 2, error: expect.objectContaining({ code: 2 }) },
    ]);
  });

  test.each(['/ws', '/ws-api/v3', '/ws/v5/public', '/ws/v5/private'])(
    'on %s is closed at its age, with all that were opened with it',
    async (path) => {
      await open({ limits: { socketLifeMs: 100 }, okxLimits: { socketLifeMs: 100 } });
      const both = [await connect(path), await connect(path)];
      expect(await Promise.all(both.map(({ closed }) => closed))).toEqual([1001, 1001]);
      expect((await connect(path)).opened).toBe('open');
    },
  );
});

test('the firewall as a fault answers requests and handshakes of both dialects with a page of its own, and nothing is carried out', async () => {
  await open();
  venue.faults.inject({ type: 'firewall', retryAfterSeconds: 7, times: 1, where: { path: '/api/v3/time' } });
  expect((await fetch(`${venue.url}/api/v3/time`)).headers.get('retry-after')).toBe('7');
  venue.faults.inject({ type: 'firewall', lastsMs: 600_000 });
  const answers = await Promise.all(['/api/v3/ping', '/api/v5/public/time'].map((path) => fetch(`${venue.url}${path}`)));
  for (const answer of answers) expect([answer.status, answer.headers.get('content-type')]).toEqual([403, 'text/html']);
  for (const path of ['/ws', '/ws/v5/private']) expect((await connect(path)).opened).toContain('403');
  now += 600_000;
  expect((await fetch(`${venue.url}/api/v3/ping`)).status).toBe(200);
});
