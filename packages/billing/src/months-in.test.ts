import { expect, test } from 'vitest';
import { lastMonths, monthsIn } from './months-in.ts';

test('the month is that of the organization’s clocks', () => {
  const at = new Date('2026-01-31T15:30:00Z');
  expect([monthsIn('UTC')(at), monthsIn('Asia/Tokyo')(at), monthsIn('America/New_York')(at)]).toEqual(['2026-01', '2026-02', '2026-01']);
});

test('the last months end with the present one there, across a year', () => {
  expect(lastMonths(3, new Date('2025-12-31T15:30:00Z'), 'Asia/Tokyo')).toEqual(['2025-11', '2025-12', '2026-01']);
  expect(lastMonths(3, new Date('2025-12-31T15:30:00Z'), 'UTC')).toEqual(['2025-10', '2025-11', '2025-12']);
});
