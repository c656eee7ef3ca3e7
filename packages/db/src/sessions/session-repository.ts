import type { Runtime } from '@tenbin/runtime';
import { and, desc, eq, sql as fragment, getTableColumns, inArray, isNotNull, isNull, lte, ne, or } from 'drizzle-orm';
import { lazy } from '../database/lazy.ts';
import type { Sql } from '../database/sql.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import { platformOrganizationId } from '../schema/tenancy.ts';
import { administrators, sessions, users } from '../schema/users.ts';
import type { OwnSessions, Sessions } from './sessions.ts';

const { keyHash: _hash, ...columns } = getTableColumns(sessions);
const id = { id: sessions.id };

export function sessionRepository(sql: Sql, clock: Pick<Runtime, 'newId'>): Sessions {
  const byKeyHash = lazy(() =>
    sql
      .select({ ...columns, staffRole: administrators.role })
      .from(sessions)
      .leftJoin(users, and(eq(users.organizationId, sessions.organizationId), eq(users.id, sessions.subjectId)))
      .leftJoin(
        administrators,
        and(
          or(inArray(sessions.surface, ['organization', 'operator']), isNotNull(sessions.viewerId)),
          // An operator's session is of no organization.
          eq(administrators.organizationId, fragment`coalesce(${sessions.organizationId}, ${platformOrganizationId}::uuid)`),
          eq(administrators.id, fragment`coalesce(${sessions.viewerId}, ${sessions.subjectId})`),
          isNull(administrators.removedAt),
        ),
      )
      .where(and(eq(sessions.keyHash, fragment.placeholder('keyHash')), isNull(users.bannedAt)))
      .prepare('sessionByKeyHash'),
  );
  return {
    async create({ at, ...session }) {
      const [made] = await sql
        .insert(sessions)
        .values({ id: clock.newId(), ...session, createdAt: at, lastUsedAt: at })
        .returning(columns);
      if (!made) throw new Error('An insert returned no row');
      return made;
    },
    async findByKeyHash(keyHash) {
      const [found] = await byKeyHash().execute({ keyHash });
      if (!found) return null;
      const { staffRole: role, ...session } = found;
      return { ...session, role };
    },
    listOf({ surface, subjectId }) {
      const ofSubject = and(eq(sessions.surface, surface), eq(sessions.subjectId, subjectId), isNull(sessions.viewerId));
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
        .where(and(eq(sessions.surface, surface), eq(sessions.subjectId, subjectId), isNull(sessions.viewerId)))
        .orderBy(desc(sessions.createdAt), desc(sessions.id))
        .offset(most);
      return (await sql.delete(sessions).where(inArray(sessions.id, beyond)).returning(id)).map((ended) => ended.id);
    },
    async removeExpired(at) {
      return (await sql.delete(sessions).where(lte(sessions.expiresAt, at)).returning(id)).length;
    },
  };
}

/** Sessions are the platform's: an organization reaches its own by functions that say what it may do with them. */
export const ownSessionRepository = ({ run, clock }: Pick<TenantContext, 'run' | 'clock'>): OwnSessions => ({
  async end(sessionId) {
    await run('select end_session($1)', [sessionId], 'array');
  },
  async endAll({ surface, subjectId }, exceptId) {
    await run('select end_sessions($1, $2, $3)', [surface, subjectId, exceptId ?? null], 'array');
  },
  async openView({ userId, viewerId, viewerSessionId, tokenHash, at, expiresAt }) {
    const sessionId = clock.newId();
    const view = [sessionId, tokenHash, userId, viewerId, viewerSessionId, at, expiresAt];
    return isTrue(await run('select open_view($1, $2, $3, $4, $5, $6, $7)', view, 'array')) ? sessionId : null;
  },
  async claimView(sessionId, { tokenHash, keyHash, since, agent, address }) {
    const claim = [sessionId, tokenHash, keyHash, since, agent, address];
    return isTrue(await run('select claim_view($1, $2, $3, $4, $5, $6)', claim, 'array'));
  },
});

/** What a function answered in its one row. */
const isTrue = (rows: readonly unknown[]): boolean => (rows[0] as readonly unknown[] | undefined)?.[0] === true;

const noViews = () => Promise.reject(new Error('nobody looks on as a user of the platform'));

/** The same of operators, whose sessions are of no organization. @param sql - the platform's */
export const operatorSessionRepository = (sql: Sql): OwnSessions => ({
  async end(sessionId) {
    await sql.delete(sessions).where(and(eq(sessions.surface, 'operator'), eq(sessions.id, sessionId)));
  },
  async endAll({ subjectId }, exceptId) {
    const other = exceptId === undefined ? undefined : ne(sessions.id, exceptId);
    await sql.delete(sessions).where(and(eq(sessions.surface, 'operator'), eq(sessions.subjectId, subjectId), other));
  },
  openView: noViews,
  claimView: noViews,
});
