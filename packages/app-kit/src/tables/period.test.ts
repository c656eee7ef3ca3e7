import { expect, test } from 'vitest';
import { daysOf, periodOf } from './period.ts';

test('a period reaches from the first moment of a day to the first one after another', () => {
  const { start = '', end = '' } = periodOf({ from: '2026-03-01', to: '2026-03-01' });
  expect(new Date(end).getTime() - new Date(start).getTime()).toBe(24 * 3_600_000);
  expect(new Date(start).getHours()).toBe(0);
});

test('either side may be open, and nonsense in the address is no filter', () => {
  expect(periodOf({})).toEqual({});
  expect(Object.keys(periodOf({ from: '2026-03-01' }))).toEqual(['start']);
  expect(periodOf({ from: 'yesterday', to: '2026-3-1' })).toEqual({});
  expect(periodOf({ from: '2026-02-01T25:00:00Z' })).toEqual({});
});

test('where something else than a day begins, the address has its moment, and the date fields its days', () => {
  const [from, to] = [new Date(2026, 2, 1, 19).toISOString(), new Date(2026, 3, 1).toISOString()];
  expect(periodOf({ from, to })).toEqual({ start: from, end: to });
  expect(daysOf({ from, to })).toEqual({ from: '2026-03-01', to: '2026-03-31' });
  expect(daysOf({ from: '2026-03-01', to: '2026-03-02' })).toEqual({ from: '2026-03-01', to: '2026-03-02' });
  expect(daysOf({ from: 'yesterday' })).toEqual({ from: '', to: '' });
});
