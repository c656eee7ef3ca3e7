import { expect, test } from 'vitest';
import { periodOf } from './period.ts';

test('a period reaches from the first to the last moment of its days', () => {
  const { start = '', end = '' } = periodOf({ from: '2026-03-01', to: '2026-03-01' });
  expect(new Date(end).getTime() - new Date(start).getTime()).toBe(24 * 3_600_000 - 1);
  expect(new Date(start).getHours()).toBe(0);
});

test('either side may be open, and nonsense in the address is no filter', () => {
  expect(periodOf({})).toEqual({});
  expect(Object.keys(periodOf({ from: '2026-03-01' }))).toEqual(['start']);
  expect(periodOf({ from: 'yesterday', to: '2026-3-1' })).toEqual({});
});
