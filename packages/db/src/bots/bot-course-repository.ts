import { and, asc, eq, getTableColumns } from 'drizzle-orm';
import type { TenantContext } from '../database/tenant-context.ts';
import { newId } from '../ids.ts';
import { botCourses } from '../schema/bots.ts';
import type { BotCourses } from './bot-courses.ts';

const { organizationId: _organization, ...columns } = getTableColumns(botCourses);

export function botCourseRepository({ organizationId, sql }: TenantContext): BotCourses {
  const own = eq(botCourses.organizationId, organizationId);
  return {
    async find(id) {
      return (
        (
          await sql
            .select(columns)
            .from(botCourses)
            .where(and(own, eq(botCourses.id, id)))
        )[0] ?? null
      );
    },
    list() {
      return sql.select(columns).from(botCourses).where(own).orderBy(asc(botCourses.id)).execute();
    },
    async saveBackTest(id, backTest) {
      await sql
        .update(botCourses)
        .set({ backTest })
        .where(and(own, eq(botCourses.id, id)));
    },
    async save({ type, pairs, ...course }) {
      const content = { ...course, pairs: [...pairs] };
      const [saved] = await sql
        .insert(botCourses)
        .values({ organizationId, id: newId(), type, ...content })
        .onConflictDoUpdate({ target: [botCourses.organizationId, botCourses.type], set: content })
        .returning(columns);
      if (!saved) throw new Error('An upsert returned no row');
      return saved;
    },
  };
}
