import { factKey, paymentResults } from '@tenbin/billing';
import { and, asc, countDistinct, desc, eq, sql as fragment, getTableColumns, gte, lt } from 'drizzle-orm';
import { publishAccounts, type TenantContext } from '../database/tenant-context.ts';
import { paymentRecords } from '../schema/billing.ts';
import type { Payments } from './payments.ts';

const { organizationId: _organization, factKey: _factKey, ...columns } = getTableColumns(paymentRecords);
/** As `latestFacts` has it. */
const rank = fragment`array_position(array[${fragment.raw(paymentResults.map((result) => `'${result}'`).join(', '))}], ${paymentRecords.result})`;

export function paymentRepository(context: TenantContext): Payments {
  const { sql, organizationId, clock } = context;
  const own = eq(paymentRecords.organizationId, organizationId);
  return {
    async record(facts) {
      if (facts.length === 0) return 0;
      const recordedAt = clock.now();
      const rows = facts.map((fact) => ({ organizationId, factKey: factKey(fact), recordedAt, ...fact }));
      const added = await sql.insert(paymentRecords).values(rows).onConflictDoNothing().returning({ userId: paymentRecords.userId });
      await publishAccounts(
        context,
        added.map(({ userId }) => userId),
      );
      return added.length;
    },
    listFacts(key) {
      return sql
        .select(columns)
        .from(paymentRecords)
        .where(and(own, eq(paymentRecords.key, key)))
        .orderBy(asc(paymentRecords.number))
        .execute();
    },
    async listOfUser(userId, { offset, limit }) {
      const newest = sql
        .selectDistinctOn([paymentRecords.key], columns)
        .from(paymentRecords)
        .where(and(own, eq(paymentRecords.userId, userId)))
        .orderBy(paymentRecords.key, desc(rank))
        .as('newest');
      return sql.select().from(newest).orderBy(desc(newest.at), desc(newest.key)).offset(offset).limit(limit).execute();
    },
    async countOfUser(userId) {
      const [row] = await sql
        .select({ count: countDistinct(paymentRecords.key) })
        .from(paymentRecords)
        .where(and(own, eq(paymentRecords.userId, userId)));
      return row?.count ?? 0;
    },
    listFactsBetween({ start, end }) {
      return sql
        .select(columns)
        .from(paymentRecords)
        .where(and(own, gte(paymentRecords.at, start), lt(paymentRecords.at, end)))
        .orderBy(asc(paymentRecords.at), asc(paymentRecords.number))
        .execute();
    },
  };
}
