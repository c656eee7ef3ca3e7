import type { Candle } from '@tenbin/market';
import { and, asc, eq, gte, lte } from 'drizzle-orm';
import type { Sql } from '../database/drizzle-database.ts';
import { candleBlocks } from '../schema/platform.ts';
import { decodeCandles, encodeCandles } from './candle-codec.ts';
import type { CandleSeries, CandleStore } from './candle-store.ts';

const dayOf = (at: number | Date): string => new Date(at).toISOString().slice(0, 10);

interface Period {
  readonly start: Date;
  readonly end: Date;
}

/** @param transaction - runs work in a transaction of the platform */
export function candleRepository(sql: Sql, transaction: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>): CandleStore {
  const ofSeries = ({ source, pair, intervalMs }: CandleSeries) =>
    and(eq(candleBlocks.source, source), eq(candleBlocks.pair, pair), eq(candleBlocks.intervalMs, intervalMs));

  async function loadBlocks(series: CandleSeries, { start, end }: Period): Promise<Uint8Array[]> {
    const within = and(ofSeries(series), gte(candleBlocks.day, dayOf(start)), lte(candleBlocks.day, dayOf(end)));
    const rows = await sql.select({ block: candleBlocks.block }).from(candleBlocks).where(within).orderBy(asc(candleBlocks.day));
    return rows.map(({ block }) => block);
  }

  /** The day's stored candles and the new ones; a new one takes the place of that of the same moment. */
  async function saveDay(tx: Sql, series: CandleSeries, day: string, fresh: readonly Candle[]): Promise<void> {
    const ofDay = and(ofSeries(series), eq(candleBlocks.day, day));
    const [stored] = await tx.select({ block: candleBlocks.block }).from(candleBlocks).where(ofDay).for('update');
    const byMoment = new Map((stored ? decodeCandles(stored.block) : []).map((candle) => [candle.at, candle]));
    for (const candle of fresh) byMoment.set(candle.at, candle);
    const all = [...byMoment.values()].sort((a, b) => a.at - b.at);
    const content = { count: all.length, block: encodeCandles(all) };
    await tx
      .insert(candleBlocks)
      .values({ ...series, day, ...content })
      .onConflictDoUpdate({ target: [candleBlocks.source, candleBlocks.pair, candleBlocks.intervalMs, candleBlocks.day], set: content });
  }

  return {
    loadBlocks,
    async load(series, period) {
      const candles = (await loadBlocks(series, period)).flatMap(decodeCandles);
      return candles.filter(({ at }) => at >= period.start.getTime() && at < period.end.getTime());
    },
    save(series, candles) {
      const { source, pair, intervalMs } = series;
      return transaction(async (tx) => {
        for (const [day, ofDay] of Map.groupBy(candles, ({ at }) => dayOf(at))) await saveDay(tx, { source, pair, intervalMs }, day, ofDay);
      });
    },
  };
}
