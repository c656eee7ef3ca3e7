import type { BotRow, StoredTimelineEntry } from '@tenbin/db';
import { expect, test } from 'vitest';
import { checkRounding } from './check-rounding.ts';
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
  expect(checkRounding(bot({ BTC: '0.00000002' }, '0.00000002'), [trade]).join()).toMatch(/too much for rounding of 1 trades/);
  expect(checkRounding(bot({ USDT: '0.00000001' }), [trade]).join()).toMatch(/too much/);
});

test('rounding that the timeline does not tell, or tells otherwise, would be noticed', () => {
  expect(checkRounding(bot({ BTC: '0.00000001' }), [trade]).join()).toMatch(/its timeline says 0/);
  expect(checkRounding(bot({}, '0.00000001'), [trade]).join()).toMatch(/its timeline says 0.00000001/);
});
