import { VirtualRuntime } from '@tenbin/runtime';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AccountKey } from '../exchange/account-desk.ts';
import { type OkxCall, okxCall } from '../testing/okx-call.ts';
import { testMoment } from '../testing/runtime-at.ts';
import { signedCall } from '../testing/signed-call.ts';
import { openTestVenue } from '../testing/test-venue.ts';
import { okxRoutes } from './okx-rest.ts';

let venue: Awaited<ReturnType<typeof openTestVenue>>;
let account: AccountKey;

beforeAll(async () => {
  venue = await openTestVenue({ serve: { okxLimits: { requestsPerTwoSeconds: 1_000_000, ordersPerTwoSeconds: 1_000_000 } } });
  account = venue.exchange.createAccount({ balances: { BTC: '1', ETH: '20', USDT: '60000' }, passphrase: 'open sesame' });
});
afterAll(async () => {
  await venue.close();
  expect(venue.faultsOfOurs).toEqual([]);
});

const ask = (call: OkxCall, who: AccountKey | null = account) => okxCall(venue, who, call);
const order = (changes: object = {}) => ({
  instId: 'BTC-USDT',
  tdMode: 'cash',
  side: 'buy',
  ordType: 'limit',
  px: '59000',
  sz: '0.001',
  ...changes,
});
const place = (changes: object = {}) => ask({ method: 'POST', path: '/api/v5/trade/order', body: order(changes) });
const stands = async (ordId: string | undefined) =>
  (await ask({ path: '/api/v5/trade/order', query: { instId: 'BTC-USDT', ordId } })).body.data[0];

describe('an order is refused in OKX’s words when', () => {
  test.each([
    ['its price is off the tick', { px: '59000.001' }, '51000'],
    ['its price is far over the market', { px: '400000' }, '51006'],
    ['its price is missing', { px: '' }, '50014'],
    ['its price is no number', { px: 'much' }, '51000'],
    ['its amount is off the lot', { sz: '0.000015' }, '51121'],
    ['its amount is under the minimum', { sz: '0.000001' }, '51020'],
    ['its amount is over the maximum', { sz: '9000.00001' }, '51005'],
    ['it is worth too little', { sz: '0.00008' }, '51020'],
    ['the account cannot pay it', { sz: '2' }, '51008'],
    ['its instrument is unknown', { instId: 'BTC-EUR' }, '51001'],
    ['its instrument is written as a pair', { instId: 'BTC/USDT' }, '51001'],
    ['its side is none', { side: 'hold' }, '51000'],
    ['its type is none', { ordType: 'iceberg' }, '51000'],
    ['it is on margin', { tdMode: 'cross' }, '51000'],
    ['it has a stop, which this venue does not do', { slTriggerPx: '50000' }, '51000'],
    ['its client order id has other characters', { clOrdId: 'a-b' }, '51000'],
    ['its client order id is too long', { clOrdId: 'a'.repeat(33) }, '51000'],
  ])('%s', async (_says, changes, sCode) => {
    const { status, body } = await place(changes);
    expect(status).toBe(200);
    expect(body).toMatchObject({ code: '1', msg: 'All operations failed', data: [{ sCode, ordId: '' }] });
  });

  test('its client order id is taken', async () => {
    expect((await place({ clOrdId: 'Twice1' })).body.code).toBe('0');
    expect((await place({ clOrdId: 'Twice1' })).body.data[0]).toMatchObject({ sCode: '51016', clOrdId: 'Twice1' });
  });
});

describe('a request is refused, with status 401, when', () => {
  test.each([
    ['there is no key', { 'OK-ACCESS-KEY': undefined }, '50103'],
    ['there is no passphrase', { 'OK-ACCESS-PASSPHRASE': undefined }, '50104'],
    ['there is no signature', { 'OK-ACCESS-SIGN': undefined }, '50106'],
    ['the key is unknown', { 'OK-ACCESS-KEY': 'nobody' }, '50111'],
    ['the passphrase is wrong', { 'OK-ACCESS-PASSPHRASE': 'open barley' }, '50105'],
    ['the signature is wrong', { 'OK-ACCESS-SIGN': 'bm90IG1pbmU=' }, '50113'],
    ['its time is none', { 'OK-ACCESS-TIMESTAMP': 'noon' }, '50112'],
    ['it is a minute old', { 'OK-ACCESS-TIMESTAMP': new Date(testMoment - 60_000).toISOString() }, '50102'],
  ])('%s', async (_says, headers, code) => {
    const { status, body } = await ask({ path: '/api/v5/account/balance', headers });
    expect(status).toBe(401);
    expect(body).toEqual({ code, msg: expect.any(String), data: [] });
  });

  test('the account has no passphrase', async () => {
    const headers = { 'OK-ACCESS-PASSPHRASE': 'anything' };
    expect((await ask({ path: '/api/v5/account/balance', headers }, venue.account)).body.code).toBe('50105');
  });

  test('the key may only read', async () => {
    const reader = venue.exchange.createAccount({ balances: { USDT: '100' }, passphrase: 'p', rights: { trade: false } });
    expect((await ask({ path: '/api/v5/account/config' }, reader)).body.data[0]).toMatchObject({ perm: 'read_only' });
    const { status, body } = await ask({ method: 'POST', path: '/api/v5/trade/order', body: order() }, reader);
    expect([status, body.code]).toEqual([401, '50120']);
  });
});

