import type { Balances, Currency } from '@tenbin/market';
import { subtract } from '@tenbin/market';
import { type Activity, addActivity, noActivity } from './activity.ts';
import { summedBps } from './growth.ts';
import { type CurrencyResult, type MoneyResult, type Performance, type PerformanceStart, performanceOf } from './performance.ts';

/** What happened in a day, UTC, and the prices with which it ended. */
export interface DayOfBot {
  /** '2026-01-31'. */
  readonly day: string;
  readonly activity: Activity;
  /** USD for one unit of each of the bot's currencies at its end; null: nobody looked, and the next day tells it. */
  readonly usd: Readonly<Record<Currency, number>> | null;
}

export interface DailyPerformance extends Performance {
  readonly day: string;
}

/**
 * What a bot brought day by day: how much further it stood at a day's end than at the one before. The days add up to the
 * whole, to the last digit.
 *
 * @param days - from the start on, in their order; of a day without prices the next one tells
 */
export function dailyPerformance(start: PerformanceStart, days: readonly DayOfBot[]): DailyPerformance[] {
  const daily: DailyPerformance[] = [];
  let before: Performance | null = null;
  let all = noActivity;
  let since = noActivity;
  for (const { day, activity, usd } of days) {
    all = addActivity(all, activity);
    since = addActivity(since, activity);
    if (usd === null) continue;
    const until = performanceOf(start, all, new Map(Object.entries(usd)));
    daily.push({ day, ...between(before, until, since) });
    before = until;
    since = noActivity;
  }
  return daily;
}

/** How much further `until` stands than `before`. */
function between(before: Performance | null, until: Performance, activity: Activity): Performance {
  const { usd, currencies, volume } = until;
  const { trades, growth, fees, hasEstimate } = activity;
  return {
    usd: lessMoney(usd, before?.usd),
    currencies: Object.fromEntries(
      Object.entries(currencies).map(([currency, result]) => [currency, lessCurrency(result, before?.currencies[currency])]),
    ),
    fees: paid(fees),
    basisPoint: summedBps(growth),
    volume: subtract(volume, before?.volume ?? '0'),
    trades,
    hasEstimate,
  };
}

const lessMoney = (until: MoneyResult, before: MoneyResult | undefined): MoneyResult => ({
  result: subtract(until.result, before?.result ?? '0'),
  againstHolding: subtract(until.againstHolding, before?.againstHolding ?? '0'),
  againstEven: subtract(until.againstEven, before?.againstEven ?? '0'),
  earned: subtract(until.earned, before?.earned ?? '0'),
  price: subtract(until.price, before?.price ?? '0'),
  fees: subtract(until.fees, before?.fees ?? '0'),
  rounding: subtract(until.rounding, before?.rounding ?? '0'),
  flows: subtract(until.flows, before?.flows ?? '0'),
});

const lessCurrency = (until: CurrencyResult, before: CurrencyResult | undefined): CurrencyResult => ({
  change: subtract(until.change, before?.change ?? '0'),
  flows: subtract(until.flows, before?.flows ?? '0'),
  result: subtract(until.result, before?.result ?? '0'),
});

const paid = (fees: Balances): Balances => Object.fromEntries(Object.entries(fees).filter(([, fee]) => fee !== '0'));
