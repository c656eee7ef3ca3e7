import { systemRuntime } from '@tenbin/runtime';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { AccountKey } from '../exchange/account-desk.ts';
import { marketChannels } from '../okx/channel.ts';
import { ccxtClient } from '../testing/ccxt-client.ts';
import { ccxtOkx } from '../testing/ccxt-okx.ts';
import { okxCall } from '../testing/okx-call.ts';
import { call, signedCall } from '../testing/signed-call.ts';
import { openTestVenue, until } from '../testing/test-venue.ts';

let venue: Awaited<ReturnType<typeof openTestVenue>>;
let account: AccountKey;
beforeEach(async () => {
  venue = await openTestVenue({ runtime: systemRuntime() });
  account = venue.exchange.createAccount({ balances: { BTC: '1', USDT: '60000' }, passphrase: 'open sesame' });
});
afterEach(async () => {
  await venue.close();
  expect(venue.faultsOfOurs).toEqual([]);
});

const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.00123', price: '59000.01' };
const onBinance = (method: string, path: string, parameters: Record<string, string>) =>
  signedCall(venue, account, { method, path: `/api/v3/${path}`, parameters });
const onOkx = (method: string, path: string, body: object) =>
  okxCall(venue, account, { method, path: `/api/v5/${path}`, ...(method === 'POST' ? { body } : { query: { ...body } }) });
const placeOnOkx = async (changes: object = {}) => {
  const body = { instId: 'BTC-USDT', tdMode: 'cash', side: 'buy', ordType: 'limit', px: '59000.01', sz: '0.00123', ...changes };
  return (await onOkx('POST', 'trade/order', body)).body.data[0];
};

describe('rules that change', () => {
  const change = () =>
    venue.faults.inject({ type: 'changeRules', pair: 'BTC/USDT', tickSize: '0.1', lotSize: '0.0001', minimumNotional: '10' });

  test('are told and kept to in Binance’s words', async () => {
    await onBinance('POST', 'order', order);
    expect(change()).toEqual({ id: null, struck: 1 });
    const { body } = await call(`${venue.url}/api/v3/exchangeInfo?symbol=BTCUSDT`);
    const [{ filters }] = body.symbols as [{ filters: readonly Record<string, string>[] }];
    expect(filters).toContainEqual(expect.objectContaining({ filterType: 'PRICE_FILTER', tickSize: '0.10000000' }));
    expect(filters).toContainEqual(expect.objectContaining({ filterType: 'LOT_SIZE', stepSize: '0.00010000', minQty: '0.00010000' }));
    expect(filters).toContainEqual(expect.objectContaining({ filterType: 'NOTIONAL', minNotional: '10.00000000' }));
    expect((await onBinance('POST', 'order', order)).body).toMatchObject({ code: -1013, msg: 'Filter failure: PRICE_FILTER' });
    const offLot = await onBinance('POST', 'order', { ...order, price: '59000' });
    expect(offLot.body).toMatchObject({ code: -1013, msg: 'Filter failure: LOT_SIZE' });
    const [resting] = (await onBinance('GET', 'openOrders', {})).body as unknown as [object];
    expect(resting).toMatchObject({ price: '59000.01000000', origQty: '0.00123000' });
  });

  test('are told and kept to in the words of OKX', async () => {
    change();
    const { body } = await onOkx('GET', 'public/instruments', { instType: 'SPOT', instId: 'BTC-USDT' });
    expect(body.data[0]).toMatchObject({ tickSz: '0.1', lotSz: '0.0001', minSz: '0.0001', state: 'live' });
    expect(await placeOnOkx()).toMatchObject({ sCode: '51000' });
    expect(await placeOnOkx({ px: '59000' })).toMatchObject({ sCode: '51121' });
    expect(await placeOnOkx({ px: '59000', sz: '0.00001' })).toMatchObject({ sCode: '51020' });
  });

  test('an unmodified client sends on the old grid until it loads the markets again', async () => {
    const client = await ccxtClient(venue.url, account);
    await client.loadMarkets();
    change();
    await expect(client.createOrder('BTC/USDT', 'limit', 'buy', 0.00123, 59_000.01)).rejects.toThrow('PRICE_FILTER');
    await client.loadMarkets(true);
    expect(await client.createOrder('BTC/USDT', 'limit', 'buy', 0.00123, 59_000.01)).toMatchObject({ price: 59_000, amount: 0.0012 });
    await client.close();
  });
});

