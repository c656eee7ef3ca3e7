import type { ExchangeAccount, PrivateEvent } from '@tenbin/exchange';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openVirtualSubject, type VirtualSubject } from './virtual-subject.ts';

let subject: VirtualSubject;
beforeEach(async () => {
  subject = await openVirtualSubject();
});
afterEach(() => subject.close());

/** From now on an address may open so many private streams in five minutes. */
const allow = (most: number) =>
  subject.exchanges.limitsOf(subject.url, () => ({ msPerCost: 1 })).adopt({ msPerCost: 1, connections: [{ most, windowMs: 300_000 }] });

async function opened(): Promise<{ readonly account: ExchangeAccount; readonly events: readonly PrivateEvent[] }> {
  const account = await subject.connector.account(await subject.createAccount({ USDT: '10000' }));
  const events: PrivateEvent[] = [];
  account.subscribe((event) => events.push(event));
  return { account, events };
}

const types = (events: readonly PrivateEvent[]) => events.map(({ type }) => type);

test('who comes when an address has opened enough waits for its turn, and its calls work meanwhile', async () => {
  await subject.connector.account(await subject.createAccount({ USDT: '1' }));
  allow(2);
  const [first, second] = [await opened(), await opened()];
  await expect.poll(() => [...types(first.events), ...types(second.events)]).toEqual(['connected', 'connected']);
  const third = await opened();
  await expect.poll(() => types(third.events)).toEqual(['waiting']);
  const [waiting] = third.events;
  const waitMs = waiting?.type === 'waiting' ? waiting.until.getTime() - subject.machine.now().getTime() : 0;
  expect(waitMs).toBeGreaterThan(200_000);
  expect(waitMs).toBeLessThanOrEqual(300_000);
  expect(await third.account.fetchWallet()).toMatchObject({ USDT: { free: '10000' } });
  const placed = await third.account.placeOrder({ clientOrderId: 'T1', pair: 'BTC/USDT', side: 'buy', price: '54000', amount: '0.001' });
  expect((await third.account.cancelOrder(placed)).status).toBe('cancelled');
  expect(subject.openSockets()).toBe(2);
  await third.account.close();
});

test('streams that were cut together come back in turn', async () => {
  await subject.connector.account(await subject.createAccount({ USDT: '1' }));
  allow(3);
  const [first, second] = [await opened(), await opened()];
  await expect.poll(() => [...types(first.events), ...types(second.events)]).toEqual(['connected', 'connected']);
  await subject.dropSockets?.();
  const all = () => [...types(first.events), ...types(second.events)].sort();
  await expect.poll(all).toEqual(['connected', 'connected', 'connected', 'disconnected', 'disconnected', 'waiting']);
});

test('pairs that are asked for one after another do not cost the socket that all of them share', async () => {
  const market = subject.connector.marketData();
  const rules = [...(await market.fetchMarkets()).keys()];
  const events: unknown[] = [];
  for (const pair of rules) market.watchPrices([pair], (event) => events.push('stale' in event ? event : event.pair));
  await expect.poll(() => new Set(events)).toEqual(new Set(rules));
  await subject.dropSockets?.();
  await expect.poll(() => events.filter((event) => typeof event === 'object')).not.toEqual([]);
  const before = events.length;
  await expect.poll(() => new Set(events.slice(before))).toEqual(new Set(rules));
  expect(subject.openSockets()).toBe(1);
});

test.each(['tooManyRequests', 'banned'] as const)(
  'a socket that is refused (%s) halts the address: nobody calls or opens another',
  async (type) => {
    const { account, events } = await opened();
    await expect.poll(() => types(events)).toEqual(['connected']);
    subject.faults.inject({ type, retryAfterSeconds: 600, where: { call: 'connect' } });
    await subject.dropSockets?.();
    await expect.poll(() => types(events).slice(1)).toEqual(['disconnected', 'disconnected', 'waiting']);
    await expect(account.fetchWallet()).rejects.toMatchObject({ kind: 'transient', reason: 'rateLimited' });
    expect(subject.connector.halt?.until).toEqual(expect.any(Date));
  },
);

test('a firewall’s refusal halts the address, and says nothing of the key nor of the order', async () => {
  const { account } = await opened();
  const page = '<html><head><title>403 Forbidden</title></head><body>Request blocked.</body></html>';
  subject.faults.inject({ type: 'answer', status: 403, body: page, where: { call: 'place' }, times: 1 });
  const placing = account.placeOrder({ clientOrderId: 'T1', pair: 'BTC/USDT', side: 'buy', price: '54000', amount: '0.001' });
  const refusal = await placing.catch((error: unknown) => error);
  expect(refusal).toMatchObject({ kind: 'transient', reason: 'rateLimited' });
  expect((refusal as { retryAfterMs: number }).retryAfterMs).toBeGreaterThan(500_000);
  await expect(account.fetchWallet()).rejects.toMatchObject({ kind: 'transient', reason: 'rateLimited' });
});

test('the exchange’s own refusal with the same status halts nobody', async () => {
  const { account } = await opened();
  const body = JSON.stringify({ code: -2015, msg: 'Invalid API-key, IP, or permissions for action.' });
  subject.faults.inject({ type: 'answer', status: 403, body, where: { call: 'wallet' }, times: 1 });
  await expect(account.fetchWallet()).rejects.toMatchObject({ reason: 'keyRefused' });
  expect(subject.connector.halt?.until).toBeNull();
  expect(await account.fetchWallet()).toMatchObject({ USDT: { free: '10000' } });
});

test('what the exchange says of its connections is kept to, and keys that come together are never refused', async () => {
  const few = await openVirtualSubject({}, { limits: { connectionsPerFiveMinutes: 12 } });
  const received: PrivateEvent['type'][][] = [];
  for (let count = 0; count < 20; count += 1) {
    const account = await few.connector.account(await few.createAccount({ USDT: '1' }));
    const own: PrivateEvent['type'][] = [];
    received.push(own);
    account.subscribe(({ type }) => own.push(type));
  }
  const countIn = (type: PrivateEvent['type']) => received.filter((own) => own.at(-1) === type).length;
  await expect.poll(() => [countIn('connected'), countIn('waiting')]).toEqual([10, 10]);
  expect(received.flat()).not.toContain('disconnected');
  expect(few.connector.halt?.until).toBeNull();
  await few.close();
});
