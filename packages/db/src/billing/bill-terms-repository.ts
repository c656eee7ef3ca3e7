import { desc, eq } from 'drizzle-orm';
import type { Sql } from '../database/sql.ts';
import { billIssuers, usdRates } from '../schema/bills.ts';
import { shortest } from '../schema/columns.ts';
import type { BillTerms, MonthRate } from './bill-terms.ts';

const toRate = (row: MonthRate): MonthRate => ({ ...row, yenPerUsd: shortest(row.yenPerUsd) });

export function billTermsRepository(sql: Sql): BillTerms {
  return {
    findIssuer: async () => (await sql.select().from(billIssuers))[0]?.issuer ?? null,
    async setIssuer(issuer) {
      await sql.insert(billIssuers).values({ issuer }).onConflictDoUpdate({ target: billIssuers.id, set: { issuer } });
    },
    async findRate(month) {
      const [row] = await sql.select().from(usdRates).where(eq(usdRates.month, month));
      return row ? toRate(row) : null;
    },
    async setRate({ month, ...rate }) {
      await sql
        .insert(usdRates)
        .values({ month, ...rate })
        .onConflictDoUpdate({ target: usdRates.month, set: rate });
    },
    listRates: async (limit) => (await sql.select().from(usdRates).orderBy(desc(usdRates.month)).limit(limit)).map(toRate),
  };
}
