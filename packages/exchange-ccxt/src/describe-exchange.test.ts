import { expect, test } from 'vitest';
import { describeExchanges } from './describe-exchange.ts';
import { loadCcxtClass } from './load-ccxt-class.ts';
import { findQuirks } from './quirks/find-quirks.ts';
import { asRaw } from './raw-fields.ts';

const sheets = describeExchanges();
const usable = sheets.filter(({ lacks }) => lacks.length === 0);

test('bots run only where orders are placed, cancelled and found, and open orders and own trades are listed', () => {
  const needed = usable.map(({ ccxtId, cancels, findsOrders, listsOpenOrders, listsOwnTrades }) => ({
    ccxtId,
    all: cancels && findsOrders && listsOpenOrders && listsOwnTrades,
  }));
  expect(needed).toEqual(usable.map(({ ccxtId }) => ({ ccxtId, all: true })));
  expect(usable.map(({ ccxtId }) => ccxtId)).toEqual(expect.arrayContaining(['binance', 'okx', 'bybit', 'kucoin', 'gate', 'kraken']));
});

test('who cannot be asked for the fate of an order, or leads to no price in USD, is refused', () => {
  const refused = sheets.filter(({ lacks }) => lacks.length > 0);
  expect(refused.map(({ ccxtId, findsOrders, lacks: [reason] }) => [ccxtId, findsOrders, reason])).toEqual([
    ['bitbank', true, 'usdNotPriced'],
    ['bitflyer', false, 'orderStatusUnreliable'],
    ['coincheck', false, 'orderStatusUnreliable'],
  ]);
});

test('how many bots an address carries follows from what the exchange grants it', () => {
  expect(Object.fromEntries(usable.map(({ ccxtId, carriedBots }) => [ccxtId, carriedBots]))).toEqual({
    // A third of 6,000 weight a minute, 20 for each wallet, every ten minutes.
    binance: 1000,
    binanceus: 1000,
    okx: null,
    myokx: null,
    okxus: null,
    // Half of 600 requests in 5 seconds; a round every 3.1 seconds, and a wallet every 30.
    bybit: 153,
    kucoin: null,
    gate: null,
    kraken: null,
  });
});

test('how late a polled exchange’s news come is its pause and what a round takes of its lane', () => {
  const polled = usable.filter(({ reactionMs }) => reactionMs !== null);
  expect(Object.fromEntries(polled.map(({ ccxtId, reactionMs }) => [ccxtId, reactionMs]))).toEqual({
    bybit: 3100,
    kucoin: 3045,
    gate: 3150,
    kraken: 9000,
  });
});

const openOrdersAt: Readonly<Record<string, readonly string[]>> = {
  bybit: ['private', 'get', 'v5/order/realtime'],
  kucoin: ['private', 'get', 'hf/orders/active'],
  gate: ['private', 'spot', 'get', 'orders'],
  kraken: ['private', 'post', 'OpenOrders'],
};

test.each(Object.entries(openOrdersAt))('what asking for open orders costs at %s is what ccxt says', (ccxtId, path) => {
  const api: unknown = new (loadCcxtClass(ccxtId))({}).describe().api;
  const endpoint = asRaw(path.reduce((inside, name) => asRaw(inside)[name], api));
  expect(findQuirks(ccxtId).openOrdersCost ?? 1).toBe(endpoint.cost);
});

test('rights are told exactly where it is known how to ask for them', () => {
  for (const { ccxtId, capabilities, keyRightsFrom } of sheets)
    expect([ccxtId, capabilities.keyRights]).toEqual([ccxtId, keyRightsFrom !== null]);
});
