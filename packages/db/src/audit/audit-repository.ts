import { and, asc, desc, eq, gt, isNull, type SQL } from 'drizzle-orm';
import type { Sql } from '../database/drizzle-database.ts';
import { newId } from '../ids.ts';
import { auditEntries } from '../schema/audit.ts';
import type { AuditListener, AuditLog, StoredAuditEntry } from './audit.ts';

interface Scope {
  readonly sql: Sql;
  /** Null: the platform's. */
  readonly organizationId: string | null;
  readonly onEntry: AuditListener | undefined;
}

/** The listener is told first: what cannot be stored has been said at least. */
export function auditRepository({ sql, organizationId, onEntry }: Scope): AuditLog {
  const own = organizationId === null ? isNull(auditEntries.organizationId) : eq(auditEntries.organizationId, organizationId);
  return {
    async append(entry) {
      const stored = { id: newId(), organizationId, ...entry };
      onEntry?.(stored);
      await sql.insert(auditEntries).values(stored);
    },
    async *ofActor(actorId, page = 500) {
      let last: string | null = null;
      for (;;) {
        const after: SQL | undefined = last === null ? undefined : gt(auditEntries.id, last);
        const entries = (await sql
          .select()
          .from(auditEntries)
          .where(and(own, eq(auditEntries.actorId, actorId), after))
          .orderBy(asc(auditEntries.id))
          .limit(page)) as StoredAuditEntry[];
        if (entries.length > 0) yield entries;
        if (entries.length < page) return;
        last = entries.at(-1)?.id ?? null;
      }
    },
    list({ offset, limit }) {
      return sql.select().from(auditEntries).where(own).orderBy(desc(auditEntries.id)).offset(offset).limit(limit).execute() as ReturnType<
        AuditLog['list']
      >;
    },
  };
}
