import { expect, test } from 'vitest';
import { daysIn, periodIn } from './period-in.ts';

const kathmandu = 'Asia/Kathmandu';

test('days begin and end by the clocks of the place, wherever they are read', () => {
  const days = { from: '2026-03-01', to: '2026-03-31' };
  expect(periodIn(days, kathmandu)).toEqual({ start: '2026-02-28T18:15:00.000Z', end: '2026-03-31T18:15:00.000Z' });
  expect(daysIn(days, kathmandu)).toEqual(days);
  expect(periodIn({ from: '2026-03-01' }, 'UTC')).toEqual({ start: '2026-03-01T00:00:00.000Z' });
});

test('moments are what they are, and shown as days of the place; nonsense is no filter', () => {
  const moments = { from: '2026-02-28T18:15:00.000Z', to: '2026-03-31T18:15:00.000Z' };
  expect(periodIn(moments, kathmandu)).toEqual({ start: moments.from, end: moments.to });
  expect(daysIn(moments, kathmandu)).toEqual({ from: '2026-03-01', to: '2026-03-31' });
  expect(periodIn({ from: 'yesterday', to: '2026-02-31' }, kathmandu)).toEqual(periodIn({ to: '2026-02-31' }, kathmandu));
  expect(daysIn({ from: 'yesterday' }, kathmandu)).toEqual({ from: '', to: '' });
});
