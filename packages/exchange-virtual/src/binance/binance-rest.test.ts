import { VirtualRuntime } from '@tenbin/runtime';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, signedCall } from '../testing/signed-call.ts';
import { openTestVenue } from '../testing/test-venue.ts';
import type { BinanceError } from './binance-error.ts';
import { binanceRoutes } from './binance-rest.ts';
import { binanceLimits, RateCounter } from './rate-limits.ts';
import { sign } from './signature.ts';

type Venue = Awaited<ReturnType<typeof openTestVenue>>;
type Parameters = Record<string, string | number | undefined>;

let venue: Venue;

beforeAll(async () => {
  venue = await openTestVenue({ serve: { limits: { weightPerMinute: 10_000_000, ordersPerTenSeconds: 1_000_000 } } });
});

afterAll(async () => {
  await venue.close();
  expect(venue.faultsOfOurs).toEqual([]);
});

const order = (changes: Parameters = {}): Parameters => ({
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  quantity: '0.001',
  price: '59000',
  ...changes,
});
const place = (changes: Parameters = {}) =>
  signedCall(venue, venue.account, { method: 'POST', path: '/api/v3/order', parameters: order(changes) });

describe('an order is refused in Binance’s words when', () => {
  const cases: readonly { says: string; changes: Parameters; code: number; msg: string }[] = [
    { says: 'its price is off the tick', changes: { price: '59000.001' }, code: -1013, msg: 'Filter failure: PRICE_FILTER' },
    { says: 'its price is zero', changes: { price: '0' }, code: -1013, msg: 'Filter failure: PRICE_FILTER' },
    { says: 'its price is over the maximum', changes: { price: '2000000' }, code: -1013, msg: 'Filter failure: PRICE_FILTER' },
    {
      says: 'its price is over five times the average',
      changes: { price: '400000' },
      code: -1013,
      msg: 'Filter failure: PERCENT_PRICE_BY_SIDE',
    },
    {
      says: 'its price is under a fifth of the average',
      changes: { price: '9000' },
      code: -1013,
      msg: 'Filter failure: PERCENT_PRICE_BY_SIDE',
    },
    { says: 'its amount is off the lot', changes: { quantity: '0.000015' }, code: -1013, msg: 'Filter failure: LOT_SIZE' },
    { says: 'its amount is zero', changes: { quantity: '0' }, code: -1013, msg: 'Filter failure: LOT_SIZE' },
    { says: 'its amount is over the maximum', changes: { quantity: '9000.00001' }, code: -1013, msg: 'Filter failure: LOT_SIZE' },
    {
      says: 'a market order is over the maximum',
      changes: { type: 'MARKET', timeInForce: undefined, price: undefined, quantity: '9001' },
      code: -1013,
      msg: 'Filter failure: MARKET_LOT_SIZE',
    },
    { says: 'it is worth too little', changes: { quantity: '0.00008' }, code: -1013, msg: 'Filter failure: NOTIONAL' },
    {
      says: 'a market order is worth too little',
      changes: { type: 'MARKET', timeInForce: undefined, price: undefined, quantity: '0.00008' },
      code: -1013,
      msg: 'Filter failure: NOTIONAL',
    },
    {
      says: 'the account cannot pay it',
      changes: { quantity: '2' },
      code: -2010,
      msg: 'Account has insufficient balance for requested action.',
    },
    {
      says: 'it would take although it must not',
      changes: { type: 'LIMIT_MAKER', timeInForce: undefined, price: '60100' },
      code: -2010,
      msg: 'Order would immediately match and take.',
    },
    { says: 'its symbol is unknown', changes: { symbol: 'BTCEUR' }, code: -1121, msg: 'Invalid symbol.' },
    {
      says: 'its symbol is missing',
      changes: { symbol: undefined },
      code: -1102,
      msg: "Mandatory parameter 'symbol' was not sent, was empty/null, or malformed.",
    },
    { says: 'its side is no side', changes: { side: 'HOLD' }, code: -1117, msg: 'Invalid side.' },
    { says: 'its type is no type', changes: { type: 'GUESS' }, code: -1116, msg: 'Invalid orderType.' },
    { says: 'its type is a word of the language only', changes: { type: 'constructor' }, code: -1116, msg: 'Invalid orderType.' },
    { says: 'its time in force is none', changes: { timeInForce: 'GTX' }, code: -1115, msg: 'Invalid timeInForce.' },
    {
      says: 'a limit order has no time in force',
      changes: { timeInForce: undefined },
      code: -1102,
      msg: "Mandatory parameter 'timeInForce' was not sent, was empty/null, or malformed.",
    },
    {
      says: 'an order that must not take has a time in force',
      changes: { type: 'LIMIT_MAKER' },
      code: -1106,
      msg: "Parameter 'timeInForce' sent when not required.",
    },
    {
      says: 'it has no price',
      changes: { price: undefined },
      code: -1102,
      msg: "Mandatory parameter 'price' was not sent, was empty/null, or malformed.",
    },
    {
      says: 'a market order has a price',
      changes: { type: 'MARKET', timeInForce: undefined },
      code: -1106,
      msg: "Parameter 'price' sent when not required.",
    },
    {
      says: 'a market order has two amounts',
      changes: { type: 'MARKET', timeInForce: undefined, price: undefined, quoteOrderQty: '10' },
      code: -1128,
      msg: 'Combination of optional parameters invalid.',
    },
    {
      says: 'its amount is no number',
      changes: { quantity: '1e-3' },
      code: -1100,
      msg: "Illegal characters found in parameter 'quantity'; legal range is '^([0-9]{1,20})(\\.[0-9]{1,20})?$'.",
    },
    {
      says: 'its price has nine decimals',
      changes: { price: '59000.000000001' },
      code: -1111,
      msg: "Parameter 'price' has too much precision.",
    },
    {
      says: 'its id has strange letters',
      changes: { newClientOrderId: 'a b' },
      code: -1100,
      msg: "Illegal characters found in parameter 'newClientOrderId'; legal range is '^[a-zA-Z0-9-_]{1,36}$'.",
    },
    {
      says: 'it wants what this venue does not do',
      changes: { stopPrice: '58000' },
      code: -1106,
      msg: "Parameter 'stopPrice' sent when not required.",
    },
    {
      says: 'it shall meet its owner’s own in a way that is not offered',
      changes: { selfTradePreventionMode: 'TRANSFER' },
      code: -1013,
      msg: 'This symbol does not allow the specified self-trade prevention mode.',
    },
  ];
  for (const { says, changes, code, msg } of cases) {
    test(says, async () => {
      expect(await place(changes)).toMatchObject({ status: 400, body: { code, msg } });
    });
  }

  test('it is only a trial: by the same rules, and nothing is placed', async () => {
    const check = (changes: Parameters = {}) =>
      signedCall(venue, venue.account, { method: 'POST', path: '/api/v3/order/test', parameters: order(changes) });
    expect((await check({ quantity: '0.000015' })).body).toEqual({ code: -1013, msg: 'Filter failure: LOT_SIZE' });
    expect(await check({ newClientOrderId: 'never' })).toMatchObject({ status: 200, body: {} });
    const parameters = { symbol: 'BTCUSDT', origClientOrderId: 'never' };
    expect((await signedCall(venue, venue.account, { path: '/api/v3/order', parameters })).body.code).toBe(-2013);
  });
});

