import { systemRuntime } from '@tenbin/runtime';
import { expect, test } from 'vitest';
import { AddressLimits } from './address-limits.ts';
import { Caller } from './caller.ts';
import type { CcxtExchange, Table } from './ccxt-exchange.ts';
import { fetchFills } from './fetch-fills.ts';
import { binanceQuirks } from './quirks/binance.ts';
import { withoutClientOrderId } from './quirks/plain.ts';
import type { Quirks } from './quirks/quirks.ts';
import type { Raw } from './raw-fields.ts';

const runtime = systemRuntime();

const pair = 'BTC/USDT';
/** Three trades fall into each millisecond. */
const trades = Array.from({ length: 25 }, (_, index) => ({
  id: String(index + 1),
  order: '7',
  symbol: pair,
  side: 'buy',
  price: '60000',
  amount: '0.001',
  fee: { cost: '0.000001', currency: 'BTC' },
  takerOrMaker: 'maker',
  timestamp: 1000 + Math.floor(index / 3),
}));

/** An exchange that pages as Binance does (`fromId`), or by time only. */
function pagedExchange() {
  const asked: unknown[] = [];
  const exchange = {
    options: {},
    fetchMyTrades: async (_symbol: string, since: number | undefined, limit: number, params: Table) => {
      asked.push(params.fromId ?? since);
      const from =
        params.fromId === undefined ? trades.findIndex((trade) => trade.timestamp >= (since ?? 0)) : Math.max(0, Number(params.fromId) - 1);
      return from === -1 ? [] : trades.slice(from, from + limit);
    },
  } as unknown as CcxtExchange;
  const limits = new AddressLimits(runtime, { msPerCost: 0 });
  const caller = new Caller({
    runtime,
    exchange,
    limits,
    deadlines: { readMs: 60_000, laneMs: 60_000, orderMs: 60_000 },
    errorCodes: {},
    secrets: [],
  });
  return { exchange, caller, asked };
}

const ids = async (quirks: Quirks, query: { afterTradeId?: string; since?: Date }) => {
  const { exchange, caller, asked } = pagedExchange();
  const fills = await fetchFills({ runtime, exchange, caller, quirks: { ...quirks, fillsPerPage: 10 } }, pair, query);
  return { ids: fills.map((fill) => Number(fill.tradeId)), asked };
};
const upTo = (first: number) => Array.from({ length: 25 - first + 1 }, (_, index) => first + index);

test('without a starting point everything comes, page by page', async () => {
  expect(await ids(binanceQuirks, {})).toEqual({ ids: upTo(1), asked: ['0', '11', '21'] });
});

test('after a trade come only later ones', async () => {
  expect(await ids(binanceQuirks, { afterTradeId: '12' })).toEqual({ ids: upTo(13), asked: ['13', '23'] });
});

test('from a time on the first page is by time, the next by trade', async () => {
  expect(await ids(binanceQuirks, { since: new Date(1002) })).toEqual({ ids: upTo(7), asked: [1002, '17'] });
});

test('an exchange that pages by time only loses and repeats nothing where trades share an instant', async () => {
  expect((await ids(withoutClientOrderId, {})).ids).toEqual(upTo(1));
  expect((await ids(withoutClientOrderId, { afterTradeId: '12' })).ids).toEqual(upTo(1).filter((id) => id !== 12));
});

/** Trades as an exchange may list them: late, in any order within an instant, with both sides of a trade with itself. */
function shuffledExchange(listed: readonly (typeof trades)[number][]) {
  const asked: Table[] = [];
  const exchange = {
    options: {},
    fetchMyTrades: async (_symbol: string, since: number | undefined, _limit: number, params: Table) => {
      asked.push(params);
      return listed.filter(({ timestamp, order }) => timestamp >= (since ?? 0) && order === (params.orderId ?? order));
    },
  } as unknown as CcxtExchange;
  const limits = new AddressLimits(runtime, { msPerCost: 0 });
  return {
    asked,
    exchange,
    caller: new Caller({
      runtime,
      exchange,
      limits,
      deadlines: { readMs: 60_000, laneMs: 60_000, orderMs: 60_000 },
      errorCodes: {},
      secrets: [],
    }),
  };
}
const trade = (id: string, at: number, order = '7') => ({ ...trades[0], id, order, timestamp: at }) as (typeof trades)[number];

test.each([
  ['by time', { ...withoutClientOrderId, fillsByTime: { windowMs: 86_400_000, params: () => ({}) } }],
  ['page by page', withoutClientOrderId],
  ['backwards', { ...withoutClientOrderId, olderFills: { markOf: (raw: Raw) => BigInt(String(raw.timestamp)), before: () => ({}) } }],
] as const)('what shows late, or before another of the same instant, is not cut off: %s', async (_, quirks) => {
  const now = Date.now();
  const listed = [trade('b', now - 2_000), trade('z', now - 1_001), trade('a', now - 1_000)];
  const { exchange, caller } = shuffledExchange(listed);
  const fills = await fetchFills({ runtime, exchange, caller, quirks }, pair, { afterTradeId: 'a', since: new Date(now - 60_000) });
  expect(fills.map(({ tradeId }) => tradeId)).toEqual(['b', 'z']);
});

test('both sides of a trade of an account with itself are told', async () => {
  const now = Date.now();
  const { exchange, caller } = shuffledExchange([trade('1', now, '7'), trade('1', now, '8')]);
  const fills = await fetchFills({ runtime, exchange, caller, quirks: binanceQuirks }, pair, { since: new Date(now - 1) });
  expect(fills.map(({ tradeId, exchangeOrderId }) => `${tradeId} ${exchangeOrderId}`)).toEqual(['1 7', '1 8']);
});

test('the trades of one order are asked for by its id, wherever they stand; where that is not possible, from a time on', async () => {
  const now = Date.now();
  const { exchange, caller, asked } = shuffledExchange([trade('9', now - 5, '8'), trade('2', now - 9), trade('3', now)]);
  const ofOrder = async (quirks: Quirks) =>
    (await fetchFills({ runtime, exchange, caller, quirks }, pair, { exchangeOrderId: '7', since: new Date(now - 10) })).map(
      ({ tradeId }) => tradeId,
    );
  expect(await ofOrder(binanceQuirks)).toEqual(['2', '3']);
  expect(asked.at(-1)).toEqual({ orderId: '7' });
  expect(await ofOrder(withoutClientOrderId)).toEqual(['2', '3']);
  expect(asked.at(-1)).toEqual({});
});
