import type { ExchangeAccount, OrderRequest } from '@tenbin/exchange';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openVirtualSubject, type VirtualSubject, type WireRequest } from './virtual-subject.ts';

const pair = 'BTC/USDT';
const order = (id: string): OrderRequest => ({ clientOrderId: id, pair, side: 'buy', price: '54000.07', amount: '0.001' });
const asksForOpenOrders = ({ path }: WireRequest) => path === '/api/v3/openOrders';

let subject: VirtualSubject;
let account: ExchangeAccount;
beforeEach(async () => {
  // The minute in which weight is counted does not end while a test runs.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T12:00:20Z') });
  subject = await openVirtualSubject({ readDeadlineMs: 3000 });
  account = await subject.connector.account(await subject.createAccount({ USDT: '10000', BTC: '1' }));
});
afterEach(async () => {
  await subject.close();
  vi.useRealTimers();
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
