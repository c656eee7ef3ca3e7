import type { CandleStretch } from '@tenbin/backtest';
import { decodeCandles, type Exchange } from '@tenbin/db';
import { type CandleInterval, candleIntervals, intervalMsOf, type PairName } from '@tenbin/market';
import type { CandleService, LoadedDay } from '../candles/candle-service.ts';
import { type CheckedPeriod, checkedPeriod } from '../candles/checked-period.ts';
import { dayMs, startOfDay } from '../candles/utc-day.ts';
import type { Asker } from '../limits/places.ts';
import { Refusal } from '../route/refusal.ts';

export interface SeriesQuery {
  readonly pairs: readonly PairName[];
  readonly start: Date;
  readonly end: Date;
  readonly now: Date;
  /** Null: the finest that the exchange has nearly the whole period of. */
  readonly interval: CandleInterval | null;
  /** See `CandleQuery`. */
  readonly asker: Asker | null;
}

export interface LoadedSeries extends CheckedPeriod {
  readonly interval: CandleInterval;
  readonly series: readonly { readonly pair: PairName; readonly blocks: readonly Uint8Array[] }[];
}

/** A month of minutes: what is taken for fine enough where nobody asks for a certain interval. */
const finestCandles = 31 * 1440;
/** What counts as nearly the whole period. */
const nearlyAll = 0.9;
/** A year of minutes of three pairs and a little more. */
const maxPairCandles = 1_650_000;

/** @throws {Refusal} `periodInvalid`, `periodTooLong`, and as `loadDays`; {ExchangeError} */
export async function loadSeries(exchange: Exchange, { interval, ...query }: SeriesQuery, candles: CandleService): Promise<LoadedSeries> {
  if (interval !== null) return (await loadIn(interval, { exchange, query, candles })).loaded;
  const length = query.end.getTime() - query.start.getTime();
  const choices = candleIntervals.filter((one) => one === '1d' || length / intervalMsOf(one) <= finestCandles);
  let best: Covered | null = null;
  for (const choice of choices) {
    const found = await loadIn(choice, { exchange, query, candles });
    if (best === null || found.coverage > best.coverage) best = found;
    if (found.coverage >= nearlyAll) break;
  }
  if (best === null) throw new Error('there is no interval');
  return best.loaded;
}

interface Covered {
  readonly loaded: LoadedSeries;
  /** The share of candles that are there, of the pair that has the fewest. */
  readonly coverage: number;
}

async function loadIn(
  interval: CandleInterval,
  { exchange, query, candles }: { exchange: Exchange; query: Omit<SeriesQuery, 'interval'>; candles: CandleService },
): Promise<Covered> {
  const period = checkedPeriod(query, interval, query.now);
  requireSize(period, intervalMsOf(interval), query.pairs.length);
  const { asker } = query;
  const loaded = await Promise.all(
    query.pairs.map(async (pair) => ({ pair, days: await candles.loadDays(exchange, { pair, interval, ...period, asker }) })),
  );
  const coverages = loaded.map(({ days }) => coverageOf(days, { ...period, intervalMs: intervalMsOf(interval) }));
  return {
    loaded: { ...period, interval, series: loaded.map(({ pair, days }) => ({ pair, blocks: days.map(({ block }) => block) })) },
    coverage: Math.min(...coverages),
  };
}

/** Before anything is loaded. @throws {Refusal} `periodTooLong` */
function requireSize({ start, end }: CheckedPeriod, intervalMs: number, series: number): void {
  const candles = (end - start) / intervalMs;
  const most = Math.floor(maxPairCandles / series);
  if (candles > most) throw new Refusal('periodTooLong', { facts: { candles, most } });
}

/** How much of a period is there. Days that reach beyond it are looked into. */
function coverageOf(days: readonly LoadedDay[], { start, end, intervalMs }: CheckedPeriod & { intervalMs: number }): number {
  const there = days.reduce((sum, { day, count, block }) => {
    const opens = startOfDay(day);
    const isWithin = opens >= start && opens + dayMs <= end;
    return sum + (isWithin ? count : countWithin(decodeCandles([block]), { start, end }));
  }, 0);
  return (there * intervalMs) / (end - start);
}

const countWithin = (stretches: readonly CandleStretch[], { start, end }: CheckedPeriod): number =>
  stretches.reduce((sum, { at }) => sum + at.filter((opening) => opening >= start && opening < end).length, 0);
