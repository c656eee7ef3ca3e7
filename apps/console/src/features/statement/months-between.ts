/** The months (UTC) from that of one moment to that of another, '2026-01', the latest first. */
export function monthsBetween(first: Date, last: Date): string[] {
  const months: string[] = [];
  const from = Date.UTC(first.getUTCFullYear(), first.getUTCMonth());
  for (let at = new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth())); at.getTime() >= from; at.setUTCMonth(at.getUTCMonth() - 1))
    months.push(at.toISOString().slice(0, 7));
  return months;
}