test('a halted pair says so, takes cancels and no orders', async () => {
  await onBinance('POST', 'order', { ...order, newClientOrderId: 'One' });
  venue.faults.inject({ type: 'changeMarket', pair: 'BTC/USDT', state: 'halted' });
  const { body } = await call(`${venue.url}/api/v3/exchangeInfo`);
  expect(body.symbols).toMatchObject([{ symbol: 'BTCUSDT', status: 'BREAK' }, { status: 'TRADING' }, { status: 'TRADING' }]);
  const instruments = await onOkx('GET', 'public/instruments', { instType: 'SPOT' });
  expect(instruments.body.data.map(({ state }) => state)).toEqual(['suspend', 'live', 'live']);
  expect((await onBinance('POST', 'order', order)).body).toMatchObject({ code: -1013, msg: 'Market is closed.' });
  expect((await onBinance('POST', 'order/test', order)).body).toMatchObject({ code: -1013, msg: 'Market is closed.' });
  expect(await placeOnOkx()).toMatchObject({ sCode: '51022' });
  expect((await onBinance('DELETE', 'order', { symbol: 'BTCUSDT', origClientOrderId: 'One' })).body).toMatchObject({ status: 'CANCELED' });
  venue.faults.inject({ type: 'changeMarket', pair: 'BTC/USDT', state: 'trading' });
  expect((await onBinance('POST', 'order', order)).body).toMatchObject({ status: 'NEW' });
});

describe('a delisted pair', () => {
  const delist = () => venue.faults.inject({ type: 'changeMarket', pair: 'BTC/USDT', state: 'delisted' });

  test('is gone from every list, its orders end, and every call on it is refused', async () => {
    await onBinance('POST', 'order', { ...order, newClientOrderId: 'One' });
    const received: unknown[] = [];
    venue.exchange.onAccount.subscribe((event) => void received.push(event.type === 'order' ? event.execution : event.type));
    delist();
    expect(received).toEqual(['expired']);
    const { body } = await call(`${venue.url}/api/v3/exchangeInfo`);
    expect(body.symbols).toMatchObject([{ symbol: 'ETHUSDT' }, { symbol: 'ETHBTC' }]);
    expect((await onOkx('GET', 'public/instruments', { instType: 'SPOT' })).body.data.map(({ instId }) => instId)).toEqual([
      'ETH-USDT',
      'ETH-BTC',
    ]);
    const symbol = { symbol: 'BTCUSDT' };
    for (const ask of [
      onBinance('POST', 'order', order),
      onBinance('DELETE', 'order', { ...symbol, origClientOrderId: 'One' }),
      onBinance('GET', 'order', { ...symbol, origClientOrderId: 'One' }),
      onBinance('GET', 'openOrders', symbol),
      onBinance('GET', 'allOrders', symbol),
      onBinance('GET', 'myTrades', symbol),
    ])
      expect((await ask).body).toMatchObject({ code: -1121 });
    expect(await placeOnOkx()).toMatchObject({ sCode: '51001' });
    expect((await onOkx('GET', 'trade/order', { instId: 'BTC-USDT', clOrdId: 'One' })).body).toMatchObject({ code: '51001' });
    const history = await onOkx('GET', 'trade/orders-history', { instType: 'SPOT' });
    expect(history.body.data).toMatchObject([{ instId: 'BTC-USDT', clOrdId: 'One', state: 'canceled' }]);
    expect(() => delist()).toThrow('unknownPair');
  });

  test('is silent on every stream', async () => {
    const received: string[] = [];
    const binance = new WebSocket(
      `${venue.socketUrl}/stream?streams=btcusdt@trade/btcusdt@bookTicker/btcusdt@depth5@100ms/btcusdt@kline_1m/ethusdt@trade`,
    );
    const okx = new WebSocket(`${venue.socketUrl}/ws/v5/public`);
    await Promise.all([binance, okx].map((socket) => new Promise((resolve) => socket.once('open', resolve))));
    const args = [...marketChannels.keys()].map((channel) => ({ channel, instId: 'BTC-USDT' }));
    okx.send(JSON.stringify({ op: 'subscribe', args: [...args, { channel: 'trades', instId: 'ETH-USDT' }] }));
    venue.moveTo('ETH/USDT', 3_001);
    okx.on('message', (data) => received.push(String(data)));
    await until('it is subscribed to the last', () => received.some((text) => text.includes('ETH-USDT') && text.includes('subscribe')));
    binance.on('message', (data) => received.push(String(data)));
    delist();
    received.length = 0;
    venue.moveTo('BTC/USDT', 61_000);
    venue.moveTo('ETH/USDT', 3_002);
    await until('both have heard of the other', () => ['ethusdt@trade', 'ETH-USDT'].every((name) => received.join().includes(name)));
    expect(received.filter((text) => /btcusdt|BTC-USDT/i.test(text))).toEqual([]);
    for (const socket of [binance, okx]) socket.terminate();
  });

  test.each([
    ['binance', ccxtClient],
    ['okx', ccxtOkx],
  ] as const)('is unknown to an unmodified client of %s that loads the markets again', async (_name, connect) => {
    const client = await connect(venue.url, account);
    await client.loadMarkets();
    delist();
    await client.loadMarkets(true);
    await expect(client.fetchOpenOrders('BTC/USDT')).rejects.toThrow('does not have market symbol');
    await client.close();
  });
});
