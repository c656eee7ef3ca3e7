import { VirtualRuntime } from '@tenbin/runtime';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { callPayload, sign } from '../binance/signature.ts';
import type { AccountKey } from '../exchange/account-desk.ts';
import { okxCall } from '../testing/okx-call.ts';
import { signedCall } from '../testing/signed-call.ts';
import { openTestVenue, until } from '../testing/test-venue.ts';
import type { FaultInput } from './fault.ts';

type Venue = Awaited<ReturnType<typeof openTestVenue>>;
let venue: Venue;
let runtime: VirtualRuntime;
let account: AccountKey;
const sockets: WebSocket[] = [];

beforeEach(async () => {
  runtime = new VirtualRuntime();
  venue = await openTestVenue({ runtime });
  account = venue.exchange.createAccount({ balances: { BTC: '1', USDT: '60000' }, passphrase: 'open sesame' });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  await venue.close();
  expect(venue.faultsOfOurs).toEqual([]);
});

const accountId = () => venue.exchange.findAccount(account.key)?.id ?? '';
const openOrders = () => venue.exchange.findAccount(account.key)?.openOrders.size;
const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.001', price: '59000' };
const place = (changes: object = {}) =>
  signedCall(venue, account, { method: 'POST', path: '/api/v3/order', parameters: { ...order, ...changes } });
const placeOnOkx = () =>
  okxCall(venue, account, {
    method: 'POST',
    path: '/api/v5/trade/order',
    body: { instId: 'BTC-USDT', tdMode: 'cash', side: 'buy', ordType: 'limit', px: '59000', sz: '0.001' },
  });
const once = (fault: FaultInput) => venue.faults.inject({ ...fault, where: { call: 'place' }, times: 1 } as FaultInput);

describe.each([
  ['Binance', () => place()],
  ['OKX', () => placeOnOkx()],
] as const)('an order in the words of %s', (_dialect, placeIt) => {
  test('rests although its answer is lost, and the connection is closed', async () => {
    once({ type: 'loseAnswer' });
    await expect(placeIt()).rejects.toThrow();
    expect(openOrders()).toBe(1);
  });

  test('rests although its answer stalls after the headers', async () => {
    once({ type: 'stallAnswer' });
    let isAnswered = false;
    placeIt().then(
      () => {
        isAnswered = true;
      },
      () => undefined,
    );
    await until('it rests', () => openOrders() === 1);
    await placeIt();
    expect(isAnswered, 'one that came later is answered, this one is not').toBe(false);
  });

  test('has not been seen by the exchange when the connection is reset', async () => {
    once({ type: 'resetConnection' });
    await expect(placeIt()).rejects.toThrow();
    expect(openOrders()).toBe(0);
  });

  test('is carried out late when it is delayed on its way there, and answered late on its way back', async () => {
    once({ type: 'delayBefore', ms: 60 });
    const late = placeIt();
    await until('it has come', () => venue.faults.armed.length === 0);
    expect(openOrders()).toBe(0);
    await runtime.advance(60);
    await late;
    expect(openOrders()).toBe(1);
    once({ type: 'delayAfter', ms: 60 });
    let isAnswered = false;
    const answered = placeIt().then(() => {
      isAnswered = true;
    });
    await until('it rests', () => openOrders() === 2);
    expect(isAnswered).toBe(false);
    await runtime.advance(60);
    await answered;
  });

  test('is unknown after a server error that came although it was carried out', async () => {
    once({ type: 'serverError', status: 504, coded: true, accepted: true });
    expect((await placeIt()).status).toBe(504);
    expect(openOrders()).toBe(1);
  });
});

