import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AccountKey } from '../exchange/account-desk.ts';
import type { AccountTrade } from '../exchange/order.ts';
import { ccxtClient } from '../testing/ccxt-client.ts';
import { okxCall } from '../testing/okx-call.ts';
import { runtimeAt, testMoment } from '../testing/runtime-at.ts';
import { signedCall } from '../testing/signed-call.ts';
import { openTestVenue } from '../testing/test-venue.ts';
import { faultSchema, type ListFault } from './fault.ts';
import { viewUnder } from './list-view.ts';

let now = 0;
let isReal = false;
let venue: Awaited<ReturnType<typeof openTestVenue>>;
let account: AccountKey;

beforeEach(async () => {
  isReal = false;
  now = testMoment;
  venue = await openTestVenue({ runtime: runtimeAt(() => (isReal ? Date.now() : now)) });
  account = venue.exchange.createAccount({ balances: { BTC: '1', USDT: '60000' }, passphrase: 'open sesame' });
});
afterEach(async () => {
  await venue.close();
  expect(venue.faultsOfOurs).toEqual([]);
});

const accountOf = () => {
  const found = venue.exchange.findAccount(account.key);
  if (!found) throw new Error('no account');
  return found;
};
const buy = (clientOrderId: string, price = '59000') =>
  venue.exchange.place(accountOf(), {
    clientOrderId,
    pair: 'BTC/USDT',
    side: 'buy',
    type: 'limit',
    timeInForce: 'GTC',
    price,
    amount: '0.001',
  });

/** What both dialects tell, in the same words: by client order id, and by trade id. */
const dialects = {
  Binance: {
    order: async (clientOrderId: string) => {
      const { body } = await askBinance('order', { origClientOrderId: clientOrderId });
      return body.code === undefined ? `${String(body.status)} ${String(body.executedQty)}` : `refused ${body.code}`;
    },
    openOrders: async () => (await listOf('openOrders')).map(({ clientOrderId }) => clientOrderId),
    orders: async () => (await listOf('allOrders')).map(({ clientOrderId, status }) => `${clientOrderId} ${status}`),
    fills: async () => (await listOf('myTrades')).map(({ id }) => id),
  },
  OKX: {
    order: async (clientOrderId: string) => {
      const { body } = await askOkx('order', { instId: 'BTC-USDT', clOrdId: clientOrderId });
      const [order] = body.data;
      const states: Readonly<Record<string, string>> = { live: 'NEW', partially_filled: 'PARTIALLY_FILLED', filled: 'FILLED' };
      return order ? `${states[order.state ?? '']} ${Number(order.accFillSz).toFixed(8)}` : `refused ${body.code}`;
    },
    openOrders: async () => (await askOkx('orders-pending', {})).body.data.map(({ clOrdId }) => clOrdId).reverse(),
    orders: async () =>
      (await askOkx('orders-history', { instType: 'SPOT' })).body.data.map(({ clOrdId }) => `${clOrdId} FILLED`).reverse(),
    fills: async () => (await askOkx('fills', {})).body.data.map(({ tradeId }) => Number(tradeId)).reverse(),
  },
} as const;

const askBinance = (list: string, parameters: Record<string, string> = {}) =>
  signedCall(venue, account, { path: `/api/v3/${list}`, parameters: { symbol: 'BTCUSDT', ...parameters } });
const listOf = async (list: string) => (await askBinance(list)).body as unknown as readonly Record<string, string>[];
const askOkx = (path: string, query: Record<string, string>) => okxCall(venue, account, { path: `/api/v5/trade/${path}`, query });

describe.each([
  ['Binance', dialects.Binance, 'refused -2013'],
  ['OKX', dialects.OKX, 'refused 51603'],
] as const)('in the words of %s', (_name, asked, isNotThere) => {
  test('an order that the stream has told is not there until the lists have caught up', async () => {
    const listed: string[] = [];
    venue.exchange.onAccount.subscribe((event) => void listed.push(event.type === 'order' ? event.order.clientOrderId : event.type));
    venue.faults.inject({ type: 'lagLists', ms: 800 });
    buy('One');
    expect(listed).toEqual(['One']);
    expect([await asked.order('One'), await asked.openOrders()]).toEqual([isNotThere, []]);
    now += 800;
    expect([await asked.order('One'), await asked.openOrders()]).toEqual(['NEW 0.00000000', ['One']]);
  });

  test('an order that was filled stands as it stood before, and its trade is not there, until the lists have caught up', async () => {
    buy('One');
    now += 1_000;
    venue.faults.inject({ type: 'lagLists', ms: 800 });
    venue.faults.inject({ type: 'partialFills', lots: 40, times: 1 });
    venue.moveTo('BTC/USDT', 58_990);
    now += 500;
    venue.moveTo('BTC/USDT', 58_980);
    const report = async () => [
      await asked.order('One'),
      await asked.openOrders(),
      (await asked.fills()).length,
      (await asked.orders()).at(-1),
    ];
    expect((await report()).slice(0, 3)).toEqual(['NEW 0.00000000', ['One'], 0]);
    now += 300;
    expect((await report()).slice(0, 3)).toEqual(['PARTIALLY_FILLED 0.00040000', ['One'], 1]);
    now += 500;
    expect(await report()).toEqual(['FILLED 0.00100000', [], 2, 'One FILLED']);
  });

  test('a trade is withheld while later ones are told, and told in its place afterwards', async () => {
    for (const name of ['One', 'Two', 'Three', 'Four']) {
      buy(name);
      venue.moveTo('BTC/USDT', 58_900);
      venue.moveTo('BTC/USDT', 60_000);
      now += 1;
    }
    const all = await asked.fills();
    expect(all).toHaveLength(4);
    const { id } = venue.faults.inject({ type: 'withholdFills', ms: 60_000, share: 0.5, seed: 3 });
    const listed = await asked.fills();
    expect(listed.length).toBeGreaterThan(0);
    expect(listed.length).toBeLessThan(4);
    expect(all.indexOf(listed.at(-1) as never)).toBeGreaterThanOrEqual(listed.length);
    expect(await asked.fills()).toEqual(listed);
    now += 60_000;
    expect(await asked.fills()).toEqual(all);
    expect(venue.faults.clear(id ?? '')).toBe(true);
  });

  test('trades of one millisecond come in any order', async () => {
    for (const name of ['One', 'Two', 'Three', 'Four']) buy(name);
    venue.moveTo('BTC/USDT', 58_000);
    const all = await asked.fills();
    venue.faults.inject({ type: 'shuffleFills', seed: 2 });
    const listed = await asked.fills();
    expect(listed).not.toEqual(all);
    expect(listed.toSorted()).toEqual(all.toSorted());
  });
});

