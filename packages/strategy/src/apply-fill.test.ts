import { expect, test } from 'vitest';
import { applyFill } from './apply-fill.ts';

const balances = { BTC: '0.1', ETH: '2', USDT: '6000' };
const sell = { pair: 'BTC/USDT', side: 'sell', amount: '0.0005', notional: '30.3' } as const;
const buy = { pair: 'BTC/USDT', side: 'buy', amount: '0.0005', notional: '29.7' } as const;

const cases = [
  {
    says: 'a sell gives base for counter',
    fill: { ...sell, fee: '0', feeCurrency: 'USDT' },
    after: { BTC: '0.0995', ETH: '2', USDT: '6030.3' },
  },
  {
    says: 'what it moved in counter is what the exchange says, not price × amount',
    fill: { ...sell, notional: '30.29999', fee: '0', feeCurrency: 'USDT' },
    after: { BTC: '0.0995', ETH: '2', USDT: '6030.29999' },
  },
  {
    says: 'its fee is taken from what is received',
    fill: { ...sell, fee: '0.0303', feeCurrency: 'USDT' },
    after: { BTC: '0.0995', ETH: '2', USDT: '6030.2697' },
  },
  {
    says: 'a buy gives counter for base',
    fill: { ...buy, fee: '0.0000005', feeCurrency: 'BTC' },
    after: { BTC: '0.1004995', ETH: '2', USDT: '5970.3' },
  },
  {
    says: 'a fee in the third currency is taken from it',
    fill: { ...buy, fee: '0.00001', feeCurrency: 'ETH' },
    after: { BTC: '0.1005', ETH: '1.99999', USDT: '5970.3' },
  },
  {
    says: 'a rebate joins the balance',
    fill: { ...sell, fee: '-0.01', feeCurrency: 'USDT' },
    after: { BTC: '0.0995', ETH: '2', USDT: '6030.31' },
  },
  {
    says: 'a fee in the exchange’s own coin touches none of the balances',
    fill: { ...sell, fee: '0.001', feeCurrency: 'BNB' },
    after: { BTC: '0.0995', ETH: '2', USDT: '6030.3' },
  },
];
test.each(cases)('$says', ({ fill, after }) => {
  expect(applyFill(balances, fill)).toEqual(after);
  expect(balances).toEqual({ BTC: '0.1', ETH: '2', USDT: '6000' });
});

test('a trade on another bot’s pair is refused', () => {
  expect(() => applyFill(balances, { ...sell, pair: 'XRP/USDT', fee: '0', feeCurrency: 'USDT' })).toThrow(
    expect.objectContaining({ code: 'currencyNotHeld', facts: { currency: 'XRP' } }),
  );
});

test('ten thousand small trades leave no dust', () => {
  let now: Readonly<Record<string, string>> = balances;
  for (let index = 0; index < 10_000; index += 1) {
    now = applyFill(now, { ...sell, amount: '0.00000001', notional: '0.000606', fee: '0.0000000606', feeCurrency: 'USDT' });
    now = applyFill(now, { ...sell, side: 'buy', amount: '0.00000001', notional: '0.000606', fee: '-0.0000000606', feeCurrency: 'USDT' });
  }
  expect(now).toEqual(balances);
});