describe('refusals for no reason of the request', () => {
  const cases: readonly [fault: FaultInput, binance: readonly [number, number | undefined], okx: readonly [number, string | undefined]][] =
    [
      [{ type: 'serverError', coded: true }, [503, -1000], [503, '50026']],
      [{ type: 'tooManyRequests' }, [429, -1003], [429, '50011']],
      [{ type: 'tooManyRequests', limit: 'orders' }, [429, -1015], [429, '50061']],
      [{ type: 'banned' }, [418, -1003], [429, '50011']],
      [{ type: 'clockSkew' }, [400, -1021], [401, '50102']],
      [{ type: 'keyRefused' }, [401, -2015], [401, '50110']],
      [{ type: 'maintenance' }, [503, -1016], [503, '50001']],
    ];
  test.each(cases)('%o', async (fault, binance, okx) => {
    once(fault);
    const said = await place();
    expect([said.status, said.body.code]).toEqual(binance);
    once(fault);
    const saidByOkx = await placeOnOkx();
    expect([saidByOkx.status, saidByOkx.body.code]).toEqual(okx);
    expect(openOrders()).toBe(0);
  });

  test('say when to come back', async () => {
    once({ type: 'tooManyRequests', retryAfterSeconds: 7 });
    expect((await place()).headers.get('retry-after')).toBe('7');
  });

  test('are a web page where the exchange itself does not answer', async () => {
    venue.faults.inject({ type: 'serverError', status: 502, times: 1 });
    const response = await fetch(`${venue.url}/api/v3/ping`);
    expect([response.status, response.headers.get('content-type')]).toEqual([502, 'text/html']);
    expect(await response.text()).toContain('502 Bad Gateway');
  });
});

describe('a fault', () => {
  test('strikes only the account and the pair that it is aimed at, as often as it was told', async () => {
    const where = { call: 'place', account: accountId(), pair: 'BTC/USDT' } as const;
    venue.faults.inject({ type: 'keyRefused', where, times: 2 });
    expect((await signedCall(venue, venue.account, { method: 'POST', path: '/api/v3/order', parameters: order })).status).toBe(200);
    expect((await place({ symbol: 'ETHUSDT', price: '2900', quantity: '0.1' })).status).toBe(200);
    expect([(await place()).status, (await place()).status, (await place()).status]).toEqual([401, 401, 200]);
    expect(venue.faults.struck).toEqual({ keyRefused: 2 });
  });

  test('stays until it is cleared', async () => {
    const { id } = venue.faults.inject({ type: 'clockSkew' });
    expect((await place()).status).toBe(400);
    expect(venue.faults.armed).toMatchObject([{ id, seen: 1, struck: 1 }]);
    expect(venue.faults.clear(id ?? '')).toBe(true);
    expect((await place()).status).toBe(200);
  });
});

test('the exchange ends orders by itself: all of them, or those of a pair or an account', async () => {
  await place();
  await place({ symbol: 'ETHUSDT', price: '2900', quantity: '0.1' });
  expect(venue.faults.inject({ type: 'cancelOrders', account: accountId(), pair: 'BTC/USDT' })).toEqual({ id: null, struck: 1 });
  expect(openOrders()).toBe(1);
  const { body } = await signedCall(venue, account, { path: '/api/v3/allOrders', parameters: { symbol: 'BTCUSDT' } });
  expect(body).toMatchObject([{ status: 'EXPIRED', executedQty: '0.00000000' }]);
  expect(venue.faults.inject({ type: 'cancelOrders' }).struck).toBe(1);
  expect(venue.exchange.accountWallet(account.key)).toMatchObject({ USDT: { free: '60000', locked: '0' } });
});

test('money comes and goes without having been asked for, but never more than is free', () => {
  venue.faults.inject({ type: 'changeBalance', account: accountId(), currency: 'USDT', amount: '0.5' });
  venue.faults.inject({ type: 'changeBalance', account: accountId(), currency: 'USDT', amount: '-100.25' });
  expect(venue.exchange.accountWallet(account.key)).toMatchObject({ USDT: { free: '59900.25' } });
  const takeTooMuch = () => venue.faults.inject({ type: 'changeBalance', account: accountId(), currency: 'BTC', amount: '-2' });
  expect(takeTooMuch).toThrow(expect.objectContaining({ code: 'insufficientFunds' }));
});

