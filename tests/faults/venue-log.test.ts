import { clientOrderIdOf } from '@tenbin/bots';
import type { Fact } from '@tenbin/exchange-virtual';
import { expect, test } from 'vitest';
import { followFacts, walletOf } from './venue-log.ts';

const order = (id: number, given: { bot?: number; side?: 'buy' | 'sell'; account?: string } = {}): Fact => ({
  type: 'order',
  id,
  clientOrderId: clientOrderIdOf(given.bot ?? 7, id),
  account: given.account ?? 'a1',
  pair: 'BTC/USDT',
  side: given.side ?? 'buy',
  kind: 'limit',
  timeInForce: 'GTC',
  ticks: 6_000_000,
  lots: 100,
  notional: null,
  locked: '0',
  at: 0,
});
const trade = (id: number, maker: number, lots: number): Fact => ({
  type: 'trade',
  id,
  pair: 'BTC/USDT',
  ticks: 6_000_000,
  lots,
  notional: String(BigInt(lots) * 6n * 10n ** 17n),
  takerSide: 'sell',
  taker: 0,
  maker,
  takerFee: '0',
  makerFee: '1000000000000',
  at: 0,
});
const cancelled = (id: number): Fact => ({ type: 'ended', order: id, status: 'cancelled', cancelId: null, at: 0 });

test('two orders of a bot in one slot are seen although they were open together for a moment only', () => {
  const { doubles } = followFacts([order(1), order(2), cancelled(1), cancelled(2)]);
  expect(doubles).toMatchObject([{ account: 'a1', open: clientOrderIdOf(7, 1), came: clientOrderIdOf(7, 2) }]);
});

test('an order after the one before it has ended, on the other side, or of another bot is none too many', () => {
  const others = [order(10, { side: 'sell' }), order(11, { bot: 8 }), order(12, { account: 'a2' })];
  expect(followFacts([order(1), ...others, cancelled(1), order(2), trade(1, 2, 100), order(3)]).doubles).toEqual([]);
});

test('an order is filled when its last lot is, and not before', () => {
  const statesAfter = (...facts: Fact[]) => followFacts([order(1), ...facts]).orders.map(({ state }) => state);
  expect(statesAfter(trade(1, 1, 60))).toEqual(['open']);
  expect(statesAfter(trade(1, 1, 60), trade(2, 1, 40))).toEqual(['filled']);
  expect(statesAfter(trade(1, 1, 60), cancelled(1))).toEqual(['cancelled']);
});

test('a wallet is what came in, moved by every trade, fees included', () => {
  const deposit: Fact = { type: 'deposit', account: 'a1', currency: 'USDT', amount: '1000000000000000000000', at: 0 };
  const log = followFacts([deposit, order(1), trade(1, 1, 60), trade(2, 1, 40)]);
  expect(log.trades).toMatchObject([
    { tradeId: '1', price: '60000', amount: '0.0006', fee: '0.000001', feeCurrency: 'BTC' },
    { tradeId: '2' },
  ]);
  expect(walletOf(log, 'a1')).toEqual({ USDT: '940', BTC: '0.000998' });
});
