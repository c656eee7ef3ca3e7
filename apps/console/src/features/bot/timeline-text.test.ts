import { expect, test } from 'vitest';
import { timeline } from '../../words/en/timeline.ts';
import { timelineText } from './timeline-text.ts';

const text = (key: keyof typeof timeline, facts: Record<string, string | number> = {}) =>
  timeline[key].replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(facts[name] ?? '?'));
const known = (kind: string): kind is keyof typeof timeline => kind in timeline;
const said = (kind: string, facts: Record<string, unknown>) => timelineText(kind, facts, { text, isKnown: known, reason: (code) => code });

test('a wait says how far the price is from the nearest order', () => {
  expect(said('insideWidth', { pair: 'BTC/USDT', side: 'buy', price: '59400', current: '59637.6', distancePercent: 0.4 })).toBe(
    'Waiting: the price is 0.40 % from the nearest order (BTC/USDT 59,637.6, order 59,400).',
  );
});

test('a fill says what it earned, and whether it was only a part', () => {
  const facts = { pair: 'ETH/BTC', side: 'sell', price: '0.0505', amount: '0.0099', basisPointChanged: 0.0825, isPart: false };
  expect(said('filled', facts)).toBe('Filled the sell on ETH/BTC: 0.0099 ETH at 0.0505, +0.0825 bp');
  expect(said('filled', { ...facts, isRebalance: true })).toBe('Rebalancing: filled the sell on ETH/BTC: 0.0099 ETH at 0.0505');
  expect(said('filled', { ...facts, isPart: true })).toMatch(/^Filled a part/);
});

test('a cancellation says why', () => {
  const facts = { pair: 'BTC/USDT', side: 'buy', price: '59400', amount: '0.1' };
  expect(said('cancelled', { ...facts, because: 'repriced' })).toMatch(/placed again at a new price/);
  expect(said('cancelled', { ...facts, because: 'elsewhere' })).toMatch(/at the exchange/);
});

test('a start that was refused says which balance is off, by how much, and what helps', () => {
  const facts = { currency: 'BTC', offPercent: 151, tolerance: 50, worthUsd: 15060, evenUsd: 6000 };
  expect(said('startRefused', { code: 'unbalanced', facts })).toBe(
    'Could not start: BTC is worth 15060 USD, +151.00 % off its even share of 6000 USD (allowed: 50 %). Bring the balances closer together, then start again.',
  );
  expect(said('startRefused', { code: 'notThreeCurrencies', facts: {} })).toBe('Could not start: notThreeCurrencies');
});

test('no kind leaves an open place in its sentence', () => {
  const everything = {
    pair: 'BTC/USDT',
    side: 'buy',
    price: '1',
    amount: '1',
    because: 'repriced',
    current: 1.5,
    distancePercent: 1,
    worsePercent: 6,
    retryAfterMs: 900,
    until: '2026-01-01T12:00:00Z',
    awayMs: 900,
    fillsMissed: 0,
    openOrders: 6,
    adopted: 1,
    filled: 0,
    unknown: 0,
    orders: 2,
    code: 'unbalanced',
    currency: 'BTC',
    value: '4',
    minimum: '5',
    unit: 'USD',
    maximum: '9',
    worthUsd: 9060,
    evenUsd: 6000,
    offPercent: 51,
    tolerance: 50,
    other: 'ETH',
    written: '1',
    total: '3',
    found: '2',
    cancelled: 6,
    times: 3,
    wanted: '59000',
    booked: '0.1',
    prices: 'BTC/USDT 60000',
    lastedMs: 50_000,
    filledMeanwhile: 0,
    unconfirmed: 2,
    reference: 'ab12',
    trades: 3,
    since: '2026-01-01T00:00:00Z',
    pairs: ['BTC/USDT'],
    delta: 0.005,
    reason: null,
  };
  for (const kind of Object.keys(timeline).filter((name) => name !== 'other')) expect(said(kind, everything)).not.toContain('?');
});

test('a decision that this version does not know is shown by its name', () => {
  expect(said('somethingNew', {})).toBe('somethingNew');
});
