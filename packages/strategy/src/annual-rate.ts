const dayMs = 24 * 3_600_000;
const yearMs = 365 * dayMs;

/** Less of the market's time says nothing about a year. */
const leastMs = dayMs;
/** Less of the market's time says little about a year. */
const settledMs = 7 * dayMs;

/** A higher yearly rate says only that too little was seen; percent. */
const highestRate = 1_000_000;

export interface AnnualRateQuery {
  /** ln of how much the geometric mean has grown since the start, profit only; null before the first fill. */
  readonly growth: number | null;
  /** Time running up to the moment of looking; time while stopped does not count. */
  readonly runningMs: number;
  /** How many times faster than real time the market runs. 1 for a real exchange. */
  readonly timeScale?: number;
}

/**
 * What the growth so far amounts to in a year of 365 days: exp(growth · year / t) − 1. The time goes on without fills, so
 * silence lowers it.
 *
 * @returns percent, rounded to 2 decimals; null where there is nothing to say: no fill yet, under 24 hours of the
 * market's time, or a rate above 1 000 000 %
 */
export function annualRate({ growth, runningMs, timeScale = 1 }: AnnualRateQuery): number | null {
  const marketMs = runningMs * timeScale;
  if (growth === null || !(marketMs >= leastMs)) return null;
  const percent = 100 * Math.expm1((growth * yearMs) / marketMs);
  if (!(percent <= highestRate)) return null;
  return Math.round(percent * 100) / 100 || 0;
}

/** Whether a yearly rate rests on so little, under 7 days of the market's time, that it must be marked. */
export const isProvisionalRate = ({ runningMs, timeScale = 1 }: Pick<AnnualRateQuery, 'runningMs' | 'timeScale'>): boolean =>
  runningMs * timeScale < settledMs;
