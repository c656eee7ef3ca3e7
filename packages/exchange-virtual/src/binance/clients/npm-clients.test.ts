import { systemRuntime } from '@tenbin/runtime';
import { MainClient, WebsocketAPIClient, WebsocketClient } from 'binance';
import type { BinanceRest } from 'binance-api-node';
import * as binanceApiNode from 'binance-api-node';
import NodeBinanceApi from 'node-binance-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestVenue, until } from '../../testing/test-venue.ts';
import { watchStreams } from '../../testing/watch-streams.ts';

/** Three clients by three other authors, each unmodified, each on an account of its own. */
type Venue = Awaited<ReturnType<typeof openTestVenue>>;

let venue: Venue;
const closing: (() => unknown)[] = [];
const newAccount = () => venue.exchange.createAccount({ balances: { BTC: '1', ETH: '20', USDT: '60000' } });
const silent = { trace: () => {}, info: () => {}, error: () => {} };
const untilReceived = watchStreams();

beforeAll(async () => {
  venue = await openTestVenue({ runtime: systemRuntime() });
});

afterAll(async () => {
  for (const close of closing) await close();
  await venue.close();
  expect(venue.faultsOfOurs).toEqual([]);
});

describe('binance', () => {
  test('trades over REST', async () => {
    const { key, secret } = newAccount();
    const client = new MainClient({ api_key: key, api_secret: secret, baseUrl: venue.url, recvWindow: 60_000 });
    expect((await client.getExchangeInfo()).symbols.map(({ symbol }) => symbol)).toEqual(['BTCUSDT', 'ETHUSDT', 'ETHBTC']);
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: 0.01, price: 59_000 } as const;
    const placed = await client.submitNewOrder({ ...order, newOrderRespType: 'FULL' });
    expect(placed).toMatchObject({ status: 'NEW', origQty: '0.01000000', fills: [] });
    expect((await client.getOpenOrders({ symbol: 'BTCUSDT' })).map(({ orderId }) => orderId)).toEqual([placed.orderId]);
    expect((await client.getAccountInformation()).balances.find(({ asset }) => asset === 'USDT')).toMatchObject({
      free: '59410.00000000',
      locked: '590.00000000',
    });
    expect(await client.cancelOrder({ symbol: 'BTCUSDT', orderId: placed.orderId })).toMatchObject({ status: 'CANCELED' });
    const sold = await client.submitNewOrder({ symbol: 'ETHBTC', side: 'SELL', type: 'MARKET', quantity: 0.5, newOrderRespType: 'FULL' });
    expect(sold.status).toBe('FILLED');
    expect(await client.getAccountTradeList({ symbol: 'ETHBTC' })).toHaveLength(1);
    expect(await client.getKlines({ symbol: 'ETHBTC', interval: '1m', limit: 3 })).toHaveLength(3);
    await expect(client.submitNewOrder({ ...order, quantity: 5 })).rejects.toMatchObject({ code: -2010 });
  });

  test('hears its own orders over the WebSocket API', async () => {
    const { key, secret } = newAccount();
    const received: { e?: string; eventType?: string; [field: string]: unknown }[] = [];
    const client = new WebsocketAPIClient(
      { api_key: key, api_secret: secret, wsUrl: `${venue.socketUrl}/ws-api/v3`, attachEventListeners: false },
      silent,
    );
    closing.push(() => client.disconnectAll());
    client.getWSClient().on('message', (message: unknown) => received.push(message as (typeof received)[number]));
    client.getWSClient().on('exception', () => {});
    await client.subscribeUserDataStream('mainWSAPI');
    const order = {
      symbol: 'ETHUSDT',
      side: 'SELL',
      type: 'LIMIT',
      timeInForce: 'GTC',
      quantity: '0.1',
      price: '3100',
      timestamp: Date.now(),
      recvWindow: 60_000,
    } as const;
    const answer = await client.submitNewSpotOrder(order);
    expect(answer.result).toMatchObject({ status: 'NEW', price: '3100.00000000' });
    venue.moveTo('ETH/USDT', 3_101);
    await until('the fill is heard', () => JSON.stringify(received).includes('"FILLED"'));
    venue.moveTo('ETH/USDT', 3_000);
  });

  test('hears the market', async () => {
    const received: unknown[] = [];
    const client = new WebsocketClient({ wsUrl: `${venue.socketUrl}/ws` }, silent);
    closing.push(() => client.closeAll(true));
    client.on('message', (message) => received.push(message));
    client.on('exception', () => {});
    await client.subscribe(['btcusdt@trade', 'btcusdt@bookTicker'], 'main');
    await untilReceived('btcusdt@trade', 'btcusdt@bookTicker');
    venue.moveTo('BTC/USDT', 60_100);
    await until('the trade is heard', () => JSON.stringify(received).includes('"60100'));
    venue.moveTo('BTC/USDT', 60_000);
  });
});

