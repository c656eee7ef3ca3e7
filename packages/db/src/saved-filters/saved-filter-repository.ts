import { and, asc, eq, getTableColumns, or } from 'drizzle-orm';
import type { TenantContext } from '../database/tenant-context.ts';
import { DbError } from '../db-error.ts';
import { savedFilters } from '../schema/standings.ts';
import { administrators } from '../schema/users.ts';
import { maxSavedFilters, type SavedFilters } from './saved-filters.ts';

const { organizationId: _organization, savedAt: _at, ...columns } = getTableColumns(savedFilters);

export function savedFilterRepository({ organizationId, sql, clock, transaction }: TenantContext): SavedFilters {
  const own = eq(savedFilters.organizationId, organizationId);
  const seenBy = (by: string) => or(eq(savedFilters.by, by), eq(savedFilters.isShared, true));
  return {
    list: (list, by) =>
      sql
        .select(columns)
        .from(savedFilters)
        .where(and(own, eq(savedFilters.list, list), seenBy(by)))
        .orderBy(asc(savedFilters.name), asc(savedFilters.id))
        .limit(1000)
        .execute(),
    save: ({ by, list, name, search, isShared }, { replaces, at }) =>
      transaction(async ({ sql: within }) => {
        // One after the other, so that nobody has more than they may.
        await within
          .select({ id: administrators.id })
          .from(administrators)
          .where(and(eq(administrators.organizationId, organizationId), eq(administrators.id, by)))
          .for('no key update');
        const named = and(own, eq(savedFilters.by, by), eq(savedFilters.list, list), eq(savedFilters.name, name));
        const [before = null] = await within.select(columns).from(savedFilters).where(named);
        if (before && !replaces) throw new DbError('savedFilterExists', { name });
        const set = { search, isShared, savedAt: at };
        const [saved] = await within
          .insert(savedFilters)
          .values({ organizationId, id: clock.newId(), by, list, name, ...set })
          .onConflictDoUpdate({ target: [savedFilters.organizationId, savedFilters.by, savedFilters.list, savedFilters.name], set })
          .returning(columns);
        if (!saved) throw new Error('An insert returned no row');
        const count = await within.$count(savedFilters, and(own, eq(savedFilters.by, by)));
        if (count > maxSavedFilters) throw new DbError('tooManySavedFilters', { most: maxSavedFilters });
        return { before, saved };
      }),
    async find(id, by) {
      const [found] = await sql
        .select(columns)
        .from(savedFilters)
        .where(and(own, eq(savedFilters.id, id), seenBy(by)));
      return found ?? null;
    },
    async remove(id) {
      await sql.delete(savedFilters).where(and(own, eq(savedFilters.id, id)));
    },
  };
}
