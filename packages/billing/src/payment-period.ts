/**
 * The span that a payment is for and that trading volume is counted in: half-open, and without a gap from one to the next.
 *
 * Of what a provider charges it ends when the provider says; month ends are moved by its own rules. Of gifts, of plans
 * that cost nothing and of users without a plan it follows our calendar.
 */
import { Temporal } from 'temporal-polyfill';

export interface Period {
  readonly start: Date;
  /** Not part of it. */
  readonly end: Date;
}

/** The day of the month on which periods begin, 1 to 31; in a month without it, the last day. */
export type AnchorDay = number;

/** The day of the month of this moment, where the organization is. */
export const anchorDayOf = (moment: Date, timeZone: string): AnchorDay => dateAt(moment, timeZone).day;

/**
 * The period of the calendar around a moment: from the first moment of the anchor day to that of the next month's.
 *
 * @param timeZone - IANA: 'Asia/Tokyo'
 */
export function calendarPeriod(now: Date, { anchorDay, timeZone }: { anchorDay: AnchorDay; timeZone: string }): Period {
  const month = dateAt(now, timeZone).toPlainYearMonth();
  const beginningOf = (yearMonth: Temporal.PlainYearMonth): Date =>
    new Date(yearMonth.toPlainDate({ day: anchorDay }).toZonedDateTime(timeZone).epochMilliseconds);
  const beginning = beginningOf(month);
  return now < beginning
    ? { start: beginningOf(month.subtract({ months: 1 })), end: beginning }
    : { start: beginning, end: beginningOf(month.add({ months: 1 })) };
}

/** Volume of who has no plan counts by the calendar month. */
export const calendarMonth = (now: Date, timeZone: string): Period => calendarPeriod(now, { anchorDay: 1, timeZone });

/** @param month - 'yyyy/mm' */
export const periodOfMonth = (month: string, timeZone: string): Period => {
  const [year = '', number = ''] = month.split('/');
  return calendarMonth(new Date(Date.UTC(Number(year), Number(number) - 1, 15)), timeZone);
};

/** The provider's next charge ends the period that it is told in; when it moves on, the next period begins where the last one ended. */
export function periodUntil(nextBillingAt: Date, known: Period | null, since: Date): Period {
  if (known === null) return { start: since, end: nextBillingAt };
  return nextBillingAt > known.end ? { start: known.end, end: nextBillingAt } : { start: known.start, end: nextBillingAt };
}

/** What begins where this one ends, until somebody knows when that ends: a month on. */
export const periodAfter = ({ end }: Period): Period => ({
  start: end,
  end: new Date(Temporal.Instant.fromEpochMilliseconds(end.getTime()).toZonedDateTimeISO('UTC').add({ months: 1 }).epochMilliseconds),
});

const dateAt = (moment: Date, timeZone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
