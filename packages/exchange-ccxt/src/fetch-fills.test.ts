import { expect, test } from 'vitest';
import { AddressLimits } from './address-limits.ts';
import { Caller } from './caller.ts';
import type { CcxtExchange, Table } from './ccxt-exchange.ts';
import { fetchFills } from './fetch-fills.ts';
import { binanceQuirks } from './quirks/binance.ts';
import { withoutClientOrderId } from './quirks/plain.ts';
import type { Quirks } from './quirks/quirks.ts';

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
  const limits = new AddressLimits({ msPerCost: 0 });
  const caller = new Caller({ exchange, limits, deadlines: { readMs: 1000, laneMs: 1000, orderMs: 1000 }, errorCodes: {}, secrets: [] });
  return { exchange, caller, asked };
}

const ids = async (quirks: Quirks, query: { afterTradeId?: string; since?: Date }) => {
  const { exchange, caller, asked } = pagedExchange();
  const fills = await fetchFills({ exchange, caller, quirks: { ...quirks, fillsPerPage: 10 } }, pair, query);
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
  expect((await ids(withoutClientOrderId, { afterTradeId: '12' })).ids).toEqual(upTo(13));
});
