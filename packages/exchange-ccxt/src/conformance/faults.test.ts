import { type ExchangeAccount, ExchangeError, type OrderRequest, type PrivateEvent } from '@tenbin/exchange';
import { pause } from '@tenbin/runtime';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openVirtualSubject, type VirtualSubject, type WireRequest } from './virtual-subject.ts';

const pair = 'BTC/USDT';
const order = (id: string): OrderRequest => ({ clientOrderId: id, pair, side: 'buy', price: '54000.07', amount: '0.00123' });

const placing = ({ method, path }: WireRequest) => method === 'POST' && path === '/api/v3/order';

let subject: VirtualSubject;
let account: ExchangeAccount;
const unhandled: unknown[] = [];
const noteUnhandled = (error: unknown) => unhandled.push(error);

beforeEach(async () => {
  process.on('unhandledRejection', noteUnhandled);
  subject = await openVirtualSubject({ orderDeadlineMs: 3000, readDeadlineMs: 3000 });
  account = await subject.connector.account(await subject.createAccount({ USDT: '10000', BTC: '1' }));
});

afterEach(async () => {
  await subject.close();
  process.off('unhandledRejection', noteUnhandled);
  expect(unhandled.splice(0)).toEqual([]);
});

const refusal = async (call: Promise<unknown>): Promise<ExchangeError> => {
  const error = await call.then(
    () => new Error('it succeeded'),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ExchangeError);
  return error as ExchangeError;
};

test('price and amount reach the wire as they were given, with our id and a short window', async () => {
  await account.placeOrder({ ...order('T1'), postOnly: true });
  const sent = subject.requests.find(placing)?.parameters;
  expect(Object.fromEntries(sent ?? [])).toMatchObject({
    symbol: 'BTCUSDT',
    side: 'BUY',
    type: 'LIMIT_MAKER',
    price: '54000.07',
    quantity: '0.00123',
    newClientOrderId: 'T1',
    recvWindow: '5000',
  });
});

test('accounts share the markets: loading them takes one request', async () => {
  await subject.connector.account(await subject.createAccount({ USDT: '1' }));
  await subject.connector.account(await subject.createAccount({ USDT: '1' }));
  expect(subject.requests.map(({ path }) => path)).toEqual(['/api/v3/exchangeInfo']);
});

test('an answer whose body stands still is a lost answer', async () => {
  subject.faults.inject({ type: 'stallAnswer', where: { call: 'place' }, times: 1 });
  expect(await refusal(account.placeOrder(order('T1')))).toMatchObject({ kind: 'unknown', reason: 'deadlinePassed' });
  expect(await account.findOrder({ pair, clientOrderId: 'T1', exchangeOrderId: null })).toMatchObject({ status: 'open' });
});

test('a connection that breaks leaves the outcome open, and the question finds nothing', async () => {
  subject.faults.inject({ type: 'resetConnection', where: { call: 'place' }, times: 1 });
  expect(await refusal(account.placeOrder(order('T1')))).toMatchObject({ kind: 'unknown', reason: 'unreachable' });
  expect(await account.findOrder({ pair, clientOrderId: 'T1', exchangeOrderId: null })).toBeNull();
});

test('a cancel whose answer got lost is unknown, and the order tells what became of it', async () => {
  const placed = await account.placeOrder(order('T1'));
  subject.faults.inject({ type: 'loseAnswer', where: { call: 'cancel' }, times: 1 });
  expect(await refusal(account.cancelOrder(placed))).toMatchObject({ kind: 'unknown' });
  expect(await account.findOrder(placed)).toMatchObject({ status: 'cancelled' });
});

test('a read that gets no answer may be tried again', async () => {
  subject.faults.inject({ type: 'loseAnswer', hangUp: false, where: { call: 'wallet' }, times: 1 });
  expect(await refusal(account.fetchWallet())).toMatchObject({ kind: 'transient', reason: 'deadlinePassed' });
  expect(await account.fetchWallet()).toMatchObject({ USDT: { free: '10000' } });
});

