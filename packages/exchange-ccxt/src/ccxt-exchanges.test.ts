import { systemRuntime } from '@tenbin/runtime';
import { expect, test } from 'vitest';
import { CcxtExchanges } from './ccxt-exchanges.ts';

const exchanges = new CcxtExchanges(systemRuntime());

test.each([
  ['binance', { clientOrderId: true, privateStream: true, publicStream: true, passphrase: false, keyRights: true, postOnly: true }],
  ['okx', { clientOrderId: true, privateStream: true, publicStream: true, passphrase: true, keyRights: true, postOnly: true }],
  ['kraken', { clientOrderId: true, privateStream: false, publicStream: false, passphrase: false, keyRights: false, postOnly: true }],
  ['bybit', { clientOrderId: true, privateStream: false, publicStream: false, passphrase: false, keyRights: true, postOnly: true }],
  ['kucoin', { clientOrderId: true, privateStream: false, publicStream: false, passphrase: true, keyRights: true, postOnly: true }],
])('what %s can do is known before anything is sent', (ccxtId, capabilities) => {
  expect(exchanges.connect({ ccxtId }).capabilities).toEqual(capabilities);
});

test('an exchange can be polled although it streams', () => {
  expect(exchanges.connect({ ccxtId: 'binance' }, { privateStream: false }).capabilities.privateStream).toBe(false);
});

test.each(['mtgox', '../binance', '', 'binance.js'])('there is no exchange %o', (ccxtId) => {
  expect(() => exchanges.connect({ ccxtId })).toThrow(expect.objectContaining({ name: 'ExchangeError', reason: 'notSupported' }));
});

test.each([
  ['bitflyer', 'orderStatusUnreliable'],
  ['coincheck', 'orderStatusUnreliable'],
  ['bitbank', 'usdNotPriced'],
  ['zaif', 'exchangeNotTried'],
])('%s is refused before anything is sent, with the reason', (ccxtId, reason) => {
  expect(() => exchanges.connect({ ccxtId })).toThrow(expect.objectContaining({ name: 'ExchangeError', kind: 'rejected', reason }));
});

test('a market that cannot be reached is a failed try, not a broken connector', async () => {
  const connector = exchanges.connect({ ccxtId: 'binance', baseUrl: 'http://127.0.0.1:1' });
  const failed = expect.objectContaining({ kind: 'transient', reason: 'unreachable' });
  await expect(connector.marketData().fetchMarkets()).rejects.toEqual(failed);
  await expect(connector.account({ apiKey: 'k', secret: 's' })).rejects.toEqual(failed);
  await connector.close();
});
