import { endOfDay, firstMomentOf, zonedDay } from '@tenbin/ui';
import { periodOf } from '../tables/period.ts';

interface GivenPeriod {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** As `periodOf` has it, of days of a place that is not the reader's: lists and files by the same clocks. */
export function periodIn({ from, to }: GivenPeriod, timeZone: string): { start?: string; end?: string } {
  // What is no day may be a moment.
  return periodOf({
    from: firstMomentOf(from ?? '', timeZone)?.toISOString() ?? from,
    to: endOfDay(to ?? '', timeZone)?.toISOString() ?? to,
  });
}

/** The days that date fields show for it; empty where a side is open. */
export function daysIn(period: GivenPeriod, timeZone: string): { readonly from: string; readonly to: string } {
  const { start, end } = periodIn(period, timeZone);
  return { from: start ? zonedDay(start, timeZone) : '', to: end ? zonedDay(new Date(Date.parse(end) - 1), timeZone) : '' };
}
