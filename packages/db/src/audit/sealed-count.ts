import { and, eq, gte, lt, max, min, sum } from 'drizzle-orm';
import type { Sql } from '../database/sql.ts';
import { auditDays } from '../schema/audit.ts';
import { platformOrganizationId } from '../schema/tenancy.ts';

/** Entries of whole days that were counted when they were sealed, from a moment to before another. */
export interface SealedCount {
  readonly entries: number;
  readonly from: Date;
  readonly until: Date;
}

interface Period {
  readonly start?: Date | undefined;
  readonly end?: Date | undefined;
}

const dayMs = 86_400_000;
const dayText = (dayNumber: number): string => new Date(dayNumber * dayMs).toISOString().slice(0, 10);
const dayStart = (day: string): Date => new Date(`${day}T00:00:00Z`);

/**
 * What of a period is already counted: a link of the chain has its day's entries, and no day between two links is without one.
 *
 * @param owner - null: the platform
 * @returns null where no sealed day lies whole in the period
 */
export async function sealedCount(sql: Sql, owner: string | null, { start, end }: Period): Promise<SealedCount | null> {
  const [found] = await sql
    .select({ first: min(auditDays.day), last: max(auditDays.day), entries: sum(auditDays.entries) })
    .from(auditDays)
    .where(
      and(
        eq(auditDays.organizationId, owner ?? platformOrganizationId),
        start && gte(auditDays.day, dayText(Math.ceil(start.getTime() / dayMs))),
        end && lt(auditDays.day, dayText(Math.floor(end.getTime() / dayMs))),
      ),
    );
  if (!found?.first || !found.last) return null;
  return { entries: Number(found.entries), from: dayStart(found.first), until: new Date(dayStart(found.last).getTime() + dayMs) };
}
