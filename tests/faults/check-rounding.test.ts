import type { BotRow, StoredTimelineEntry } from '@tenbin/db';
import { fillGrowth } from '@tenbin/strategy';
import { expect, test } from 'vitest';
import { checkLeftOver, checkRounding, shiftByRounding } from './check-rounding.ts';
import type { LoggedTrade } from './venue-log.ts';

const trade = { pair: 'ETH/BTC', feeCurrency: 'BTC' } as LoggedTrade;
const bot = (rounding: Record<string, string>, ...totals: string[]) => ({
  row: { ledger: { rounding } } as unknown as BotRow,
  timeline: totals.map(
    (total, index) => ({ kind: 'rounding', facts: { currency: 'BTC', total }, lastAt: new Date(index) }) as unknown as StoredTimelineEntry,
  ),
});

test('a unit for each trade that moved the currency, told in the timeline, is right', () => {
  expect(checkRounding(bot({}), [trade])).toEqual([]);
  expect(checkRounding(bot({ BTC: '-0.00000002' }, '-0.00000001', '-0.00000002'), [trade, trade])).toEqual([]);
});

test('more than the trades explain would be noticed', () => {
  expect(checkRounding(bot({ BTC: '0.00000002' }, '0.00000002'), [trade]).join()).toMatch(/too much for rounding/);
  expect(checkRounding(bot({ USDT: '0.00000001' }), [trade]).join()).toMatch(/too much/);
});

test('rounding that the timeline does not tell, or tells otherwise, would be noticed', () => {
  expect(checkRounding(bot({ BTC: '0.00000001' }), [trade]).join()).toMatch(/its timeline says 0/);
  expect(checkRounding(bot({}, '0.00000001'), [trade]).join()).toMatch(/its timeline says 0.00000001/);
});

test('rounding between two trades changes what the later one earned, by less than it is of the balances', () => {
  const beginning = { BTC: '0.1', ETH: '2', USDT: '6000' };
  const sold = {
    pair: 'BTC/USDT',
    side: 'sell',
    price: '60300',
    amount: '0.0005',
    notional: '30.15',
    fee: '0',
    feeCurrency: 'USDT',
  } as const;
  const moment = { earlier: [], marketPrice: '60000', isEvening: true, usd: new Map(), feeRate: 0.001 };
  const earned = (BTC: string) => fillGrowth({ ...beginning, BTC }, { ...sold, isMaker: true }, moment);
  const change = Math.abs(earned('0.09999999') - earned('0.1'));
  expect(change).toBeGreaterThan(1e-12);
  expect(change).toBeLessThan(shiftByRounding(bot({}, '-0.00000001'), beginning));
});

test('books that are further from the wallet than rounding explains would be noticed', () => {
  const moved = { ...trade, side: 'sell', amount: '0.0016', notional: '0.00011042', fee: '0' } as LoggedTrade;
  const booked = (notional: string, rounding: Record<string, string> = {}) =>
    ({ ...bot(rounding), fills: [{ ...moved, notional }], rebalanceFills: [] }) as unknown as Parameters<typeof checkLeftOver>[0][number];
  expect(checkLeftOver([booked('0.00011042')], [moved])).toEqual([]);
  expect(checkLeftOver([booked('0.000110424')], [moved])).toEqual([]);
  expect(checkLeftOver([booked('0.00011052', { BTC: '-0.0000001' })], [moved])).toEqual([]);
  expect(checkLeftOver([booked('0.00011044')], [moved]).join()).toMatch(/BTC of the books is further/);
  expect(checkLeftOver([booked('0.00011042')], []).join()).toMatch(/ETH of the books is further/);
});
