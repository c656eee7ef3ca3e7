import { expect, test } from 'vitest';
import { momentOf, zonedTime } from './zoned-time.ts';

test.each([
  ['2026-01-31T09:00', 'Asia/Tokyo', '2026-01-31T00:00:00.000Z'],
  ['2026-01-01T00:00', 'Asia/Tokyo', '2025-12-31T15:00:00.000Z'],
  ['2026-07-01T12:00', 'Europe/Berlin', '2026-07-01T10:00:00.000Z'],
  ['2026-12-01T12:00', 'Europe/Berlin', '2026-12-01T11:00:00.000Z'],
  ['2026-07-01T12:00', 'America/New_York', '2026-07-01T16:00:00.000Z'],
  ['2026-07-01T00:00', 'Asia/Kathmandu', '2026-06-30T18:15:00.000Z'],
])('%s in %s is %s, and the other way round', (text, timeZone, at) => {
  expect(momentOf(text, timeZone)?.toISOString()).toBe(at);
  expect(zonedTime(new Date(at), timeZone)).toBe(text);
});

test('an hour that comes twice is the first one, and one that is left out comes after', () => {
  expect(momentOf('2026-10-25T02:30', 'Europe/Berlin')?.toISOString()).toBe('2026-10-25T00:30:00.000Z');
  expect(momentOf('2026-03-29T02:30', 'Europe/Berlin')?.toISOString()).toBe('2026-03-29T01:30:00.000Z');
});

test.each(['', 'x', '2026-13-01T00:00', '2026-01-01', '2026-01-01T25:00'])('%j is no time', (text) => {
  expect(momentOf(text, 'Asia/Tokyo')).toBeNull();
});
