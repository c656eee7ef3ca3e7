import { systemRuntime } from '@tenbin/runtime';
import { expect, test } from 'vitest';
import type { CcxtExchange, Table } from './ccxt-exchange.ts';
import { loadCcxtClass } from './load-ccxt-class.ts';
import { findQuirks } from './quirks/find-quirks.ts';
import { readFill } from './read-fill.ts';

const runtime = systemRuntime();

/** The parts of ccxt that make a trade of an exchange's row or event. */
interface Parsers {
  setMarkets(markets: readonly Table[]): void;
  parseTrade(row: Table, market?: Table): Table;
  parseWsTrade(event: Table): Table;
  parseOrder(order: Table): Table;
  orderToTrade(order: Table): Table;
}

function parsersOf(ccxtId: string, market: Table): Parsers {
  const Exchange = loadCcxtClass(ccxtId);
  const exchange = new Exchange({ number: String }) as CcxtExchange & Parsers;
  exchange.setMarkets([{ ...market, symbol: 'ETH/BTC', base: 'ETH', quote: 'BTC', spot: true, type: 'spot', limits: {}, precision: {} }]);
  return exchange;
}

/** The first was recorded at Binance, the others at its test network: eight decimals, the rest is cut off. */
const binanceRows = [
  { id: '340327051', price: '0.06901500', qty: '0.00160000', quoteQty: '0.00011042', notional: '0.00011042' },
  { id: '2', price: '0.08203000', qty: '0.00346000', quoteQty: '0.00028382', notional: '0.00028382' },
  { id: '3', price: '0.06255000', qty: '0.00341200', quoteQty: '0.00021342', notional: '0.00021342' },
];

test.each(binanceRows)('Binance’s list tells $notional for $qty × $price', ({ notional, ...row }) => {
  const binance = parsersOf('binance', { id: 'ETHBTC' });
  const reported = { ...row, symbol: 'ETHBTC', orderId: '7', commission: '0.00000011', commissionAsset: 'BTC', time: 1, isBuyer: false };
  expect(
    readFill(binance.parseTrade({ ...reported, isMaker: true, isBestMatch: true }), { quirks: findQuirks('binance'), runtime }),
  ).toMatchObject({
    tradeId: row.id,
    notional,
    fee: '0.00000011',
    isMaker: true,
  });
});

test.each(binanceRows)('Binance’s event tells $notional for $qty × $price, whatever the order has moved before', ({ notional, ...row }) => {
  const binance = parsersOf('binance', { id: 'ETHBTC' });
  const sizes = { q: '1.00000000', l: row.qty, z: '0.50000000', L: row.price, Z: '0.03450750', Y: row.quoteQty };
  const event = { e: 'executionReport', s: 'ETHBTC', S: 'SELL', x: 'TRADE', i: 7, t: Number(row.id), n: '0', N: 'BTC', T: 1, m: true };
  expect(readFill(binance.parseWsTrade({ ...event, ...sizes }), { quirks: findQuirks('binance'), runtime })).toMatchObject({
    tradeId: row.id,
    notional,
  });
});

test('OKX’s event is of one trade, though ccxt takes the whole order’s worth for it', () => {
  const okx = parsersOf('okx', { id: 'ETH-BTC' });
  const order = { instId: 'ETH-BTC', instType: 'SPOT', ordId: '7', side: 'buy', ordType: 'limit', state: 'partially_filled', px: '0.07' };
  const soFar = { sz: '1', accFillSz: '0.5', avgPx: '0.069' };
  const trade = { tradeId: '9', fillPx: '0.069015', fillSz: '0.0016', fillTime: '1', fillFee: '-0.0000016', fillFeeCcy: 'ETH' };
  const read = okx.orderToTrade(okx.parseOrder({ ...order, ...soFar, ...trade, execType: 'M' }));
  expect(read.cost).not.toBe('0.000110424');
  expect(readFill(read, { quirks: findQuirks('okx'), runtime })).toMatchObject({
    amount: '0.0016',
    notional: '0.000110424',
    fee: '0.0000016',
  });
});