test('a reached order is filled one lot at a time', async () => {
  await place({ quantity: '0.001' });
  venue.faults.inject({ type: 'partialFills', where: { pair: 'BTC/USDT' } });
  for (let step = 1; step <= 3; step++) venue.moveTo('BTC/USDT', 58_000 - step);
  expect(venue.exchange.accountTrades(account.key).map(({ amount }) => amount)).toEqual(['0.00001', '0.00001', '0.00001']);
  venue.faults.clearAll();
  venue.moveTo('BTC/USDT', 57_000);
  expect(venue.exchange.accountTrades(account.key).map(({ amount }) => amount)).toEqual(['0.00001', '0.00001', '0.00001', '0.00097']);
});

describe('a stream', () => {
  interface Event {
    readonly event?: { readonly e: string; readonly x?: string };
  }

  async function listen() {
    const socket = new WebSocket(`${venue.socketUrl}/ws-api/v3`);
    sockets.push(socket);
    const received: string[] = [];
    let isSubscribed = false;
    let isClosed = false;
    socket.on('close', () => {
      isClosed = true;
    });
    socket.on('message', (data) => {
      const { event }: Event = JSON.parse(String(data));
      if (event?.e === 'executionReport') received.push(event.x ?? '');
      else if (!event) isSubscribed = true;
    });
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    const params = { apiKey: account.key, timestamp: venue.now() };
    const signature = sign(account.secret, callPayload(params));
    socket.send(JSON.stringify({ id: 1, method: 'userDataStream.subscribe.signature', params: { ...params, signature } }));
    await until('it is subscribed', () => isSubscribed);
    return { received, isClosed: () => isClosed };
  }

  const bothSides = async () => {
    await place({ newClientOrderId: 'One' });
    await signedCall(venue, account, {
      method: 'DELETE',
      path: '/api/v3/order',
      parameters: { symbol: 'BTCUSDT', origClientOrderId: 'One' },
    });
  };

  test('tells an event twice', async () => {
    const { received } = await listen();
    venue.faults.inject({ type: 'duplicateEvents', where: { pair: 'BTC/USDT' } });
    await bothSides();
    await until('all has come', () => received.length === 4);
    expect(received).toEqual(['NEW', 'NEW', 'CANCELED', 'CANCELED']);
  });

  test('tells an event after the one that came later', async () => {
    const { received } = await listen();
    venue.faults.inject({ type: 'reorderEvents', where: { pair: 'BTC/USDT' }, times: 1 });
    venue.faults.inject({ type: 'loseEvents', where: { account: 'a99' } });
    await bothSides();
    await until('all has come', () => received.length === 2);
    expect(received).toEqual(['NEW', 'CANCELED']);
    venue.faults.inject({ type: 'reorderEvents', times: 2 });
    await bothSides();
    await until('all has come', () => received.length === 4);
    expect(received.slice(2)).toEqual(['CANCELED', 'NEW']);
  });

  test('is dropped, and a new one opens', async () => {
    const { isClosed } = await listen();
    expect(venue.faults.inject({ type: 'dropStreams', streams: 'private', account: accountId() }).struck).toBe(1);
    await until('it is closed', isClosed);
    const { received } = await listen();
    await place();
    await until('it hears', () => received.length === 1);
  });

  test('falls silent and stays open, while a new one hears', async () => {
    const silent = await listen();
    venue.faults.inject({ type: 'silenceStreams' });
    const { received } = await listen();
    await place();
    await until('the new one hears', () => received.length === 1);
    expect([silent.received, silent.isClosed()]).toEqual([[], false]);
  });

  test('is closed for maintenance, and none opens until that is over', async () => {
    const { isClosed } = await listen();
    venue.faults.inject({ type: 'maintenance' });
    await until('it is closed', isClosed);
    await expect(listen()).rejects.toThrow(/503/);
    expect((await fetch(`${venue.url}/api/v3/ping`)).status).toBe(503);
    venue.faults.clearAll();
    await listen();
  });
});
