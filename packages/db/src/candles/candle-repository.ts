import { and, asc, between, eq, lt, sql as query, type SQL } from 'drizzle-orm';
import type { Sql } from '../database/sql.ts';
import { candleBlocks } from '../schema/platform.ts';
import { encodeCandles } from './candle-codec.ts';
import type { CandleDay, CandleSeries, CandleStore, DaySpan } from './candle-store.ts';

/** Of minutes about 2 MB: one statement holds up others for a moment only. */
const daysAtOnce = 100;
const dayMs = 86_400_000;
const clearedAtOnce = 500;
const clearingLock = 8_436_200_003;
/** What a row takes besides its block. */
const rowBytes = 150;

export function candleRepository(sql: Sql, transact: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>): CandleStore {
  async function loadSpan(series: CandleSeries, span: DaySpan): Promise<CandleDay[]> {
    const { day, count } = candleBlocks;
    // As base64: the embedded database's driver reads a byte array ten times as slowly.
    const block = query<string>`encode(${candleBlocks.block}, 'base64')`;
    const rows = await sql.select({ day, count, block }).from(candleBlocks).where(within(series, span)).orderBy(asc(day));
    return rows.map((row) => ({ ...row, block: Buffer.from(row.block, 'base64') }));
  }

  return {
    async loadDays(series, span) {
      const found: CandleDay[] = [];
      for (const part of daySpans(span, daysAtOnce)) found.push(...(await loadSpan(series, part)));
      return found;
    },
    async saveDays({ source, pair, intervalMs }, days) {
      const encoded = Array.from(days, ([day, candles]) => ({ day, count: candles.length, block: encodeCandles(candles) }));
      if (encoded.length === 0) return [];
      await sql
        .insert(candleBlocks)
        .values(encoded.map((one) => ({ source, pair, intervalMs, ...one })))
        .onConflictDoUpdate({
          target: [candleBlocks.source, candleBlocks.pair, candleBlocks.intervalMs, candleBlocks.day],
          set: { count: query`excluded.count`, block: query`excluded.block` },
        });
      return encoded;
    },
    async noteAsked(series, span, on) {
      const isNews = lt(candleBlocks.askedOn, on);
      await sql
        .update(candleBlocks)
        .set({ askedOn: on })
        .where(and(within(series, span), isNews));
    },
    clear({ maxBytes, askedSince }) {
      const kept = query`sum(octet_length(block) + ${rowBytes}::int) over (order by asked_on desc, day desc, source, pair, interval_ms)`;
      const excess = query`select source, pair, interval_ms, day
        from (select source, pair, interval_ms, day, asked_on, ${kept} as kept from candle_blocks) ranked
        where asked_on < ${askedSince}::date or kept > ${maxBytes}::bigint
        order by asked_on, day limit ${clearedAtOnce}`;
      return transact(async (own) => {
        const [lock] = await own.execute<{ taken: boolean }>(query`select pg_try_advisory_xact_lock(${clearingLock}::bigint) as taken`);
        if (lock?.taken !== true) return 0;
        const deleted = await own
          .delete(candleBlocks)
          .where(query`(source, pair, interval_ms, day) in (${excess})`)
          .returning({ day: candleBlocks.day });
        return deleted.length;
      });
    },
  };
}

/** A span in parts of so many days. */
function daySpans({ first, last }: DaySpan, daysAtOnce: number): DaySpan[] {
  const [from, to] = [Date.parse(first), Date.parse(last)];
  const nameOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
  const parts: DaySpan[] = [];
  for (let at = from; at <= to; at += daysAtOnce * dayMs)
    parts.push({ first: nameOf(at), last: nameOf(Math.min(to, at + (daysAtOnce - 1) * dayMs)) });
  return parts;
}

const within = ({ source, pair, intervalMs }: CandleSeries, { first, last }: DaySpan): SQL | undefined =>
  and(
    eq(candleBlocks.source, source),
    eq(candleBlocks.pair, pair),
    eq(candleBlocks.intervalMs, intervalMs),
    between(candleBlocks.day, first, last),
  );
