import { and, eq, sql as fragment, lt } from 'drizzle-orm';
import type { Sql } from '../database/sql.ts';
import { exchangeHalts } from '../schema/platform.ts';
import type { ExchangeHalts } from './exchange-halts.ts';

export function exchangeHaltRepository(sql: Sql): ExchangeHalts {
  return {
    async extend({ exchange, from }, forMs) {
      const until = fragment`now() + ${forMs}::float8 * interval '1 millisecond'`;
      await sql.delete(exchangeHalts).where(lt(exchangeHalts.until, fragment`now()`));
      await sql
        .insert(exchangeHalts)
        .values({ exchange, from, until })
        .onConflictDoUpdate({
          target: [exchangeHalts.exchange, exchangeHalts.from],
          set: { until: fragment`greatest(${exchangeHalts.until}, excluded.until)` },
        });
    },
    async remainingMs({ exchange, from }) {
      const remaining = fragment<number>`greatest(0, extract(epoch from ${exchangeHalts.until} - now()) * 1000)::float8`;
      const [halt] = await sql
        .select({ remaining })
        .from(exchangeHalts)
        .where(and(eq(exchangeHalts.exchange, exchange), eq(exchangeHalts.from, from)));
      return Number(halt?.remaining ?? 0);
    },
  };
}
