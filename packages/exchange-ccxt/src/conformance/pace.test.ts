import type { ExchangeAccount, OrderRequest } from '@tenbin/exchange';
import { unhurriedRuntime } from '@tenbin/testkit/unhurried-runtime';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openVirtualSubject, type VirtualSubject, type WireRequest } from './virtual-subject.ts';

const pair = 'BTC/USDT';
const order = (id: string): OrderRequest => ({ clientOrderId: id, pair, side: 'buy', price: '54000.07', amount: '0.001' });
const asksForOpenOrders = ({ path }: WireRequest) => path === '/api/v3/openOrders';

/** The minute in which weight is counted does not end while a test runs. */
const now = new Date('2026-03-01T12:00:20Z');
const unhurried = unhurriedRuntime();
const machine = { ...unhurried, now: () => now };
afterAll(() => unhurried.stop());

let subject: VirtualSubject;
let account: ExchangeAccount;
beforeEach(async () => {
  subject = await openVirtualSubject({ readDeadlineMs: 3000, laneDeadlineMs: 3000 }, { machine, limits: { ordersPerTenSeconds: 1_000 } });
  account = await subject.connector.account(await subject.createAccount({ USDT: '10000', BTC: '1' }));
});
afterEach(async () => {
  await subject.close();
});

/** Somebody else on our address uses the exchange. */
async function useUp(weight: number): Promise<void> {
  for (let used = 0; used < weight; used += 80) await fetch(`${subject.url}/api/v3/ticker/24hr`);
}

test('when an address has used most of its weight, reads wait and cancelling does not', async () => {
  const { exchangeOrderId } = await account.placeOrder(order('T1'));
  await useUp(5200);
  await account.fetchOpenOrders(pair);
  const before = subject.requests.filter(asksForOpenOrders).length;
  const reads = [1, 2, 3].map(() => account.fetchOpenOrders(pair).catch((error: unknown) => error));
  const cancelled = await account.cancelOrder({ pair, clientOrderId: null, exchangeOrderId });
  expect(cancelled.status).toBe('cancelled');
  await expect(account.placeOrder(order('T2'))).resolves.toMatchObject({ status: 'open' });
  expect(subject.requests.filter(asksForOpenOrders)).toHaveLength(before);
  expect(await Promise.all(reads)).toMatchObject([
    { reason: 'deadlinePassed' },
    { reason: 'deadlinePassed' },
    { reason: 'deadlinePassed' },
  ]);
});

test('while little is used nobody waits', async () => {
  await useUp(160);
  await Promise.all([1, 2, 3].map(() => account.fetchOpenOrders(pair)));
  expect(subject.requests.filter(asksForOpenOrders)).toHaveLength(3);
});

test('cancelling goes out ahead of hundreds of reads and orders that wait', async () => {
  const { exchangeOrderId } = await account.placeOrder(order('T1'));
  const waiting = [
    ...Array.from({ length: 200 }, () => account.fetchWallet()),
    ...Array.from({ length: 200 }, (_, i) => account.placeOrder(order(`W${i}`))),
  ].map((call) => call.catch(() => null));
  await account.cancelOrder({ pair, clientOrderId: null, exchangeOrderId });
  expect(subject.requests.findIndex(({ method }) => method === 'DELETE')).toBeLessThan(350);
  await Promise.all(waiting);
});

/** What each minute's requests weigh at the exchange, as it counts them itself. */
const usedWeight = async (): Promise<number> => {
  const { headers } = await fetch(`${subject.url}/api/v3/ping`);
  return Number(headers.get('x-mbx-used-weight-1m')) - 1;
};

test('what calls weigh in the lane is what they weigh at the exchange', async () => {
  const before = subject.requests.length;
  const weights = { account: 20, openOrders: 6, myTrades: 20, order: 4, allOrders: 20 };
  const calls: Record<keyof typeof weights, () => Promise<unknown>> = {
    account: () => account.fetchWallet(),
    openOrders: () => account.fetchOpenOrders(pair),
    myTrades: () => account.fetchFills(pair, { afterTradeId: '1' }),
    order: () => account.findOrder({ pair, clientOrderId: 'T9', exchangeOrderId: null }),
    allOrders: async () => account.fetchOrdersSince?.(pair, now),
  };
  const waits = vi.spyOn(subject.exchanges.limitsOf(subject.url, () => ({ msPerCost: 1 })).lanes().read, 'throttle');
  for (const [name, call] of Object.entries(calls)) {
    const used = await usedWeight();
    await call();
    const weight = weights[name as keyof typeof weights];
    expect([name, (await usedWeight()) - used - 1]).toEqual([name, weight]);
    expect([name, (waits.mock.lastCall?.[0] ?? 0) * 5]).toEqual([name, weight]);
  }
  expect(subject.requests.length - before).toBe(3 * Object.keys(calls).length);
});

test('reads that wait for their turn are answered, however long the others before them take', async () => {
  const patient = await openVirtualSubject({ readDeadlineMs: 1000 }, { machine, limits: { weightPerMinute: 2400 } });
  const waiting = await patient.connector.account(await patient.createAccount({ USDT: '1' }));
  const wallets = await Promise.all(Array.from({ length: 6 }, () => waiting.fetchWallet()));
  expect(wallets).toHaveLength(6);
  await patient.close();
});

test('an account never places more orders than the exchange takes, and cancels meanwhile', async () => {
  const strict = await openVirtualSubject({}, { machine, limits: { ordersPerTenSeconds: 2 } });
  const key = await strict.createAccount({ USDT: '10000' });
  const [quoting, other] = [
    await strict.connector.account(key),
    await strict.connector.account(await strict.createAccount({ USDT: '10000' })),
  ];
  const { exchangeOrderId } = await quoting.placeOrder(order('T1'));
  await quoting.placeOrder(order('T2'));
  const placed = () => strict.requests.filter(({ method, path }) => method === 'POST' && path === '/api/v3/order').length;
  const before = placed();
  const refused = await quoting.placeOrder(order('T3')).catch((error: unknown) => error);
  expect(refused).toMatchObject({ kind: 'transient', reason: 'rateLimited', retryAfterMs: expect.any(Number) });
  // However often it connects.
  const again = await strict.connector.account(key);
  expect(await again.placeOrder(order('T5')).catch((error: unknown) => error)).toMatchObject({ reason: 'rateLimited' });
  expect(placed()).toBe(before);
  expect(await quoting.cancelOrder({ pair, clientOrderId: null, exchangeOrderId })).toMatchObject({ status: 'cancelled' });
  // Each account's orders are counted apart.
  expect(await other.placeOrder(order('T4'))).toMatchObject({ status: 'open' });
  await strict.close();
});
