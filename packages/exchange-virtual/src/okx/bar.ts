import { type Interval, intervals, isInterval } from '../candles/interval.ts';
import { wrongParameter } from './okx-error.ts';

/** OKX's names of intervals begin hours and more with a capital, and may end in `utc`. */
const pattern = /^(\d+)([mHDWM])(?:utc)?$/;

/**
 * @returns undefined when there is no such interval. Days begin at midnight UTC whether or not the name says so
 * (OKX's begin in Hong Kong unless it does).
 */
export function intervalOf(bar: string): Interval | undefined {
  const [, count = '', unit = ''] = pattern.exec(bar) ?? [];
  const name = count + (unit === 'M' ? unit : unit.toLowerCase());
  return isInterval(name) && intervals[name] >= intervals['1m'] ? name : undefined;
}

/** @throws {OkxError} 51000 */
export function requireInterval(bar: string): Interval {
  const interval = intervalOf(bar);
  if (!interval) throw wrongParameter('bar');
  return interval;
}
