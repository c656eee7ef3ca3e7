/** Of moments the month, 'yyyy-mm', where the organization is. */
export function monthsIn(timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit' });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
    return `${parts.get('year')}-${parts.get('month')}`;
  };
}

/** The months that end with the one of a moment, oldest first. */
export function lastMonths(count: number, now: Date, timeZone: string): string[] {
  const [year = 0, month = 0] = monthsIn(timeZone)(now).split('-').map(Number);
  return Array.from({ length: count }, (_, index) => new Date(Date.UTC(year, month - count + index, 1)).toISOString().slice(0, 7));
}
