import { expect, test } from 'vitest';
import { describeExchanges } from './describe-exchange.ts';

const sheets = describeExchanges();
const usable = sheets.filter(({ lacks }) => lacks.length === 0);

test('bots run only where orders are placed, cancelled and found, and open orders and own trades are listed', () => {
  const needed = usable.map(({ ccxtId, cancels, findsOrders, listsOpenOrders, listsOwnTrades }) => ({
    ccxtId,
    all: cancels && findsOrders && listsOpenOrders && listsOwnTrades,
  }));
  expect(needed).toEqual(usable.map(({ ccxtId }) => ({ ccxtId, all: true })));
  expect(usable.map(({ ccxtId }) => ccxtId)).toEqual(
    expect.arrayContaining(['binance', 'okx', 'bybit', 'kucoin', 'gate', 'kraken', 'bitbank']),
  );
});

test('who cannot be asked for the fate of an order is refused', () => {
  const refused = sheets.filter(({ lacks }) => lacks.length > 0);
  expect(refused.map(({ ccxtId, findsOrders }) => [ccxtId, findsOrders])).toEqual([
    ['bitflyer', false],
    ['coincheck', false],
  ]);
});

test('rights are told exactly where it is known how to ask for them', () => {
  for (const { ccxtId, capabilities, keyRightsFrom } of sheets)
    expect([ccxtId, capabilities.keyRights]).toEqual([ccxtId, keyRightsFrom !== null]);
});
