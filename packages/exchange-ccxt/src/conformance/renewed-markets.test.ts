import type { ExchangeAccount, MarketData, OrderRequest } from '@tenbin/exchange';
import type { MarketRules } from '@tenbin/market';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openVirtualSubject, type VirtualSubject, type WireRequest } from './virtual-subject.ts';

const pair = 'BTC/USDT';
const order: OrderRequest = { clientOrderId: 'T1', pair, side: 'buy', price: '54000', amount: '0.001' };
const loading = ({ path }: WireRequest) => path === '/api/v3/exchangeInfo';

let subject: VirtualSubject;
let account: ExchangeAccount;
let market: MarketData;
beforeEach(async () => {
  subject = await openVirtualSubject();
  account = await subject.connector.account(await subject.createAccount({ USDT: '10000' }));
  market = subject.connector.marketData();
});
afterEach(() => subject.close());

/** From the next loading on the exchange demands ten times the lot. */
async function growTheLot(): Promise<void> {
  const text = await (await fetch(`${subject.url}/api/v3/exchangeInfo`)).text();
  const info: { symbols: { symbol: string; filters: { filterType: string; stepSize?: string }[] }[] } = JSON.parse(text);
  const lot = info.symbols.find(({ symbol }) => symbol === 'BTCUSDT')?.filters.find(({ filterType }) => filterType === 'LOT_SIZE');
  Object.assign(lot ?? {}, { stepSize: '0.01000000', minQty: '0.01000000' });
  subject.faults.inject({ type: 'answer', status: 200, body: JSON.stringify(info), where: { path: '/api/v3/exchangeInfo' }, times: 1 });
}

const renewed = (): Promise<ReadonlyMap<string, MarketRules>> =>
  new Promise((resolve) => {
    market.onMarkets?.(resolve);
  });

test('an order that is refused for its size brings the markets’ rules anew, for prices and accounts alike', async () => {
  const finer = (await market.fetchMarkets()).get(pair);
  expect(finer).toMatchObject({ lotSize: expect.any(String) });
  expect(finer?.lotSize).not.toBe('0.01');
  await growTheLot();
  subject.faults.inject({
    type: 'answer',
    where: { call: 'place' },
    times: 1,
    status: 400,
    body: JSON.stringify({ code: -1013, msg: 'Filter failure: LOT_SIZE' }),
  });
  const rules = renewed();
  await expect(account.placeOrder(order)).rejects.toMatchObject({ kind: 'rejected', reason: 'amountOutOfRange' });
  expect((await rules).get(pair)).toMatchObject({ lotSize: '0.01', minimumAmount: '0.01' });
  expect((await market.fetchMarkets()).get(pair)?.lotSize).toBe('0.01');
  const before = subject.requests.length;
  await expect(account.placeOrder(order)).rejects.toMatchObject({ reason: 'amountOutOfRange' });
  expect(subject.requests.slice(before)).toEqual([]);
});

test('a pair that left while nobody traded it hides the prices of others only until they are loaded anew', async () => {
  const pairs = [pair, 'ETH/USDT'];
  await market.fetchPrices(pairs);
  subject.faults.inject({ type: 'changeMarket', pair: 'ETH/USDT', state: 'delisted' });
  const rules = renewed();
  await expect(market.fetchPrices(pairs)).rejects.toMatchObject({ kind: 'rejected', reason: 'badSymbol' });
  await rules;
  expect((await market.fetchPrices(pairs)).map((tick) => tick.pair)).toEqual([pair]);
});

test('many refusals load them once', async () => {
  await growTheLot();
  const rules = renewed();
  const refusals = Array.from({ length: 20 }, () => account.placeOrder({ ...order, amount: '0.0000001' }).catch(() => null));
  await Promise.all(refusals);
  await rules;
  expect(subject.requests.filter(loading)).toHaveLength(3);
});

test('they are loaded anew now and then by themselves', async () => {
  const other = await openVirtualSubject({ marketsEveryMs: 20 });
  const lists: unknown[] = [];
  const third = new Promise<void>((resolve) => {
    other.connector.marketData().onMarkets?.((rules) => lists.push(rules) === 3 && resolve());
  });
  await other.connector.marketData().fetchMarkets();
  await third;
  await other.close();
  expect(lists).toHaveLength(3);
});
