export const dayMs = 86_400_000;

/** '2026-01-31', of a moment in epoch milliseconds. */
export const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** When a day begins, epoch milliseconds. */
export const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** The days that hold the moments from `start` up to `end`, the latter not included. */
export function utcDays(start: number, end: number): string[] {
  const first = Math.floor(start / dayMs);
  const count = Math.ceil(end / dayMs) - first;
  return Array.from({ length: Math.max(0, count) }, (_, index) => utcDay((first + index) * dayMs));
}
