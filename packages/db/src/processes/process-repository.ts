import type { Runtime } from '@tenbin/runtime';
import { and, asc, eq, sql as fragment } from 'drizzle-orm';
import type { Sql } from '../database/sql.ts';
import { processes } from '../schema/platform.ts';
import type { Processes } from './processes.ts';

const now = fragment`now()`;

export function processRepository(sql: Sql, clock: Pick<Runtime, 'newId'>): Processes {
  return {
    async register(process) {
      const id = clock.newId();
      await sql.insert(processes).values({ id, ...process, startedAt: now, reportedAt: now });
      return id;
    },
    async report(id, facts) {
      const its = eq(processes.id, id);
      return (await sql.update(processes).set({ facts, reportedAt: now }).where(its).returning({ id: processes.id })).length > 0;
    },
    async leave(id) {
      await sql.delete(processes).where(eq(processes.id, id));
    },
    list() {
      return sql
        .select({
          id: processes.id,
          kind: processes.kind,
          name: processes.name,
          startedAt: processes.startedAt,
          reportedAt: processes.reportedAt,
          silentSeconds: fragment<number>`greatest(0, extract(epoch from now() - ${processes.reportedAt}))::float8`,
          facts: processes.facts,
        })
        .from(processes)
        .orderBy(asc(processes.id))
        .execute();
    },
    async removeSilent(kind, olderThanMs) {
      const isSilent = fragment`${processes.reportedAt} < now() - ${olderThanMs}::float8 * interval '1 millisecond'`;
      await sql.delete(processes).where(and(eq(processes.kind, kind), isSilent));
    },
  };
}
