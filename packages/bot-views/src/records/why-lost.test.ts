import { expect, test } from 'vitest';
import type { RecordView } from './record-profit.ts';
import { whyLost } from './why-lost.ts';

const sold: RecordView = {
  id: 'r1',
  botId: 'b1',
  createdAt: '2026-01-01T00:00:00.000Z',
  pair: 'BTC/USDT',
  side: 'sell',
  price: '60600',
  amount: '0.0004950495049505',
  notional: '30.0000000000003',
  fee: '0',
  feeCurrency: 'USDT',
  basisPointChanged: 0.0825,
  annualRate: null,
  delta: 0.005,
  volume: 30,
  earned: '-0.02',
  balance: { BTC: '0.0995049504950495', ETH: '2', USDT: '6030.0000000000003' },
};

test('a fill that earned needs no reason', () => {
  expect(whyLost(sold)).toBeNull();
});

test('a fee of 0.3 USDT is more than a fill of 30 USDT at 1% earns', () => {
  const balance = { ...sold.balance, USDT: '6029.7000000000003' };
  expect(whyLost({ ...sold, fee: '0.3', balance, basisPointChanged: -0.0834 })).toBe('fee');
});

test('a fee in a coin beside the balances leaves these as they are, and counts', () => {
  expect(whyLost({ ...sold, fee: '0.0005', feeCurrency: 'BNB', basisPointChanged: -0.0834 })).toBe('fee');
});

test('what evened an uneven wallet is no profit, and its fee remains', () => {
  const balance = { ...sold.balance, USDT: '6029.9700000000003' };
  expect(whyLost({ ...sold, fee: '0.03', balance, basisPointChanged: -0.0166 })).toBe('evened');
});

test('a sale below the balanced price takes the balances further from even', () => {
  const below = { ...sold, price: '59400', notional: '29.4059405940597', balance: { ...sold.balance, USDT: '6029.4059405940597' } };
  expect(whyLost({ ...below, basisPointChanged: -0.2475 })).toBe('moved');
});
