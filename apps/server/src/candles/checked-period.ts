import { type CandleInterval, intervalMsOf } from '@tenbin/market';
import { Refusal } from '../route/refusal.ts';
import { dayMs } from './utc-day.ts';

/** A year of minutes and a little more. */
const maxCandles = 550_000;
const maxDays = 4_000;

export interface CheckedPeriod {
  /** First opening that may be there, epoch milliseconds. */
  readonly start: number;
  /** End of the last candle that is over; no candle opens from here on. */
  readonly end: number;
}

/**
 * A period as somebody asked for it, cut to what can be there: whole candles, and none that is not over.
 *
 * @param period - `end` is not included
 * @throws {Refusal} `periodInvalid`, `periodTooLong`
 */
export function checkedPeriod({ start, end }: { start: Date; end: Date }, interval: CandleInterval, now: Date): CheckedPeriod {
  const length = intervalMsOf(interval);
  const period = {
    start: Math.ceil(start.getTime() / length) * length,
    end: Math.floor(Math.min(end.getTime(), now.getTime()) / length) * length,
  };
  if (!(period.start < period.end)) throw new Refusal('periodInvalid');
  const candles = (period.end - period.start) / length;
  const most = Math.min(maxCandles, maxDays * (dayMs / length));
  if (candles > most) throw new Refusal('periodTooLong', { facts: { candles, most } });
  return period;
}
