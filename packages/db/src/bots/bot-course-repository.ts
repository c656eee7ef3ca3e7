import { courseTypes } from '@tenbin/bots';
import { and, eq, sql as fragment, getTableColumns, notInArray } from 'drizzle-orm';
import type { TenantContext } from '../database/tenant-context.ts';
import { botCourses } from '../schema/bots.ts';
import type { BotCourses } from './bot-courses.ts';

const { organizationId: _organization, ...columns } = getTableColumns(botCourses);

export function botCourseRepository({ organizationId, sql, clock }: TenantContext): BotCourses {
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
    async list() {
      const found = await sql.select(columns).from(botCourses).where(own);
      return found.sort((a, b) => courseTypes.indexOf(a.type) - courseTypes.indexOf(b.type));
    },
    async replace(courses) {
      await sql.delete(botCourses).where(
        and(
          own,
          notInArray(
            botCourses.type,
            courses.map(({ type }) => type),
          ),
        ),
      );
      const given = (column: string) => fragment.raw(`excluded.${column}`);
      const backTest = fragment`case when ${botCourses.strategy} = ${given('strategy')} then ${botCourses.backTest} end`;
      for (const course of courses)
        await sql
          .insert(botCourses)
          .values({ organizationId, id: clock.newId(), backTest: null, ...course })
          .onConflictDoUpdate({
            target: [botCourses.organizationId, botCourses.type],
            set: { title: given('title'), description: given('description'), strategy: given('strategy'), backTest },
          });
    },
    async saveBackTest(id, backTest) {
      await sql
        .update(botCourses)
        .set({ backTest })
        .where(and(own, eq(botCourses.id, id)));
    },
    async save({ type, ...content }) {
      const [saved] = await sql
        .insert(botCourses)
        .values({ organizationId, id: clock.newId(), type, ...content })
        .onConflictDoUpdate({ target: [botCourses.organizationId, botCourses.type], set: content })
        .returning(columns);
      if (!saved) throw new Error('An upsert returned no row');
      return saved;
    },
  };
}