test('only the lists that are named lag, only for whom they should, and only so often', async () => {
  const id = accountOf().id;
  venue.faults.inject({ type: 'lagLists', ms: 1_000, lists: ['openOrders'], where: { account: id, pair: 'BTC/USDT' }, times: 2 });
  venue.faults.inject({ type: 'lagLists', ms: 1_000, where: { account: 'a99' } });
  buy('One');
  const { order, openOrders } = dialects.Binance;
  expect([await order('One'), await openOrders(), await openOrders(), await openOrders()]).toEqual(['NEW 0.00000000', [], [], ['One']]);
  expect(venue.faults.struck).toEqual({ lagLists: 2 });
});

test('the exchange itself knows its orders: one that no list tells can be cancelled', async () => {
  venue.faults.inject({ type: 'lagLists', ms: 1_000 });
  buy('One');
  expect(await dialects.Binance.order('One')).toBe('refused -2013');
  const parameters = { symbol: 'BTCUSDT', origClientOrderId: 'One' };
  const cancelled = await signedCall(venue, account, { method: 'DELETE', path: '/api/v3/order', parameters });
  expect(cancelled.body).toMatchObject({ status: 'CANCELED' });
});

test('an unmodified client is told that an order does not exist, and finds it afterwards', async () => {
  isReal = true;
  venue.faults.inject({ type: 'lagLists', ms: 600_000 });
  const order = buy('One');
  const client = await ccxtClient(venue.url, account);
  await expect(client.fetchOrder(String(order.id), 'BTC/USDT')).rejects.toThrow(/"code":-2013/);
  expect(await client.fetchOpenOrders('BTC/USDT')).toEqual([]);
  venue.faults.clearAll();
  expect(await client.fetchOrder(String(order.id), 'BTC/USDT')).toMatchObject({ clientOrderId: 'One', status: 'open' });
  await client.close();
});

test('whatever is withheld or shuffled, nothing is told that did not happen, twice, or out of its millisecond', () => {
  const trade = fc.record({ at: fc.integer({ min: 0, max: 5 }), sequence: fc.integer({ min: 0, max: 1_000 }) });
  const trades = fc.uniqueArray(trade, { selector: ({ sequence }) => sequence }).map((all) => all.sort((a, b) => a.at - b.at));
  const faultOf = (fault: object) => faultSchema.parse(fault) as never as ListFault;
  let [withheld, shuffled] = [0, 0];
  fc.assert(
    fc.property(trades, fc.nat(1_000), fc.boolean(), (all, seed, newestFirst) => {
      const view = viewUnder(
        {
          lag: null,
          withholding: faultOf({ type: 'withholdFills', ms: 3, seed }) as never,
          shuffling: faultOf({ type: 'shuffleFills', seed }) as never,
        },
        5,
      );
      const listed = newestFirst ? all.toReversed() : all;
      const arranged = view?.arrange(listed as unknown as readonly AccountTrade[]) ?? [];
      expect(arranged.map(({ at }) => at)).toEqual(listed.map(({ at }) => at));
      expect(arranged.map(({ sequence }) => sequence).sort()).toEqual(listed.map(({ sequence }) => sequence).sort());
      const hidden = all.filter((one) => view?.isWithheld(one as unknown as AccountTrade) !== false);
      expect(hidden.filter(({ at }) => at <= 2)).toEqual([]);
      withheld += hidden.length;
      if (arranged.some(({ sequence }, index) => sequence !== listed[index]?.sequence)) shuffled += 1;
    }),
  );
  expect(withheld).toBeGreaterThan(0);
  expect(shuffled).toBeGreaterThan(0);
});