test('a web page instead of an answer is no answer', async () => {
  subject.faults.inject({ type: 'serverError', status: 502, where: { call: 'place' }, times: 1 });
  expect(await refusal(account.placeOrder(order('T1')))).toMatchObject({ kind: 'unknown', reason: 'unreachable' });
});

test('"not there" counts only when the exchange says so', async () => {
  subject.faults.inject({ type: 'answer', status: 404, body: '<html>Not Found</html>', where: { call: 'findOrder' }, times: 1 });
  expect(await refusal(account.findOrder({ pair, clientOrderId: 'T1', exchangeOrderId: null }))).toBeInstanceOf(ExchangeError);
});

test.each([
  [429, 'tooManyRequests'],
  [418, 'banned'],
] as const)('after HTTP %i nobody on this address calls for the time named', async (_status, type) => {
  const other = await subject.connector.account(await subject.createAccount({ USDT: '1' }));
  subject.faults.inject({ type, retryAfterSeconds: 3, where: { call: 'wallet' }, times: 1 });
  const first = await refusal(account.fetchWallet());
  expect(first).toMatchObject({ kind: 'transient', reason: 'rateLimited' });
  expect(first.retryAfterMs).toBeGreaterThan(0);
  const before = subject.requests.length;
  expect(await refusal(other.fetchWallet())).toMatchObject({ kind: 'transient', reason: 'rateLimited' });
  expect(await refusal(account.placeOrder(order('T1')))).toMatchObject({ kind: 'transient', reason: 'rateLimited' });
  expect(await refusal(subject.connector.marketData().fetchPrices([pair]))).toMatchObject({ reason: 'rateLimited' });
  expect(subject.requests.length).toBe(before);
  await expect.poll(() => other.fetchWallet().catch((error: unknown) => error)).toMatchObject({ USDT: { free: '1' } });
});

test('an account that placed too many orders pauses alone', async () => {
  const other = await subject.connector.account(await subject.createAccount({ USDT: '10000' }));
  subject.faults.inject({ type: 'tooManyRequests', limit: 'orders', retryAfterSeconds: 3, where: { call: 'place' }, times: 1 });
  expect(await refusal(account.placeOrder(order('T1')))).toMatchObject({ kind: 'transient', reason: 'rateLimited' });
  const sent = subject.requests.filter(placing).length;
  const again = await refusal(account.placeOrder(order('T1')));
  expect(again).toMatchObject({ kind: 'transient', reason: 'rateLimited' });
  expect(again.retryAfterMs).toBeGreaterThan(0);
  expect(subject.requests.filter(placing).length).toBe(sent);
  expect(await account.fetchOpenOrders(pair)).toEqual([]);
  expect(await other.placeOrder(order('T2'))).toMatchObject({ status: 'open' });
  await expect.poll(() => account.placeOrder(order('T1')).catch((error: unknown) => error)).toMatchObject({ status: 'open' });
});

test('orders that wait too long are not sent late', async () => {
  const slow = await openVirtualSubject({ orderDeadlineMs: 1000 }, { limits: { weightPerMinute: 240 } });
  const waiting = await slow.connector.account(await slow.createAccount({ USDT: '10000' }));
  const many = Array.from({ length: 200 }, (_, index) =>
    waiting.placeOrder({ ...order(`T${index}`), amount: '0.0001' }).catch((error: unknown) => error),
  );
  const outcomes = await Promise.all(many);
  const notSent = outcomes.filter((outcome) => outcome instanceof ExchangeError && outcome.kind === 'transient');
  // One may be on its way just now; two thirds of a second more would let dozens out of the lane.
  await pause(slow.machine, 600);
  expect(notSent.length).toBeGreaterThan(100);
  expect(slow.requests.filter(placing).length + notSent.length).toBe(200);
  await slow.close();
});

test('a refused time stamp makes us take the exchange’s clock', async () => {
  subject.faults.inject({ type: 'clockSkew', where: { call: 'place' }, times: 1 });
  expect(await refusal(account.placeOrder(order('T1')))).toMatchObject({ kind: 'transient', reason: 'clockSkew' });
  expect(subject.requests.at(-1)?.path).toBe('/api/v3/time');
  expect(await account.placeOrder(order('T1'))).toMatchObject({ status: 'open' });
});

