const hourMs = 3_600_000;
const yearMs = 365 * 24 * hourMs;

/** A higher yearly rate says only that too little was seen; percent. */
const highestRate = 1_000_000;

export interface AnnualRateQuery {
  /** ln of how much the geometric mean has grown since the start; null before the first fill. */
  readonly growth: number | null;
  /** Time running; time while stopped does not count. */
  readonly runningMs: number;
  /** How many times faster than real time the market runs. 1 for a real exchange. */
  readonly timeScale?: number;
}

/**
 * What the growth so far amounts to in a year of 365 days: exp(growth · year / t) − 1.
 *
 * @returns percent, rounded to 2 decimals; null where there is nothing to say: no fill yet, under one hour of the
 * market's time, or a rate above 1 000 000 %
 */
export function annualRate({ growth, runningMs, timeScale = 1 }: AnnualRateQuery): number | null {
  const marketMs = runningMs * timeScale;
  if (growth === null || !(marketMs >= hourMs)) return null;
  const percent = 100 * Math.expm1((growth * yearMs) / marketMs);
  if (!(percent <= highestRate)) return null;
  return Math.round(percent * 100) / 100 || 0;
}
