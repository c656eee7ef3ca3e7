import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anchorDayOf, calendarMonth, calendarPeriod, periodUntil } from './payment-period.ts';
import { day } from './testing/samples.ts';

const tokyo = 'Asia/Tokyo';
const iso = ({ start, end }: { start: Date; end: Date }) => [start.toISOString(), end.toISOString()];

test.each([
  ['in the middle', '2026-03-20T00:00:00Z', 15, ['2026-03-14T15:00:00.000Z', '2026-04-14T15:00:00.000Z']],
  ['on the last moment', '2026-04-14T14:59:59.999Z', 15, ['2026-03-14T15:00:00.000Z', '2026-04-14T15:00:00.000Z']],
  ['on the first moment', '2026-04-14T15:00:00.000Z', 15, ['2026-04-14T15:00:00.000Z', '2026-05-14T15:00:00.000Z']],
  ['from the 31st over a February', '2026-02-10T00:00:00Z', 31, ['2026-01-30T15:00:00.000Z', '2026-02-27T15:00:00.000Z']],
  ['over the February of a leap year', '2028-02-10T00:00:00Z', 31, ['2028-01-30T15:00:00.000Z', '2028-02-28T15:00:00.000Z']],
  ['back on the 31st after it', '2026-03-10T00:00:00Z', 31, ['2026-02-27T15:00:00.000Z', '2026-03-30T15:00:00.000Z']],
  ['over the turn of the year', '2026-12-31T20:00:00Z', 1, ['2026-12-31T15:00:00.000Z', '2027-01-31T15:00:00.000Z']],
])('a period in Tokyo, %s', (_, now, anchorDay, expected) => {
  expect(iso(calendarPeriod(new Date(now), { anchorDay, timeZone: tokyo }))).toEqual(expected);
});

test('the calendar month is that of the organization', () => {
  expect(iso(calendarMonth(new Date('2026-06-30T15:00:00Z'), tokyo))).toEqual(['2026-06-30T15:00:00.000Z', '2026-07-31T15:00:00.000Z']);
  expect(iso(calendarMonth(new Date('2026-06-30T15:00:00Z'), 'UTC'))).toEqual(['2026-06-01T00:00:00.000Z', '2026-07-01T00:00:00.000Z']);
});

test('where clocks change at midnight a day begins at its first moment', () => {
  // Cairo put its clocks from 00:00 to 01:00 on 2025-04-25.
  const { start } = calendarPeriod(new Date('2025-05-01T00:00:00Z'), { anchorDay: 25, timeZone: 'Africa/Cairo' });
  expect(start.toISOString()).toBe('2025-04-24T22:00:00.000Z');
});

const zones = [
  'Asia/Tokyo',
  'UTC',
  'America/New_York',
  'Europe/Berlin',
  'Africa/Cairo',
  'America/Sao_Paulo',
  'Pacific/Auckland',
  'Asia/Kathmandu',
];
const moments = fc.date({ min: new Date('2015-01-01T00:00:00Z'), max: new Date('2035-12-31T00:00:00Z'), noInvalidDate: true });
const given = fc.record({ now: moments, anchorDay: fc.integer({ min: 1, max: 31 }), timeZone: fc.constantFrom(...zones) });

/** Another's calendar: what Intl says that the date is there. */
function wallDate(moment: Date, timeZone: string): { year: number; month: number; day: number } {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' }).formatToParts(moment);
  const part = (type: string) => Number(parts.find((given) => given.type === type)?.value);
  return { year: part('year'), month: part('month'), day: part('day') };
}

test('a period begins with the anchor day or the last day of its month, at that day’s first moment', () => {
  fc.assert(
    fc.property(given, ({ now, anchorDay, timeZone }) => {
      const { start, end } = calendarPeriod(now, { anchorDay, timeZone });
      for (const boundary of [start, end]) {
        const at = wallDate(boundary, timeZone);
        const daysOfMonth = new Date(Date.UTC(at.year, at.month, 0)).getUTCDate();
        expect(at.day).toBe(Math.min(anchorDay, daysOfMonth));
        expect(wallDate(new Date(boundary.getTime() - 1), timeZone)).not.toEqual(at);
      }
    }),
  );
});

test('periods hold their moment, are a month long and leave no gap', () => {
  fc.assert(
    fc.property(given, ({ now, ...calendar }) => {
      const period = calendarPeriod(now, calendar);
      expect(period.start <= now && now < period.end).toBe(true);
      const days = (period.end.getTime() - period.start.getTime()) / 86_400_000;
      expect(days).toBeGreaterThan(27.9);
      expect(days).toBeLessThan(31.1);
      expect(calendarPeriod(period.end, calendar).start).toEqual(period.end);
      expect(calendarPeriod(new Date(period.start.getTime() - 1), calendar).end).toEqual(period.start);
    }),
  );
});

test('an anchor does not drift: after a year of short months it is the same day', () => {
  const startedAt = new Date('2026-01-31T03:00:00Z');
  const calendar = { anchorDay: anchorDayOf(startedAt, tokyo), timeZone: tokyo };
  let { end } = calendarPeriod(startedAt, calendar);
  for (let month = 1; month < 12; month += 1) ({ end } = calendarPeriod(end, calendar));
  expect(end.toISOString()).toBe('2027-01-30T15:00:00.000Z');
});

test('the provider’s next charge ends a period, and moving on begins the next where that one ended', () => {
  const first = periodUntil(day(31), null, day(0));
  expect(first).toEqual({ start: day(0), end: day(31) });
  expect(periodUntil(day(31), first, day(5))).toEqual(first);
  expect(periodUntil(day(59), first, day(31))).toEqual({ start: day(31), end: day(59) });
});
