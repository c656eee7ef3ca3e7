import { formatDay } from '@tenbin/ui';

/**
 * A period as an address has it: from and to a day, as a date field has them (`yyyy-mm-dd`, in the reader's time zone), or
 * a moment in ISO 8601, where something else than a day begins or ends.
 */
interface GivenPeriod {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const dayPattern = /^(\d{4})-(\d\d)-(\d\d)$/;
const momentPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;

function midnight(day: string, plusDays: number): Date | null {
  const [, year, month, date] = dayPattern.exec(day) ?? [];
  return year && month && date ? new Date(Number(year), Number(month) - 1, Number(date) + plusDays) : null;
}

function momentOf(given: string | undefined, plusDays: number): Date | null {
  if (given === undefined) return null;
  const at = momentPattern.test(given) ? new Date(given) : midnight(given, plusDays);
  return at && !Number.isNaN(at.getTime()) ? at : null;
}

/** The period as calls take it, half open: from the first moment of a day to the first one after another; either may be open. */
export function periodOf({ from, to }: GivenPeriod): { start?: string; end?: string } {
  const start = momentOf(from, 0);
  const end = momentOf(to, 1);
  return { ...(start && { start: start.toISOString() }), ...(end && { end: end.toISOString() }) };
}

/** The days that date fields show for it; empty where a side is open. */
export function daysOf(period: GivenPeriod): { readonly from: string; readonly to: string } {
  const { start, end } = periodOf(period);
  return { from: start ? formatDay(start) : '', to: end ? formatDay(new Date(Date.parse(end) - 1)) : '' };
}
