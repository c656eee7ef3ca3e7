import { expect, test } from 'vitest';
import { profitOf } from './record-profit.ts';

const sold = {
  pair: 'BTC/USDT',
  side: 'sell',
  amount: '0.0004950495049505',
  notional: '30.0000000000003',
  fee: '0',
  feeCurrency: 'USDT',
  balance: { BTC: '0.0995049504950495', ETH: '2', USDT: '6030.0000000000003' },
} as const;

test('a sell at one percent over the balanced price earned 0.0825 bp', () => {
  const { rows, meanBefore, meanAfter } = profitOf(sold);
  expect(rows).toMatchObject([
    { currency: 'BTC', before: '0.1' },
    { currency: 'ETH', before: '2' },
    { currency: 'USDT', before: '6000' },
  ]);
  expect(10_000 * (meanAfter / meanBefore - 1)).toBeCloseTo(0.0825, 4);
});

test('the fee belongs to the change of the currency it was taken in', () => {
  const { rows } = profitOf({ ...sold, fee: '0.03', balance: { ...sold.balance, USDT: '6029.9700000000003' } });
  expect(rows.find(({ currency }) => currency === 'USDT')?.before).toBe('6000');
});
