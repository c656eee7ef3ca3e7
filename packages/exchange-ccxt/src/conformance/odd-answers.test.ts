/** Somebody between us and the exchange says "200" and something else: never a yes, never a no, and never an empty list. */

import { type ExchangeAccount, ExchangeError, type MarketData, type OrderReport } from '@tenbin/exchange';
import { dialectNames } from '@tenbin/exchange-virtual';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openVirtualSubject, type VirtualSubject } from './virtual-subject.ts';

const pair = 'BTC/USDT';

/** `[]` is in place where lists are asked for without anything around them. */
const bodies: Readonly<Record<string, string>> = {
  nothing: '',
  null: 'null',
  'a text': '"ok"',
  'an empty object': '{}',
  'an empty list': '[]',
  'a list of nothing': '[null]',
  'a web page': '<html><body>Please sign in to this network</body></html>',
  'the beginning of an answer': '{"code":"0","msg":"","data":[{"ordId":"12',
};
const emptyLists = new Set(['fetchOpenOrders', 'fetchOrdersSince', 'fetchFills', 'fetchPrices', 'fetchCandles']);

interface Asked {
  readonly account: ExchangeAccount;
  readonly market: MarketData;
  readonly resting: OrderReport;
}

const reads: Readonly<Record<string, (asked: Asked) => Promise<unknown>>> = {
  findOrder: ({ account, resting }) => account.findOrder(resting),
  fetchOpenOrders: ({ account }) => account.fetchOpenOrders(pair),
  fetchOrdersSince: async ({ account }) => account.fetchOrdersSince?.(pair, new Date(0)),
  fetchFills: ({ account }) => account.fetchFills(pair, {}),
  fetchWallet: ({ account }) => account.fetchWallet(),
  fetchFees: async ({ account }) => account.fetchFees?.([pair]),
  fetchPrices: ({ market }) => market.fetchPrices([pair, 'ETH/USDT']),
  fetchCandles: ({ market }) => market.fetchCandles(pair, '1h', {}),
};

const outcomeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.catch((error: unknown) => {
    if (!(error instanceof ExchangeError)) throw error;
    return { kind: error.kind, reason: error.reason };
  });

describe.each(dialectNames)('on %s', (ccxtId) => {
  let subject: VirtualSubject;
  let asked: Asked;
  beforeAll(async () => {
    subject = await openVirtualSubject({}, { ccxtId });
    const account = await subject.connector.account(await subject.createAccount({ USDT: '10000', BTC: '1' }));
    const resting = await account.placeOrder({ clientOrderId: 'T1', pair, side: 'buy', price: '54000', amount: '0.001' });
    asked = { account, market: subject.connector.marketData(), resting };
  });
  afterAll(() => subject.close());

  describe.each(Object.entries(bodies))('%s', (name, body) => {
    const during = async (call: () => Promise<unknown>): Promise<unknown> => {
      const headers = { 'content-type': 'application/json' };
      subject.faults.inject({ type: 'answer', status: 200, headers, body });
      try {
        return await outcomeOf(call());
      } finally {
        subject.faults.clearAll();
      }
    };

    test.each(Object.entries(reads))('is no answer to %s', async (read, call) => {
      const outcome = await during(() => call(asked));
      if (read === 'fetchOrdersSince' && ccxtId === 'okx') expect(outcome).toBeNull();
      else if (name === 'an empty list' && ccxtId === 'binance' && emptyLists.has(read)) expect(outcome).toEqual([]);
      else expect(outcome).toEqual({ kind: 'transient', reason: 'unreadable' });
    });

    test('leaves open what became of an order, and of a cancelling', async () => {
      const placing = () => asked.account.placeOrder({ clientOrderId: 'T2', pair, side: 'buy', price: '54000', amount: '0.001' });
      expect(await during(placing)).toEqual({ kind: 'unknown', reason: 'unreadable' });
      expect(await during(() => asked.account.cancelOrder(asked.resting))).toEqual({ kind: 'unknown', reason: 'unreadable' });
      expect(await asked.account.fetchOpenOrders(pair)).toMatchObject([{ clientOrderId: 'T1' }]);
    });

    test('says nothing of a key’s rights', async () => {
      const rights = await during(() => asked.account.fetchKeyRights());
      expect(rights).toEqual({ read: 'unknown', trade: 'unknown', withdraw: 'unknown', transfer: 'unknown' });
    });
  });
});
