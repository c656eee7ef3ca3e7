import { expect, test } from 'vitest';
import { endOfDay, firstMomentOf, zonedDay, zonedPeriod } from './zoned-day.ts';

test('a day begins and ends by the clocks of its place, whoever reads it', () => {
  expect(firstMomentOf('2026-01-31', 'Asia/Tokyo')?.toISOString()).toBe('2026-01-30T15:00:00.000Z');
  expect(endOfDay('2026-01-31', 'Asia/Tokyo')?.toISOString()).toBe('2026-01-31T15:00:00.000Z');
  expect(zonedDay('2026-01-31T15:00:00.000Z', 'Asia/Tokyo')).toBe('2026-02-01');
  // The day on which clocks there are put forward has 23 hours.
  expect(firstMomentOf('2026-03-08', 'America/New_York')?.toISOString()).toBe('2026-03-08T05:00:00.000Z');
  expect(endOfDay('2026-03-08', 'America/New_York')?.toISOString()).toBe('2026-03-09T04:00:00.000Z');
});

test('what is no day has no moments, and leaves its side of a period open', () => {
  expect([firstMomentOf('', 'Asia/Tokyo'), endOfDay('soon', 'Asia/Tokyo')]).toEqual([null, null]);
  expect(zonedPeriod({ from: '2026-01-31', to: '' }, 'UTC')).toEqual({ start: '2026-01-31T00:00:00.000Z' });
  expect(zonedPeriod({ from: '', to: '2026-01-31' }, 'UTC')).toEqual({ end: '2026-02-01T00:00:00.000Z' });
});
