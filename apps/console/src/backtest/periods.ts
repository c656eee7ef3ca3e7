const dayMs = 86_400_000;

/** Periods that can be tried out, with candles so fine that one run stays quick: under 50,000 moments. */
export const periods = {
  '7': { days: 7, interval: '1m' },
  '30': { days: 30, interval: '1m' },
  '90': { days: 90, interval: '5m' },
  '365': { days: 365, interval: '15m' },
} as const;

export type PeriodName = keyof typeof periods;
export const defaultPeriod: PeriodName = '30';

/** A period from an address; another one than these is the usual one. */
export const periodNamed = (name: string | undefined): PeriodName =>
  name !== undefined && name in periods ? (name as PeriodName) : defaultPeriod;

/** From midnight (UTC) so many days ago to the end of today: the same all day, so that what was fetched serves. */
export function spanOf(name: PeriodName, now: number): { readonly startDate: string; readonly endDate: string } {
  const end = (Math.floor(now / dayMs) + 1) * dayMs;
  return { startDate: new Date(end - periods[name].days * dayMs).toISOString(), endDate: new Date(end).toISOString() };
}
