import { botErrorCodes, ownReasons, timelineKinds } from '@tenbin/bots';
import { exchangeErrorReasons, rightsFaults } from '@tenbin/exchange';
import { catalogue, isCode, messageOf } from '@tenbin/messages';
import { checkCodes } from '@tenbin/strategy';
import { expect, test } from 'vitest';
import { timeline } from '../words/en/timeline.ts';
import { timelineText } from './timeline-text.ts';

const text = (key: keyof typeof timeline, facts: Record<string, string | number> = {}) =>
  timeline[key].replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(facts[name] ?? '?'));
const known = (kind: string): kind is keyof typeof timeline => kind in timeline;
const words = { text, isKnown: known, cause: (code: string) => (isCode(code) ? catalogue.en[code] : null), space: ' ' };
const said = (kind: string, facts: Record<string, unknown>) => timelineText(kind, facts, words);

test('a wait says how far the price is from the nearest order', () => {
  expect(said('insideWidth', { pair: 'BTC/USDT', side: 'buy', price: '59400', current: '59637.6', distancePercent: 0.4 })).toBe(
    'Waiting: the price is 0.40% from the nearest order (BTC/USDT 59,637.6, order 59,400).',
  );
});

test('a fill says what it earned, and whether it was only a part', () => {
  const facts = { pair: 'ETH/BTC', side: 'sell', price: '0.0505', amount: '0.0099', basisPointChanged: 0.0825, isPart: false };
  expect(said('filled', facts)).toBe('Filled the sell on ETH/BTC: 0.0099 ETH at 0.0505, +0.0825 bp');
  expect(said('filled', { ...facts, isRebalance: true })).toBe('Rebalancing: filled the sell on ETH/BTC: 0.0099 ETH at 0.0505');
  expect(said('filled', { ...facts, isPart: true })).toMatch(/^Filled a part/);
});

test('where a side has several orders an entry says which it is about', () => {
  const facts = { pair: 'BTC/USDT', side: 'sell', reason: 'priceOutOfRange', price: '60600', amount: '0.1' };
  expect(said('refused', { ...facts, level: 1 })).toMatch(/^The exchange refused the sell \(level 2\) on BTC\/USDT/);
  expect(said('refused', facts)).toMatch(/^The exchange refused the sell on BTC\/USDT/);
  expect(said('levelBack', { ...facts, level: 1 })).toBe('Level 2 of the sells on BTC/USDT is quoted again.');
});

test('a cancellation says why', () => {
  const facts = { pair: 'BTC/USDT', side: 'buy', price: '59400', amount: '0.1' };
  expect(said('cancelled', { ...facts, because: 'repriced' })).toMatch(/placed again at a new price/);
  expect(said('cancelled', { ...facts, because: 'elsewhere' })).toMatch(/at the exchange/);
});

test('a start that was refused says which balance is off, by how much, and what helps', () => {
  const facts = { currency: 'BTC', offPercent: 151, tolerance: 50, worthUsd: 15060, evenUsd: 6000 };
  expect(said('startRefused', { code: 'unbalanced', facts })).toBe(
    'The bot could not be started. BTC is worth 15060 USD, 151% off its even share of 6000 USD (allowed: 50%). Rebalance first, or bring the balances closer together.',
  );
});

test('a stop says its figures where it begins, and does not repeat them half where it ends', () => {
  const facts = { pair: 'BTC/USDT', side: 'sell', value: '4.2', minimum: '5', unit: 'USDT' };
  expect(said('stopRequested', { by: 'automatic', reason: 'valueTooSmall', facts })).toBe(
    'Stop requested. An order on BTC/USDT would be worth 4.2 USDT; the minimum is 5 USDT. Choose a wider order width or add to the balances.',
  );
  expect(said('stopped', { cancelled: 6, filledMeanwhile: 0, reason: 'valueTooSmall' })).toBe(
    'Stopped. Orders cancelled: 6; fills meanwhile: 0.',
  );
});

test('a rebalance of which the market took a part says so', () => {
  expect(said('rebalanceFailed', { code: 'rebalanceIncomplete', facts: {} })).toMatch(/^The rebalance failed. Within 5%/);
});

const everything = {
  pair: 'BTC/USDT',
  side: 'buy',
  price: '1',
  amount: '1',
  because: 'repriced',
  current: 1.5,
  level: 2,
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
  currencies: ['BTC', 'ETH'],
  widest: 99.9,
  exchange: 'Tenbin Virtual',
};

test.each(timelineKinds)('%s is a sentence with no place left open', (kind) => {
  expect(said(kind, everything)).not.toMatch(/[?{}]/);
});

const reasons = [...new Set([...exchangeErrorReasons, ...ownReasons])];
test.each([
  ['startRefused', 'code', [...new Set([...checkCodes, ...botErrorCodes])]],
  ['rebalanceFailed', 'code', [...new Set([...checkCodes, ...botErrorCodes, ...reasons])]],
  ['checkFailing', 'code', checkCodes],
  ['checkLasted', 'code', checkCodes],
  ['stopRequested', 'reason', botErrorCodes],
  ['stopped', 'reason', botErrorCodes],
  ['refused', 'reason', reasons],
  ['slotPaused', 'reason', reasons],
  ['keyPaused', 'reason', reasons],
  ['exchangeUnreachable', 'reason', reasons],
  ['keyRightsUnknown', 'reason', [...reasons, ...rightsFaults]],
] as const)('%s says every cause that it can have in words', (kind, name, codes) => {
  for (const code of codes) {
    const sentence = said(kind, { ...everything, [name]: code, facts: everything });
    expect(sentence, code).toContain(messageOf(code, 'en', everything).text);
    expect(sentence, code).not.toMatch(/[?{}]/);
  }
});

test('a decision that this page or the server does not know is told as such', () => {
  expect(said('somethingNew', { pair: 'not a pair' })).toBe(timeline.other);
  expect(said('other', { kind: 'somethingNew', pair: 'not a pair' })).toBe(timeline.other);
  expect(timeline.other).toMatch(/^[A-Z][^{}]+\.$/);
});

test('a cause that this page does not know is told as another one, never by its code', () => {
  const { text: other, advice } = messageOf('other', 'en');
  expect(said('stopped', { cancelled: 1, filledMeanwhile: 0, reason: 'somethingNew' })).toBe(
    `Stopped. Orders cancelled: 1; fills meanwhile: 0. ${other}`,
  );
  expect(said('startRefused', { code: 'somethingNew', facts: {} })).toBe(`The bot could not be started. ${other} ${advice}`);
});

test('a pause of a slot says how many orders failed, whether they were refused or cancelled at once', () => {
  const facts = { pair: 'BTC/USDT', side: 'sell', times: 3, until: '2026-01-01T12:00:00Z' };
  for (const reason of ['priceOutOfRange', 'other'] as const)
    expect(said('slotPaused', { ...everything, ...facts, reason })).toContain('after 3 failed orders in a row');
});
