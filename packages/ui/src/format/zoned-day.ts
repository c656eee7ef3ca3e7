import { momentOf, zonedTime } from './zoned-time.ts';

/** Days of a place that is not the reader's: what a date field enters, and what is shown of it. A day is `yyyy-mm-dd`. */
export const zonedDay = (at: Date | string, timeZone: string): string => zonedTime(new Date(at), timeZone).slice(0, 10);

/** @returns null where it is no day */
export const firstMomentOf = (day: string, timeZone: string): Date | null => momentOf(`${day}T00:00`, timeZone);

/** The first moment of the day after: what a half-open period ends with. @returns null where it is no day */
export function endOfDay(day: string, timeZone: string): Date | null {
  const noon = Date.parse(`${day}T12:00Z`);
  return Number.isNaN(noon) ? null : firstMomentOf(new Date(noon + 86_400_000).toISOString().slice(0, 10), timeZone);
}

/** A period of days, half-open, as calls take it; either side may be open. */
export function zonedPeriod({ from, to }: { readonly from: string; readonly to: string }, timeZone: string) {
  const [start, end] = [firstMomentOf(from, timeZone), endOfDay(to, timeZone)];
  return { ...(start && { start: start.toISOString() }), ...(end && { end: end.toISOString() }) };
}
