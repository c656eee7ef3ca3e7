import { expect, test } from 'vitest';
import { ordersNow } from './orders-now.ts';
import type { SlotView } from './slot-verdict.tsx';

const earlier = '2026-01-01T00:00:00.000Z';
const stopped = '2026-01-01T00:00:05.000Z';
const later = '2026-01-01T00:00:10.000Z';

const terms = { price: '60000', amount: '0.001' };
const order = { clientOrderId: 'T1', exchangeOrderId: '1', pair: 'BTC/USDT', side: 'buy', filled: '0', ...terms } as const;
const known = { ...order, state: 'open', createdAt: earlier } as const;
const slot = (change: Partial<SlotView> = {}): SlotView => ({
  pair: 'BTC/USDT',
  side: 'buy',
  level: 0,
  verdict: 'matched',
  because: null,
  wanted: terms,
  known: [known],
  reported: [order],
  ...change,
});
const asked = (askedAt: string | null, ...slots: SlotView[]) => ({ exchange: { askedAt }, slots });
const receipt = { askedAt: earlier, cancelled: ['T1'], filledMeanwhile: [], confirmedAt: stopped, forced: null };
const forced = { at: stopped, because: 'exchangeAway' as const, unconfirmed: [] };

test('orders of a running bot match as the exchange says', () => {
  const differing = slot({ verdict: 'differing', because: 'terms' });
  expect(ordersNow({ state: 'running', stopReceipt: null }, asked(earlier, slot(), differing))).toMatchObject({ kind: 'kept', matched: 1 });
});

test('orders too new to be compared are told apart from those that differ', () => {
  const changed = slot({ verdict: 'unknown', because: 'justChanged' });
  const differing = slot({ verdict: 'differing', because: 'terms' });
  const now = ordersNow({ state: 'running', stopReceipt: null }, asked(earlier, slot(), changed, changed, differing));
  expect(now).toMatchObject({ kind: 'kept', matched: 1, changed: 2 });
});

test('a bot that starts places orders, and one that runs has some, though none was seen before', () => {
  expect(ordersNow({ state: 'starting', stopReceipt: receipt }, asked(earlier)).kind).toBe('placing');
  expect(ordersNow({ state: 'running', stopReceipt: null }, asked(earlier)).kind).toBe('unread');
});

test('once a stop is asked for no order is matched any more, whatever was read before', () => {
  const now = ordersNow({ state: 'stopping', stopReceipt: null }, asked(earlier, slot(), slot({ known: [], reported: [] })));
  expect(now).toEqual({ kind: 'cancelling', slots: [slot({ wanted: null, verdict: 'differing', because: 'cancel' })] });
});

test('what the exchange said before it confirmed the stop is over', () => {
  expect(ordersNow({ state: 'stopped', stopReceipt: receipt }, asked(earlier, slot())).kind).toBe('none');
  expect(ordersNow({ state: 'stopped', stopReceipt: receipt }, undefined).kind).toBe('none');
});

test('an order that the exchange reports after the stop is shown', () => {
  expect(ordersNow({ state: 'stopped', stopReceipt: receipt }, asked(later, slot()))).toEqual({ kind: 'left', slots: [slot()] });
});

test('an order that only our record has after a confirmed stop is not open', () => {
  expect(ordersNow({ state: 'stopped', stopReceipt: receipt }, asked(later, slot({ reported: [] }))).kind).toBe('none');
});

test('after a forced stop every order that may be open is shown', () => {
  const bot = { state: 'stopped', stopReceipt: { ...receipt, confirmedAt: null, forced } } as const;
  expect(ordersNow(bot, asked(null, slot({ reported: [] }))).kind).toBe('left');
  expect(ordersNow(bot, undefined).kind).toBe('unread');
});
