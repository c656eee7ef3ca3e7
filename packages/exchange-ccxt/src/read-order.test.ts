/** What ccxt makes of orders that are not ours: they stand in the same lists, and come over the same stream. */

import type { PrivateEvent } from '@tenbin/exchange';
import { systemRuntime } from '@tenbin/runtime';
import { expect, test } from 'vitest';
import { AddressLimits } from './address-limits.ts';
import { Caller } from './caller.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import { ConnectionGate } from './connection-gate.ts';
import { loadCcxtClass } from './load-ccxt-class.ts';
import { privateStream } from './private-stream.ts';
import { binanceQuirks } from './quirks/binance.ts';
import { readOrder } from './read-order.ts';

const runtime = systemRuntime();

interface Parsers {
  setMarkets(markets: readonly object[]): void;
  parseOrder(order: object): unknown;
  parseWsOrder(order: object): unknown;
  parseWsTrade(trade: object): unknown;
}

function binance(): CcxtExchange & Parsers {
  const exchange = new (loadCcxtClass('binance'))({ number: String, options: { defaultType: 'spot' } }) as CcxtExchange & Parsers;
  const market = {
    id: 'BTCUSDT',
    symbol: 'BTC/USDT',
    base: 'BTC',
    quote: 'USDT',
    baseId: 'BTC',
    quoteId: 'USDT',
    spot: true,
    type: 'spot',
  };
  exchange.setMarkets([{ ...market, active: true, precision: { amount: '0.00001', price: '0.01' }, limits: {}, info: {} }]);
  binanceQuirks.prepare?.(exchange, { nextNonce: () => 0 });
  return exchange;
}

test('a person’s market order for a sum of money has no amount yet when it is told first', () => {
  const none = '0.00000000';
  const event = {
    e: 'executionReport',
    E: 1,
    s: 'BTCUSDT',
    c: 'web_1',
    S: 'BUY',
    o: 'MARKET',
    f: 'GTC',
    q: none,
    p: none,
    C: '',
    i: 77,
    T: 1,
    t: -1,
  };
  const emitted = { ...event, x: 'NEW', X: 'NEW', l: none, z: none, L: none, n: '0', N: null, Z: none, Y: none, Q: '100.00000000' };
  expect(readOrder(binance().parseWsOrder(emitted), { quirks: binanceQuirks, runtime })).toMatchObject({
    exchangeOrderId: '77',
    amount: '0',
    filled: '0',
    status: 'open',
  });
});

test('a person’s order that waits for another of its list is open', () => {
  const order = {
    symbol: 'BTCUSDT',
    orderId: 5,
    clientOrderId: 'web_2',
    price: '60000.00',
    origQty: '0.00100000',
    executedQty: '0.00000000',
  };
  const row = {
    ...order,
    cummulativeQuoteQty: '0.00000000',
    status: 'PENDING_NEW',
    timeInForce: 'GTC',
    type: 'LIMIT',
    side: 'SELL',
    time: 1,
  };
  expect(readOrder(binance().parseOrder(row), { quirks: binanceQuirks, runtime })).toMatchObject({
    exchangeOrderId: '5',
    amount: '0.001',
    status: 'open',
  });
});

test('what a person does on a market that is not in our list breaks no stream', async () => {
  const exchange = binance();
  const event = { e: 'executionReport', E: 1, S: 'BUY', o: 'LIMIT', f: 'GTC', q: '1', p: '2', C: '', x: 'TRADE', X: 'FILLED', r: 'NONE' };
  const filled = { ...event, l: '1', z: '1', L: '2', n: '0', N: 'BTC', T: 1, t: 9, m: true, Z: '2', Y: '2', c: 'web_3', i: 78 };
  const symbols = ['NEWUSDT', 'BTCUSDT'];
  const orders = symbols.map((s) => [exchange.parseWsOrder({ ...filled, s })]);
  const trades = symbols.map((s) => [exchange.parseWsTrade({ ...filled, s })]);
  const never = new Promise<never>(() => undefined);
  Object.assign(exchange, {
    authenticate: async () => undefined,
    watchOrders: async () => orders.shift() ?? never,
    watchMyTrades: async () => trades.shift() ?? never,
    close: async () => undefined,
  });
  const limits = new AddressLimits(runtime, { msPerCost: 0 });
  const deadlines = { readMs: 60_000, laneMs: 60_000, orderMs: 60_000 };
  const caller = new Caller({ runtime, exchange, limits, deadlines, errorCodes: {}, secrets: [] });
  const gate = new ConnectionGate(runtime, { rules: () => [], haltMs: () => 0 });
  const emitted: PrivateEvent[] = [];
  const abort = new AbortController();
  const emit = (event: PrivateEvent) => {
    emitted.push(event);
    if (event.type === 'disconnected' || emitted.length === 3) abort.abort();
  };
  void privateStream({ runtime, exchange, caller, quirks: binanceQuirks, gate })(emit, abort.signal);
  await new Promise((resolve) => abort.signal.addEventListener('abort', resolve));
  expect(emitted.map(({ type }) => type).toSorted()).toEqual(['connected', 'fill', 'order']);
});
