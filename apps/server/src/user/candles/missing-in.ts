import type { LoadedDay } from '../../candles/candle-service.ts';
import { dayMs, startOfDay } from '../../candles/utc-day.ts';

/**
 * How many candles whole days lack.
 *
 * @param bounds - `end`: of the last candle that can be there, epoch milliseconds
 */
export function missingIn(days: readonly LoadedDay[], { end, intervalMs }: { end: number; intervalMs: number }): number {
  return days.reduce((sum, { day, isOpen, count }) => {
    const start = startOfDay(day);
    const over = isOpen ? Math.min(start + dayMs, end) : start + dayMs;
    return sum + (over - start) / intervalMs - count;
  }, 0);
}