describe('binance-api-node', () => {
  const connect = () => {
    const { key, secret } = newAccount();
    const make = binanceApiNode.default as unknown as (options: object) => BinanceRest;
    const addresses = { httpBase: venue.url, wsBase: `${venue.socketUrl}/ws`, wsApi: `${venue.socketUrl}/ws-api/v3` };
    return make({ apiKey: key, apiSecret: secret, ...addresses });
  };

  test('trades over REST, with its parameters in the query', async () => {
    const client = connect();
    expect(await client.ping()).toBe(true);
    expect((await client.exchangeInfo()).symbols).toHaveLength(3);
    const placed = await client.order({ symbol: 'BTCUSDT', side: 'BUY', quantity: '0.01', price: '59000' } as never);
    expect(placed).toMatchObject({ status: 'NEW', type: 'LIMIT' });
    expect(await client.openOrders({ symbol: 'BTCUSDT' })).toHaveLength(1);
    expect(await client.getOrder({ symbol: 'BTCUSDT', orderId: placed.orderId })).toMatchObject({ status: 'NEW' });
    expect(await client.cancelOrder({ symbol: 'BTCUSDT', orderId: placed.orderId })).toMatchObject({ status: 'CANCELED' });
    expect((await client.accountInfo()).balances.find(({ asset }) => asset === 'USDT')?.free).toBe('60000.00000000');
    expect((await client.book({ symbol: 'BTCUSDT' })).bids.length).toBeGreaterThan(10);
    await expect(client.cancelOrder({ symbol: 'BTCUSDT', orderId: placed.orderId })).rejects.toMatchObject({ code: -2011 });
  });

  test('hears its own orders and the market', async () => {
    const client = connect();
    const reports: string[] = [];
    const prices: string[] = [];
    closing.push(await client.ws.user((event) => reports.push(JSON.stringify(event))));
    closing.push(client.ws.trades(['ETHUSDT'], (trade) => prices.push(trade.price)));
    closing.push(client.ws.candles('ETHUSDT', '1m', () => {}));
    await untilReceived('ethusdt@trade', 'ethusdt@kline_1m');
    await client.order({ symbol: 'ETHUSDT', side: 'BUY', quantity: '0.1', price: '2990' } as never);
    venue.moveTo('ETH/USDT', 2_980);
    await until('fill and trade are heard', () => reports.some((text) => text.includes('"FILLED"')) && prices.includes('2980.00000000'));
    expect(reports.some((text) => text.includes('outboundAccountPosition'))).toBe(true);
    venue.moveTo('ETH/USDT', 3_000);
  });
});

describe('node-binance-api', () => {
  const connect = () => {
    const { key, secret } = newAccount();
    const client = new NodeBinanceApi().options({
      APIKEY: key,
      APISECRET: secret,
      recvWindow: 60_000,
      log: () => {},
      reconnect: false,
    } as never);
    Object.assign(client, {
      base: `${venue.url}/api/`,
      sapi: `${venue.url}/sapi/`,
      stream: `${venue.socketUrl}/ws/`,
      combineStream: `${venue.socketUrl}/stream?streams=`,
      wsApi: `${venue.socketUrl}/ws-api/v3`,
    });
    return client;
  };

  test('trades over REST', async () => {
    const client = connect();
    expect(Object.keys(await client.prices())).toEqual(['BTCUSDT', 'ETHUSDT', 'ETHBTC']);
    const placed = await client.buy('BTCUSDT', 0.01, 59_000);
    expect(placed).toMatchObject({ status: 'NEW' });
    expect(await client.openOrders('BTCUSDT')).toHaveLength(1);
    expect(((await client.balance()) as Record<string, unknown>).USDT).toMatchObject({
      available: '59410.00000000',
      onOrder: '590.00000000',
    });
    expect(await client.cancel('BTCUSDT', placed.orderId)).toMatchObject({ status: 'CANCELED' });
    expect(await client.marketSell('ETHBTC', 0.5)).toMatchObject({ status: 'FILLED' });
    expect(await client.trades('ETHBTC')).toHaveLength(1);
    await expect(client.buy('BTCUSDT', 5, 59_000)).rejects.toThrow(/insufficient balance/);
  });

  test('hears its own orders, and the market on a combined stream', async () => {
    const client = connect();
    const received: string[] = [];
    const prices: unknown[] = [];
    await new Promise<void>((resolve) => {
      const onEvent = (event: unknown) => received.push(JSON.stringify(event));
      client.userData(onEvent as never, onEvent as never, onEvent as never, (() => resolve()) as never);
    });
    client.tradesStream(['ETHUSDT', 'BTCUSDT'], ((trade: { p: unknown }) => prices.push(trade.p)) as never);
    await untilReceived('ethusdt@trade', 'btcusdt@trade');
    await client.buy('ETHUSDT', 0.1, 2_990);
    venue.moveTo('ETH/USDT', 2_980);
    await until('fill and trade are heard', () => received.some((text) => text.includes('"FILLED"')) && prices.includes('2980.00000000'));
    venue.moveTo('ETH/USDT', 3_000);
    for (const name of Object.keys(client.getSubscriptions())) client.terminate(name);
    client.terminateWsApi('userData');
  });
});
