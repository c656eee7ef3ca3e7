/** Times of a place that is not the reader's: what a form enters, and what is shown of it. */

const partsIn = (at: Date, timeZone: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    })
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );

/** `yyyy-mm-ddThh:mm`, as a field of a date and a time has it. */
export function zonedTime(at: Date, timeZone: string): string {
  const { year, month, day, hour, minute } = partsIn(at, timeZone);
  return `${year}-${month}-${day}T${hour}:${minute}`;
}

/**
 * The moment at which clocks there show it. Where they show it twice, as at the end of summer time, the first one; where they
 * never do, the moment as many hours later.
 *
 * @param text - `yyyy-mm-ddThh:mm`
 * @returns null where it is no time
 */
export function momentOf(text: string, timeZone: string): Date | null {
  const asUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? Date.parse(`${text}Z`) : Number.NaN;
  if (Number.isNaN(asUtc)) return null;
  const offsetAt = (ms: number): number => {
    const { year, month, day, hour, minute, second } = partsIn(new Date(ms), timeZone);
    return (
      Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)) - Math.floor(ms / 1000) * 1000
    );
  };
  const dayMs = 86_400_000;
  const [before, after] = [offsetAt(asUtc - dayMs), offsetAt(asUtc + dayMs)];
  const found = [asUtc - Math.max(before, after), asUtc - Math.min(before, after)].find((ms) => ms + offsetAt(ms) === asUtc);
  return new Date(found ?? asUtc - before);
}
