import { and, eq, sql as fragment } from 'drizzle-orm';
import type { Sql } from '../database/sql.ts';
import { exchangeTurns } from '../schema/platform.ts';
import type { ExchangeTurns } from './exchange-turns.ts';

/** After the row's lock is had, so that the times of two transactions never go back. */
const nowMs = fragment<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`;

export function exchangeTurnRepository(transact: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>): ExchangeTurns {
  return {
    take: ({ exchange, from }, { keepMs, decide }) =>
      transact(async (sql) => {
        await sql.insert(exchangeTurns).values({ exchange, from, taken: [] }).onConflictDoNothing();
        const isThis = and(eq(exchangeTurns.exchange, exchange), eq(exchangeTurns.from, from));
        const [row] = await sql.select({ taken: exchangeTurns.taken }).from(exchangeTurns).where(isThis).for('update');
        const [clock] = await sql.select({ now: nowMs }).from(exchangeTurns).where(isThis);
        const now = Number(clock?.now ?? 0);
        const kept = (row?.taken ?? []).filter((at) => now - at < keepMs);
        const count = decide(kept.map((at) => now - at));
        const taken = [...kept, ...Array.from({ length: count }, () => now)];
        if (count > 0) await sql.update(exchangeTurns).set({ taken }).where(isThis);
        return count;
      }),
  };
}
