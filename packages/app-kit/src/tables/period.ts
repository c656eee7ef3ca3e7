/** Days as a date field has them (`yyyy-mm-dd`), in the reader's time zone. */

const dayPattern = /^(\d{4})-(\d\d)-(\d\d)$/;

function midnight(day: string | undefined, plusDays: number): Date | null {
  const [, year, month, date] = dayPattern.exec(day ?? '') ?? [];
  if (!year || !month || !date) return null;
  const at = new Date(Number(year), Number(month) - 1, Number(date) + plusDays);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** From the first moment of a day to the last one of another; either may be open. */
export function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }): { start?: string; end?: string } {
  const start = midnight(from, 0);
  const next = midnight(to, 1);
  return { ...(start && { start: start.toISOString() }), ...(next && { end: new Date(next.getTime() - 1).toISOString() }) };
}
