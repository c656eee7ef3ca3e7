import { draftBill, type OrganizationBill } from '@tenbin/billing';
import type { Runtime } from '@tenbin/runtime';
import { and, count, countDistinct, desc, eq, sql as fragment, gte, isNotNull, isNull, lt, max } from 'drizzle-orm';
import type { Sql } from '../database/sql.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import { DbError } from '../db-error.ts';
import { organizationBills } from '../schema/bills.ts';
import { bots } from '../schema/bots.ts';
import { shortest } from '../schema/columns.ts';
import { contractRecords } from '../schema/trading.ts';
import type { AllBills, OrganizationBills } from './organization-bills.ts';

const bills = organizationBills;

function toBill(row: typeof bills.$inferSelect): OrganizationBill {
  const { id, month, facts, lines, totals, status, number, issue, issuedAt, corrects, paidAt } = row;
  const issued = number !== null && issue !== null && issuedAt !== null ? { number, at: issuedAt, ...issue } : null;
  return { id, month, lines, totals, usdRate: facts.usdRate, status, issued, corrects, paidAt };
}

export function organizationBillRepository({ sql, organizationId }: TenantContext): OrganizationBills {
  const issued = and(eq(bills.organizationId, organizationId), isNotNull(bills.number));
  return {
    async list({ offset, limit }) {
      return (await sql.select().from(bills).where(issued).orderBy(desc(bills.number)).offset(offset).limit(limit)).map(toBill);
    },
    async count() {
      return (await sql.select({ count: count() }).from(bills).where(issued))[0]?.count ?? 0;
    },
    async find(id) {
      const [found] = await sql
        .select()
        .from(bills)
        .where(and(issued, eq(bills.id, id)));
      return found ? toBill(found) : null;
    },
  };
}

/** @param transact - runs work in a transaction, or in the one that is open */
export function allBillsRepository(
  transact: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>,
  clock: Pick<Runtime, 'now' | 'newId'>,
): AllBills {
  const one = (organizationId: string, id: string) => and(eq(bills.organizationId, organizationId), eq(bills.id, id));
  const required = ([row]: readonly (typeof bills.$inferSelect)[], id: string): OrganizationBill => {
    if (!row) throw new DbError('billNotFound', { id });
    return toBill(row);
  };
  return {
    draft: (organizationId, facts, corrects = null) =>
      transact(async (sql) => {
        const same = and(
          eq(bills.organizationId, organizationId),
          eq(bills.month, facts.month),
          isNull(bills.number),
          corrects === null ? isNull(bills.corrects) : eq(bills.corrects, corrects),
        );
        await sql.delete(bills).where(same);
        const { lines, totals, ...draft } = draftBill(facts, { id: clock.newId(), corrects });
        const { id, month, status } = draft;
        const row = { organizationId, id, month, facts, lines, totals, corrects, status, createdAt: clock.now() };
        return required(await sql.insert(bills).values(row).returning(), id);
      }),
    issue: (organizationId, id, { at: issuedAt, ...issue }) =>
      transact(async (sql) => {
        // Whoever issues waits for whoever issues: numbers have no gap.
        await sql.execute(fragment`lock table ${bills} in share row exclusive mode`);
        const [last] = await sql.select({ number: max(bills.number) }).from(bills);
        const numbered = { number: (last?.number ?? 0) + 1, issue, issuedAt };
        const draft = and(one(organizationId, id), isNull(bills.number));
        return required(await sql.update(bills).set(numbered).where(draft).returning(), id);
      }),
    listOf: (organizationId, { offset, limit }) =>
      transact(async (sql) => {
        const own = sql.select().from(bills).where(eq(bills.organizationId, organizationId));
        return (await own.orderBy(desc(bills.month), desc(bills.createdAt), desc(bills.id)).offset(offset).limit(limit)).map(toBill);
      }),
    find: (id) =>
      transact(async (sql) => {
        const [row] = await sql.select().from(bills).where(eq(bills.id, id));
        return row ? { ...toBill(row), organizationId: row.organizationId } : null;
      }),
    findIssued: (organizationId, month) =>
      transact(async (sql) => {
        const issued = and(eq(bills.organizationId, organizationId), eq(bills.month, month), isNotNull(bills.number));
        const [row] = await sql.select().from(bills).where(issued).orderBy(desc(bills.number)).limit(1);
        return row ? toBill(row) : null;
      }),
    usageOf: (organizationId, { start, end }) =>
      transact(async (sql) => {
        const [usage] = await sql
          .select({
            activeUsers: countDistinct(bots.userId),
            volume: fragment<string>`coalesce(sum(${contractRecords.volume}), 0)::text`,
          })
          .from(contractRecords)
          .innerJoin(bots, and(eq(bots.organizationId, contractRecords.organizationId), eq(bots.id, contractRecords.botId)))
          .where(
            and(
              eq(contractRecords.organizationId, organizationId),
              gte(contractRecords.createdAt, start),
              lt(contractRecords.createdAt, end),
              isNotNull(bots.userId),
            ),
          );
        return { activeUsers: usage?.activeUsers ?? 0, volume: shortest(usage?.volume ?? '0') };
      }),
    settle: (organizationId, id, status, at) =>
      transact(async (sql) => {
        const issued = and(one(organizationId, id), isNotNull(bills.number));
        const paidAt = status === 'COMPLETED' ? at : null;
        return required(await sql.update(bills).set({ status, paidAt }).where(issued).returning(), id);
      }),
  };
}