test.each([
  ['no body', '', '50000'],
  ['a body that is no JSON', '{', '50002'],
  ['a body that is no object', '[1]', '50002'],
])('%s is refused', async (_says, body, code) => {
  expect((await ask({ method: 'POST', path: '/api/v5/trade/order', body })).body).toMatchObject({ code, data: [] });
});

test('unknown paths and wrong methods are told apart', async () => {
  expect((await ask({ path: '/api/v5/trade/nothing' })).body.code).toBe('404');
  expect((await ask({ method: 'POST', path: '/api/v5/public/time', body: {} })).body.code).toBe('50115');
});

test('a post-only order that would take is accepted and cancelled at once, and says why', async () => {
  const { body } = await place({ ordType: 'post_only', px: '60100' });
  expect(body).toMatchObject({ code: '0', data: [{ sCode: '0' }] });
  expect(await stands(body.data[0]?.ordId)).toMatchObject({ state: 'canceled', accFillSz: '0', cancelSource: '31', ordType: 'post_only' });
});

test('of a batch each order has an answer of its own, and a refused one does not keep the others from being placed', async () => {
  const batch = [order({ clOrdId: 'Batch1', px: '50000' }), order({ clOrdId: 'Batch2', sz: '9' })];
  const placed = await ask({ method: 'POST', path: '/api/v5/trade/batch-orders', body: batch });
  expect(placed.body).toMatchObject({
    code: '2',
    data: [
      { clOrdId: 'Batch1', sCode: '0' },
      { clOrdId: 'Batch2', sCode: '51008' },
    ],
  });
  const names = ['Batch1', 'Batch2'].map((clOrdId) => ({ instId: 'BTC-USDT', clOrdId }));
  const cancelled = await ask({ method: 'POST', path: '/api/v5/trade/cancel-batch-orders', body: names });
  expect(cancelled.body).toMatchObject({ code: '2', data: [{ sCode: '0' }, { sCode: '51400' }] });
});

test('an order is found by either id while it rests and after it is gone; one that never was is not there', async () => {
  const { ordId } = (await place({ clOrdId: 'Find1', px: '51000' })).body.data[0] ?? {};
  const find = (query: Record<string, string>) => ask({ path: '/api/v5/trade/order', query: { instId: 'BTC-USDT', ...query } });
  expect((await find({ clOrdId: 'Find1' })).body.data).toMatchObject([{ ordId, state: 'live', px: '51000', avgPx: '' }]);
  const pending = await ask({ path: '/api/v5/trade/orders-pending', query: { instId: 'BTC-USDT' } });
  expect(pending.body.data[0]).toMatchObject({ ordId });
  await ask({ method: 'POST', path: '/api/v5/trade/cancel-order', body: { instId: 'BTC-USDT', ordId } });
  expect(await stands(ordId)).toMatchObject({ state: 'canceled', cancelSource: '1' });
  const history = await ask({ path: '/api/v5/trade/orders-history', query: { instType: 'SPOT' } });
  expect(history.body.data[0]).toMatchObject({ ordId });
  expect((await find({ clOrdId: 'Never1' })).body).toEqual({ code: '51603', msg: 'Order does not exist', data: [] });
  expect((await find({})).body.code).toBe('51003');
});

test('a filled order tells its average price and its fee, its fills the same, newest first, page by page', async () => {
  for (const sz of ['0.01', '0.02', '0.03']) await place({ ordType: 'market', tgtCcy: 'base_ccy', px: '', sz });
  const fills = async (query: object = {}) =>
    (await ask({ path: '/api/v5/trade/fills-history', query: { instType: 'SPOT', instId: 'BTC-USDT', ...query } })).body.data;
  const all = await fills();
  const [newest] = all;
  const order = await stands(newest?.ordId);
  const own = all.filter((fill) => fill.ordId === newest?.ordId);
  const total = (field: string) => own.reduce((sum, fill) => sum + Number(fill[field]), 0);
  expect(order).toMatchObject({ state: 'filled', sz: '0.03', accFillSz: '0.03', feeCcy: 'BTC', px: '' });
  expect(Number(order?.fee)).toBeCloseTo(total('fee'), 12);
  expect(total('fee')).toBeLessThan(0);
  expect(own.every((fill) => fill.execType === 'T')).toBe(true);
  expect(await fills({ limit: 1 })).toEqual([newest]);
  expect(await fills({ after: newest?.billId })).toEqual(all.slice(1));
  expect(await fills({ before: all[2]?.billId })).toEqual(all.slice(0, 2));
});

