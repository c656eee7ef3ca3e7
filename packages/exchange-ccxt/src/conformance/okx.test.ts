import { ExchangeError } from '@tenbin/exchange';
import { describeConformance } from '@tenbin/exchange/conformance';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openVirtualSubject, type VirtualSubject } from './virtual-subject.ts';

describeConformance('okx on the virtual exchange', () => openVirtualSubject({ orderDeadlineMs: 3000 }, { ccxtId: 'okx' }));

let subject: VirtualSubject;
beforeAll(async () => {
  subject = await openVirtualSubject({}, { ccxtId: 'okx' });
});
afterAll(() => subject.close());

test.each([
  ['key', 'apiKey', 'invalidApiKey', '50111'],
  ['secret', 'secret', 'invalidSecret', '50113'],
  ['passphrase', 'passphrase', 'invalidPassphrase', '50105'],
] as const)('a wrong %s is told as such', async (_what, field, reason, exchangeCode) => {
  const credentials = await subject.createAccount({ USDT: '1' });
  const account = await subject.connector.account({ ...credentials, [field]: 'something else' });
  const refusal = await account.fetchWallet().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ExchangeError);
  expect(refusal).toMatchObject({ kind: 'rejected', reason, exchangeCode });
});

test('a stream opened with a wrong passphrase says so', async () => {
  const credentials = await subject.createAccount({ USDT: '1' });
  const account = await subject.connector.account({ ...credentials, passphrase: 'something else' });
  const error = await new Promise((resolve) => account.subscribe((event) => event.type === 'disconnected' && resolve(event.error)));
  expect(error).toMatchObject({ kind: 'rejected', reason: 'invalidPassphrase', exchangeCode: '60024' });
  await account.close();
});

test('fills come whole and in order, however many pages there are', async () => {
  const account = await subject.connector.account(await subject.createAccount({ USDT: '1000000' }));
  const { pair } = subject;
  const [tick] = await subject.connector.marketData().fetchPrices([pair]);
  const price = String(Math.ceil(Number(tick?.bestAsk) * 1.02));
  const count = 105;
  for (let i = 0; i < count; i++) await account.placeOrder({ clientOrderId: `P${i}`, pair, side: 'buy', price, amount: '0.0001' });
  const fills = await account.fetchFills(pair, {});
  expect(fills.length).toBeGreaterThanOrEqual(count);
  expect(fills.map((fill) => Number(fill.tradeId))).toEqual(fills.map((fill) => Number(fill.tradeId)).toSorted((a, b) => a - b));
  const after = await account.fetchFills(pair, { afterTradeId: fills[2]?.tradeId });
  expect(after.slice(-102)).toEqual(fills.slice(3));
  expect(after).not.toContainEqual(fills[2]);
  expect(await account.fetchFills(pair, { since: fills[0]?.at })).toEqual(fills);
});

test('a price on a tick that is no more brings the markets’ rules anew, and a market that is halted is told as such', async () => {
  const { connector, faults, pair } = subject;
  const account = await connector.account(await subject.createAccount({ USDT: '10000' }));
  const market = connector.marketData();
  await market.fetchMarkets();
  const renewed = new Promise<string | undefined>((resolve) => {
    market.onMarkets?.((rules) => resolve(rules.get(pair)?.tickSize));
  });
  faults.inject({ type: 'changeRules', pair, tickSize: '1' });
  const order = { clientOrderId: 'R1', pair, side: 'buy', price: '54000.5', amount: '0.001' } as const;
  await expect(account.placeOrder(order)).rejects.toMatchObject({ kind: 'rejected', reason: 'priceOutOfRange', exchangeCode: '51000' });
  expect(await renewed).toBe('1');
  faults.inject({ type: 'changeMarket', pair, state: 'halted' });
  const next = { ...order, clientOrderId: 'R2', price: '54000' };
  await expect(account.placeOrder(next)).rejects.toMatchObject({ kind: 'rejected', reason: 'marketClosed', exchangeCode: '51022' });
});
