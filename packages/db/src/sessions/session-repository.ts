import { and, desc, eq, sql as fragment, getTableColumns, inArray, isNull, lte, ne } from 'drizzle-orm';
import type { Sql } from '../database/drizzle-database.ts';
import { lazy } from '../database/lazy.ts';
import { newId } from '../ids.ts';
import { administrators, operators, sessions, users } from '../schema/users.ts';
import type { Sessions } from './sessions.ts';

const { keyHash: _hash, ...columns } = getTableColumns(sessions);
const id = { id: sessions.id };

export function sessionRepository(sql: Sql): Sessions {
  const byKeyHash = lazy(() =>
    sql
      .select({ ...columns, administrator: administrators.role, operator: operators.role })
      .from(sessions)
      .leftJoin(users, and(eq(users.organizationId, sessions.organizationId), eq(users.id, sessions.subjectId)))
      .leftJoin(
        administrators,
        and(
          eq(sessions.surface, 'organization'),
          eq(administrators.organizationId, sessions.organizationId),
          eq(administrators.id, sessions.subjectId),
        ),
      )
      .leftJoin(operators, and(eq(sessions.surface, 'operator'), eq(operators.id, sessions.subjectId)))
      .where(and(eq(sessions.keyHash, fragment.placeholder('keyHash')), isNull(users.bannedAt)))
      .prepare('sessionByKeyHash'),
  );
  return {
    async create({ at, ...session }) {
      const [made] = await sql
        .insert(sessions)
        .values({ id: newId(), ...session, createdAt: at, lastUsedAt: at })
        .returning(columns);
      if (!made) throw new Error('An insert returned no row');
      return made;
    },
    async findByKeyHash(keyHash) {
      const [found] = await byKeyHash().execute({ keyHash });
      if (!found) return null;
      const { administrator, operator, ...session } = found;
      return { ...session, role: administrator ?? operator };
    },
    listOf({ surface, subjectId }) {
      const ofSubject = and(eq(sessions.surface, surface), eq(sessions.subjectId, subjectId));
      return sql.select(columns).from(sessions).where(ofSubject).orderBy(desc(sessions.lastUsedAt), desc(sessions.id)).execute();
    },
    async touch(sessionId, at) {
      await sql.update(sessions).set({ lastUsedAt: at }).where(eq(sessions.id, sessionId));
    },
    async end(sessionId) {
      await sql.delete(sessions).where(eq(sessions.id, sessionId));
    },
    async endAll({ surface, subjectId }, exceptId) {
      const other = exceptId === undefined ? undefined : ne(sessions.id, exceptId);
      const ended = await sql
        .delete(sessions)
        .where(and(eq(sessions.surface, surface), eq(sessions.subjectId, subjectId), other))
        .returning(id);
      return ended.length;
    },
    async endOldest({ surface, subjectId }, most) {
      const beyond = sql
        .select(id)
        .from(sessions)
        .where(and(eq(sessions.surface, surface), eq(sessions.subjectId, subjectId)))
        .orderBy(desc(sessions.createdAt), desc(sessions.id))
        .offset(most);
      return (await sql.delete(sessions).where(inArray(sessions.id, beyond)).returning(id)).map((ended) => ended.id);
    },
    async removeExpired(at) {
      return (await sql.delete(sessions).where(lte(sessions.expiresAt, at)).returning(id)).length;
    },
  };
}