test('what is bought with an amount of counter is told as such', async () => {
  const { body } = await place({ ordType: 'market', px: '', sz: '600' });
  expect(await stands(body.data[0]?.ordId)).toMatchObject({ state: 'filled', tgtCcy: 'quote_ccy', sz: '600' });
});

test('market data say what the books say', async () => {
  const data = async (path: string, query: object) => (await ask({ path: `/api/v5/${path}`, query: { ...query } }, null)).body.data;
  expect(await data('public/instruments', { instType: 'SPOT', instId: 'BTC-USDT' })).toMatchObject([
    { instId: 'BTC-USDT', tickSz: '0.01', lotSz: '0.00001', minSz: '0.00001', state: 'live' },
  ]);
  expect(await data('public/instruments', { instType: 'SWAP' })).toEqual([]);
  const [ticker] = await data('market/ticker', { instId: 'ETH-BTC' });
  const [book] = (await data('market/books', { instId: 'ETH-BTC', sz: '2' })) as unknown as { bids: string[][]; asks: string[][] }[];
  expect(book?.bids).toHaveLength(2);
  expect([ticker?.bidPx, ticker?.bidSz, ticker?.askPx]).toEqual([book?.bids[0]?.[0], book?.bids[0]?.[1], book?.asks[0]?.[0]]);
  expect(await data('market/tickers', { instType: 'SPOT' })).toHaveLength(3);
  const candles = (await data('market/candles', { instId: 'BTC-USDT', bar: '1m', limit: '3' })) as unknown as string[][];
  expect(candles.map((candle) => candle[8])).toEqual(['0', '1', '1']);
  const older = (await data('market/candles', {
    instId: 'BTC-USDT',
    bar: '1m',
    after: candles[1]?.[0],
    limit: '1',
  })) as unknown as string[][];
  expect(older).toEqual([candles[2]]);
  expect((await ask({ path: '/api/v5/market/candles', query: { instId: 'BTC-USDT', bar: '7m' } }, null)).body.code).toBe('51000');
  expect((await ask({ path: '/api/v5/public/instruments' }, null)).body.code).toBe('50014');
});

test('both dialects trade on the same books with the same account', async () => {
  const { body } = await place({ clOrdId: 'Both1', px: '52000' });
  const parameters = { symbol: 'BTCUSDT', origClientOrderId: 'Both1' };
  const found = await signedCall(venue, account, { path: '/api/v3/order', parameters });
  expect(found.body).toMatchObject({ orderId: Number(body.data[0]?.ordId), status: 'NEW', price: '52000.00000000' });
});

test('one address that asks too much, and one account that orders too much, must wait', async () => {
  const runtime = new VirtualRuntime();
  const okxLimits = { requestsPerTwoSeconds: 4, ordersPerTwoSeconds: 2 };
  const strict = await openTestVenue({ runtime, serve: { okxLimits } });
  const trader = strict.exchange.createAccount({ balances: { USDT: '60000' }, passphrase: 'p' });
  const placed = async () => {
    const call = { method: 'POST', path: '/api/v5/trade/order', body: order({ px: '50000' }) };
    const { status, body } = await okxCall(strict, trader, call);
    return `${status} ${body.code}`;
  };
  const answers = [];
  for (let i = 0; i < 5; i++) answers.push(await placed());
  expect(answers).toEqual(['200 0', '200 0', '429 50061', '429 50061', '429 50011']);
  await runtime.advance(2_000);
  expect(await placed()).toBe('200 0');
  await strict.close();
});

test('whatever is sent to whatever route, the answer is OKX’s own, never a fault', async () => {
  const names = [
    'instId',
    'instType',
    'side',
    'ordType',
    'tdMode',
    'sz',
    'px',
    'tgtCcy',
    'ordId',
    'clOrdId',
    'limit',
    'bar',
    'after',
    'before',
    'ccy',
  ];
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(
      'BTC-USDT',
      'SPOT',
      'buy',
      'limit',
      'market',
      'cash',
      '1m',
      '1',
      '0',
      '-1',
      '0.01',
      '60000',
      '1e400',
      'NaN',
      '__proto__',
    ),
    fc.constantFrom('99999999999999999999', 'quote_ccy', 'post_only'),
  );
  const fields = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 8, noNullPrototype: true });
  const strange = fc.oneof(
    fields,
    fc.array(fields, { maxLength: 3 }),
    fc.json(),
    fc.dictionary(fc.constantFrom(...names), fc.jsonValue(), { noNullPrototype: true }),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Object.keys(okxRoutes)), fields, strange, async (route, query, body) => {
      const [method = '', path = ''] = route.split(' ');
      const { status, body: answer } = await ask({ method, path, ...(method === 'GET' ? { query } : { body }) });
      expect(status).toBe(200);
      expect(answer).toEqual({ code: expect.any(String), msg: expect.any(String), data: expect.any(Array) });
      expect(answer.code).not.toBe('50026');
    }),
    { numRuns: 400 },
  );
});