describe('a signed call is refused when', () => {
  const account = (parameters: Parameters) => signedCall(venue, venue.account, { path: '/api/v3/account', parameters });

  test('it comes late, or from the future, or with an endless window', async () => {
    expect((await account({ timestamp: venue.now() - 5_001, recvWindow: undefined })).body).toEqual({
      code: -1021,
      msg: 'Timestamp for this request is outside of the recvWindow.',
    });
    expect((await account({ timestamp: venue.now() - 10_000, recvWindow: 10_000 })).status).toBe(200);
    expect((await account({ timestamp: venue.now() + 1_001 })).body.msg).toBe(
      "Timestamp for this request was 1000ms ahead of the server's time.",
    );
    expect((await account({ recvWindow: 60_001 })).body.code).toBe(-1131);
    expect((await account({ timestamp: undefined })).body.code).toBe(-1102);
    expect((await account({ timestamp: venue.now() * 1_000 })).status).toBe(200);
  });

  test('its key or signature is not right', async () => {
    const { key } = venue.account;
    const headers = { 'X-MBX-APIKEY': key };
    const path = `${venue.url}/api/v3/account?timestamp=${venue.now()}`;
    expect((await call(path)).body).toEqual({ code: -2014, msg: 'API-key format invalid.' });
    expect((await call(path, { headers: { 'X-MBX-APIKEY': 'B'.repeat(64) } })).body.code).toBe(-2008);
    expect((await call(path, { headers })).body).toEqual({
      code: -1102,
      msg: "Mandatory parameter 'signature' was not sent, was empty/null, or malformed.",
    });
    expect((await call(`${path}&signature=00`, { headers })).body).toEqual({
      code: -1022,
      msg: 'Signature for this request is not valid.',
    });
  });
});

