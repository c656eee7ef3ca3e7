import { expect, test } from 'vitest';
import { foldKeyOf, isReplacement, type TimelineEntry } from './timeline.ts';

const at = new Date('2025-01-01T00:00:00Z');
const inside = (pair: string, distancePercent: number): TimelineEntry => ({
  kind: 'insideWidth',
  at,
  facts: { pair, side: 'sell', price: '60600', current: '60000', distancePercent },
});

test('waiting for the same order is one line, however far the price is', () => {
  expect(foldKeyOf(inside('BTC/USDT', 1))).toBe(foldKeyOf(inside('BTC/USDT', 0.4)));
  expect(foldKeyOf(inside('BTC/USDT', 1))).not.toBe(foldKeyOf(inside('ETH/USDT', 1)));
});

test('being limited is one line, whatever the wait', () => {
  const limited = (retryAfterMs: number): TimelineEntry => ({
    kind: 'rateLimited',
    at,
    facts: { retryAfterMs, until: '2026-01-01T00:01:00.000Z' },
  });
  expect(foldKeyOf(limited(1000))).toBe(foldKeyOf(limited(2000)));
});

test('every order placed is a line of its own', () => {
  const facts = { clientOrderId: 'T000000000zx10', pair: 'BTC/USDT', side: 'sell', price: '60600', amount: '0.1' } as const;
  expect(foldKeyOf({ kind: 'placed', at, facts })).toBeNull();
});

test('what only replaces orders is a re-quote, and an order that was cancelled for another reason is not', () => {
  const facts = { clientOrderId: 'T000000000zx10', pair: 'BTC/USDT', side: 'sell', price: '60600', amount: '0.1' } as const;
  const cancelled = (because: 'repriced' | 'elsewhere') => isReplacement({ kind: 'cancelled', facts: { ...facts, because } } as never);
  expect([isReplacement({ kind: 'placed', facts }), cancelled('repriced'), cancelled('elsewhere')]).toEqual([true, true, false]);
});