test('a key that worked is given up only when it is refused twice', async () => {
  await account.fetchWallet();
  const refused = { type: 'keyRefused', where: { call: 'wallet' }, times: 1 } as const;
  subject.faults.inject(refused);
  expect(await refusal(account.fetchWallet())).toMatchObject({ kind: 'transient', reason: 'keyRefused' });
  subject.faults.inject(refused);
  expect(await refusal(account.fetchWallet())).toMatchObject({ kind: 'rejected', reason: 'keyRefused' });
});

test('rights that the exchange does not tell are unknown, not safe', async () => {
  subject.faults.inject({ type: 'serverError', status: 500, where: { path: '/sapi/' }, times: 1 });
  expect(await account.fetchKeyRights()).toEqual({ read: 'unknown', trade: 'unknown', withdraw: 'unknown', transfer: 'unknown' });
});

test('an account uses one socket, the market one more, and closing leaves none', async () => {
  const connected = new Promise<void>((resolve) => {
    account.subscribe((event) => event.type === 'connected' && resolve());
  });
  await connected;
  expect(subject.openSockets()).toBe(1);
  const ticked = new Promise<void>((resolve) => {
    subject.connector.marketData().watchPrices([pair, 'ETH/USDT', 'ETH/BTC'], (event) => 'pair' in event && resolve());
  });
  await ticked;
  expect(subject.openSockets()).toBe(2);
  await account.close();
  await subject.connector.marketData().close();
  await expect.poll(() => subject.openSockets()).toBe(0);
});

test('sockets that break again and again are opened again and again, and nothing else breaks', async () => {
  const events: PrivateEvent['type'][] = [];
  account.subscribe(({ type }) => events.push(type));
  const prices: string[] = [];
  subject.connector.marketData().watchPrices([pair], (event) => prices.push('stale' in event ? 'stale' : 'tick'));
  for (let round = 1; round <= 4; round += 1) {
    await expect.poll(() => events.filter((type) => type === 'connected').length).toBe(round);
    subject.faults.inject({ type: 'dropStreams' });
    await expect.poll(() => events.filter((type) => type === 'disconnected').length).toBe(round);
  }
  await expect.poll(() => prices.filter((price) => price === 'tick').length).toBeGreaterThan(1);
});

test('a socket that went silent without a word is given up and replaced', async () => {
  const connector = subject.exchanges.connect({ ccxtId: 'binance', baseUrl: subject.url }, { pingEveryMs: 100 });
  const impatient = await connector.account(await subject.createAccount({ USDT: '1' }));
  const events: PrivateEvent['type'][] = [];
  impatient.subscribe(({ type }) => events.push(type));
  await expect.poll(() => events).toContain('connected');
  const before = events.length;
  subject.faults.inject({ type: 'silenceStreams' });
  await expect.poll(() => events.slice(before).join(' ')).toMatch(/disconnected.* connected/);
  await connector.close();
});

test('who leaves and returns at once is connected again', async () => {
  const events: PrivateEvent['type'][] = [];
  const listen = ({ type }: PrivateEvent) => events.push(type);
  const leave = account.subscribe(listen);
  await expect.poll(() => events).toEqual(['connected']);
  leave();
  account.subscribe(listen);
  await expect.poll(() => events).toEqual(['connected', 'connected']);
  await expect.poll(() => subject.openSockets()).toBe(1);
});

test('prices that nobody watches for a moment come back without a break', async () => {
  const received: string[] = [];
  const listen = (event: object) => received.push('stale' in event ? 'stale' : 'tick');
  const leave = subject.connector.marketData().watchPrices([pair], listen);
  await expect.poll(() => received).toEqual(['tick']);
  leave();
  subject.connector.marketData().watchPrices([pair, 'ETH/USDT'], listen);
  await expect.poll(() => received.length).toBeGreaterThan(2);
  expect(received).not.toContain('stale');
  expect(subject.openSockets()).toBe(1);
});

test('an account that is closed while it connects leaves nothing behind', async () => {
  const leave = account.subscribe(() => undefined);
  leave();
  await account.close();
  await expect.poll(() => subject.openSockets()).toBe(0);
});