describe('a parameter that is sent twice', () => {
  const ask = (query: string, body: string) => {
    const text = `timestamp=${venue.now()}&${query}`;
    const { key, secret } = venue.account;
    const init = { method: 'POST', body, headers: { 'X-MBX-APIKEY': key, 'content-type': 'application/x-www-form-urlencoded' } };
    return call(`${venue.url}/api/v3/order?${text}&signature=${sign(secret, text + body)}`, init);
  };

  test('in query and body counts as it stands in the query', async () => {
    const query = 'symbol=ETHUSDT&side=BUY&type=LIMIT&timeInForce=GTC&price=2000';
    expect((await ask(query, 'symbol=BTCUSDT&quantity=0.01')).body).toMatchObject({ symbol: 'ETHUSDT', origQty: '0.01000000' });
  });

  test('in one of them is refused', async () => {
    const query = 'symbol=ETHUSDT&side=BUY&type=LIMIT&timeInForce=GTC&price=2000';
    const refusal = { status: 400, body: { code: -1101, msg: 'Duplicate values for a parameter detected.' } };
    expect(await ask(`${query}&price=2001`, 'quantity=0.01')).toMatchObject(refusal);
    expect(await ask(query, 'quantity=0.01&quantity=0.02')).toMatchObject(refusal);
  });
});

describe('what may be read', () => {
  const read = (path: string) => call(`${venue.url}${path}`);

  test('unknown paths and methods are not found, with a code', async () => {
    for (const path of ['/api/v3/nothing', '/sapi/v1/capital/config/getall', '/', '/api/v3/constructor'])
      expect((await read(path)).status).toBe(404);
    expect((await call(`${venue.url}/api/v3/time`, { method: 'PATCH' })).status).toBe(404);
  });

  test('klines by start, by end and with a bad interval', async () => {
    const all = (await read('/api/v3/klines?symbol=BTCUSDT&interval=1m&limit=1000')).body as unknown as [number, ...string[]][];
    const from = all[10]?.[0];
    const some = (await read(`/api/v3/klines?symbol=BTCUSDT&interval=1m&startTime=${from}&limit=5`)).body as unknown as [number][];
    expect(some.map(([at]) => at)).toEqual(all.slice(10, 15).map(([at]) => at));
    const last = (await read(`/api/v3/klines?symbol=BTCUSDT&interval=1m&endTime=${from}&limit=2`)).body as unknown as [number][];
    expect(last.map(([at]) => at)).toEqual(all.slice(9, 11).map(([at]) => at));
    expect(all[0]).toHaveLength(12);
    expect((await read('/api/v3/klines?symbol=BTCUSDT&interval=7m')).body).toEqual({ code: -1120, msg: 'Invalid interval.' });
  });

  test('the weight used is told, and grows', async () => {
    const [first, second] = [await read('/api/v3/time'), await read('/api/v3/depth?symbol=BTCUSDT&limit=1000')];
    const used = ({ headers }: typeof first) => Number(headers.get('x-mbx-used-weight-1m'));
    expect(used(second) - used(first)).toBe(50);
    expect((await place({ price: '50000' })).headers.get('x-mbx-order-count-10s')).toMatch(/^\d+$/);
  });
});

test('GET my trades from an id on gives that one and all later ones, and not together with a time', async () => {
  const mine = (parameters: Parameters) =>
    signedCall(venue, venue.account, { path: '/api/v3/myTrades', parameters: { symbol: 'ETHUSDT', ...parameters } });
  for (let i = 0; i < 3; i++)
    await place({ symbol: 'ETHUSDT', type: 'MARKET', timeInForce: undefined, price: undefined, quantity: '0.01' });
  const all = (await mine({})).body as unknown as { id: number }[];
  expect(all).toHaveLength(3);
  expect((await mine({ fromId: all[1]?.id })).body).toEqual(all.slice(1));
  expect((await mine({ fromId: (all[2]?.id ?? 0) + 1 })).body).toEqual([]);
  expect((await mine({ limit: 1 })).body).toEqual(all.slice(2));
  expect((await mine({ fromId: 0, startTime: 1 })).body.code).toBe(-1128);
  expect((await mine({ orderId: 1, startTime: 1 })).body.code).toBe(-1128);
});

test.each(['/api/v3/myTrades', '/api/v3/allOrders'])(
  'GET %s between two moments gives a day at most, from one of them on any',
  async (path) => {
    const now = venue.now();
    const ask = (parameters: Parameters) => signedCall(venue, venue.account, { path, parameters: { symbol: 'ETHUSDT', ...parameters } });
    const day = 24 * 3_600_000;
    expect((await ask({ startTime: now - day - 1, endTime: now })).body).toEqual({
      code: -1127,
      msg: 'More than 24 hours between startTime and endTime.',
    });
    for (const parameters of [{ startTime: now - day, endTime: now }, { startTime: 1 }, { endTime: now }])
      expect((await ask(parameters)).status).toBe(200);
  },
);

test('one address that asks too much, and one account that orders too much, must wait', async () => {
  const runtime = new VirtualRuntime();
  const limits = { weightPerMinute: 30, ordersPerTenSeconds: 2 };
  const strict = await openTestVenue({ runtime, serve: { limits } });
  const placed = async () => {
    const parameters = order({ price: '50000' });
    return (await signedCall(strict, strict.account, { method: 'POST', path: '/api/v3/order', parameters })).status;
  };
  expect([await placed(), await placed(), await placed()]).toEqual([200, 200, 429]);
  await runtime.advance(10_000);
  expect(await placed()).toBe(200);
  const ask = () => call(`${strict.url}/api/v3/time`);
  let last = await ask();
  for (let i = 0; i < 40 && last.status === 200; i++) last = await ask();
  expect(last).toMatchObject({ status: 429, body: { code: -1003 } });
  expect(last.headers.get('retry-after')).toBe('50');
  await runtime.advance(50_000);
  expect((await ask()).status).toBe(200);
  await strict.close();
});

test('one account has so many orders open on a symbol and no more', async () => {
  const strict = await openTestVenue({ serve: { limits: { openOrdersPerSymbol: 2 } } });
  const path = '/api/v3/order';
  const send = (method: string, parameters: Parameters) => signedCall(strict, strict.account, { method, path, parameters });
  const placed = (changes: Parameters = {}) => send('POST', order({ price: '50000', ...changes }));
  const [first] = [await placed(), await placed()];
  expect((await placed()).body).toEqual({ code: -1013, msg: 'Filter failure: MAX_NUM_ORDERS' });
  expect((await placed({ symbol: 'ETHUSDT', price: '2500', quantity: '0.01' })).status).toBe(200);
  await send('DELETE', { symbol: 'BTCUSDT', orderId: Number(first?.body.orderId) });
  expect((await placed()).status).toBe(200);
  const { symbols } = (await call(`${strict.url}/api/v3/exchangeInfo`)).body as unknown as { symbols: { filters: object[] }[] };
  expect(symbols[0]?.filters).toContainEqual({ filterType: 'MAX_NUM_ORDERS', maxNumOrders: 2 });
  await strict.close();
});

test('an address that does not wait when it is told to is banned for two minutes', () => {
  const rates = new RateCounter({ ...binanceLimits, weightPerMinute: 1, disobeyedPerMinute: 3 });
  const statusAt = (second: number): number => {
    try {
      rates.countWeight('127.0.0.1', 1, second * 1_000);
      return 200;
    } catch (error) {
      return (error as BinanceError).status;
    }
  };
  expect([0, 1, 2, 3, 4, 5].map(statusAt)).toEqual([200, 429, 429, 429, 418, 418]);
  expect([60, 123, 124].map(statusAt)).toEqual([418, 418, 200]);
  expect(() => rates.countWeight('127.0.0.2', 1, 5_000)).not.toThrow();
});

test('whatever is sent to whatever route, the answer is Binance’s own refusal, never a fault', async () => {
  const names = [
    'symbol',
    'symbols',
    'side',
    'type',
    'quantity',
    'price',
    'quoteOrderQty',
    'timeInForce',
    'orderId',
    'origClientOrderId',
    'limit',
    'interval',
    'fromId',
    'startTime',
    'endTime',
    'recvWindow',
    'timestamp',
    'newClientOrderId',
  ];
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(
      'BTCUSDT',
      'ETHBTC',
      '["BTCUSDT"]',
      '[]',
      '{}',
      'BUY',
      'SELL',
      'LIMIT',
      'MARKET',
      'GTC',
      'IOC',
      '1m',
      '1',
      '0',
      '-1',
      '0.01',
      '60000',
      '99999999999999999999',
      '1e400',
      'NaN',
      '__proto__',
    ),
  );
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(binanceRoutes)),
      fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 8, noNullPrototype: true }),
      async (route, parameters) => {
        const [method = '', path = ''] = route.split(' ');
        const { status, body } = await signedCall(venue, venue.account, { method, path, parameters });
        expect([200, 400, 401, 429]).toContain(status);
        if (status === 200) return;
        refused += 1;
        expect(body).toEqual({ code: expect.any(Number), msg: expect.any(String) });
      },
    ),
    { numRuns: 600 },
  );
  expect(refused).toBeGreaterThan(100);
});
