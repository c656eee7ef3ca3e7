import { and, asc, desc, eq, exists, sql as fragment, inArray, isNull, type SQL } from 'drizzle-orm';
import type { TenantContext } from '../database/tenant-context.ts';
import { DbError } from '../db-error.ts';
import { bulkActs, bulkActTargets, userStandings } from '../schema/standings.ts';
import { users } from '../schema/users.ts';
import { userPredicate } from '../standings/user-predicate.ts';
import type { BulkActs, StoredBulkAct } from './bulk-acts.ts';

/** In one statement, so that whom the filter finds is whom it concerns. */
const settle = (organizationId: string, actId: string, matches: SQL) => fragment`
  insert into bulk_act_targets (organization_id, act_id, user_id)
  select ${userStandings.organizationId}, ${actId}::uuid, ${userStandings.userId} from ${userStandings}
  where ${userStandings.organizationId} = ${organizationId}::uuid and ${matches}`;

const isCharged = ({ organizationId, id }: typeof users) => fragment<boolean>`(
  exists (select from subscriptions s where s.organization_id = ${organizationId} and s.user_id = ${id}
    and s.source = 'paypal' and s.state not in ('cancelled', 'expired'))
  or exists (select from checkouts c where c.organization_id = ${organizationId} and c.user_id = ${id} and c.ended_at is null))`;

export function bulkActRepository(context: TenantContext): BulkActs {
  const { organizationId, sql, clock } = context;
  const own = (condition: SQL | undefined) => and(eq(bulkActs.organizationId, organizationId), condition);
  const ofAct = (id: string) => and(eq(bulkActTargets.organizationId, organizationId), eq(bulkActTargets.actId, id));

  async function read(within: typeof sql, condition: SQL | undefined): Promise<StoredBulkAct[]> {
    const rows = await within
      .select({
        id: bulkActs.id,
        act: bulkActs.act,
        reason: bulkActs.reason,
        by: bulkActs.by,
        role: bulkActs.role,
        sessionId: bulkActs.sessionId,
        askedAt: bulkActs.askedAt,
        count: fragment<number>`count(${bulkActTargets.userId})::int`,
        doneCount: fragment<number>`(count(*) filter (where ${bulkActTargets.outcome} = 'done'))::int`,
        refusedCount: fragment<number>`(count(*) filter (where ${bulkActTargets.outcome} = 'refused'))::int`,
        lastAt: fragment<string | null>`max(${bulkActTargets.endedAt})`,
      })
      .from(bulkActs)
      .leftJoin(bulkActTargets, and(eq(bulkActTargets.organizationId, bulkActs.organizationId), eq(bulkActTargets.actId, bulkActs.id)))
      .where(own(condition))
      .groupBy(bulkActs.organizationId, bulkActs.id)
      .orderBy(asc(bulkActs.id));
    // Where none of those who were named is there, nobody is waited for.
    return rows.map(({ lastAt, ...act }) => ({
      ...act,
      endedAt: act.doneCount + act.refusedCount === act.count ? new Date(lastAt ?? act.askedAt) : null,
    }));
  }

  return {
    ask: ({ at, ...asked }, whom) =>
      context.transaction(async (tx) => {
        const id = clock.newId();
        await tx.sql.insert(bulkActs).values({ organizationId, id, ...asked, askedAt: at });
        const matches =
          'ids' in whom
            ? fragment`${userStandings.userId} = any(${fragment.param([...whom.ids])}::uuid[])`
            : userPredicate(organizationId, whom.query, whom.moment);
        await tx.sql.execute(settle(organizationId, id, matches));
        const [made] = await read(tx.sql, eq(bulkActs.id, id));
        if (!made) throw new Error('An act that was just written is not there');
        if ('query' in whom && made.count !== whom.expectedCount) throw new DbError('selectionChanged', { count: made.count });
        return made;
      }),
    async find(id) {
      return (await read(sql, eq(bulkActs.id, id)))[0] ?? null;
    },
    async list({ offset, limit }) {
      const page = sql
        .select({ id: bulkActs.id })
        .from(bulkActs)
        .where(own(undefined))
        .orderBy(desc(bulkActs.id))
        .offset(offset)
        .limit(limit);
      const ids = (await page).map(({ id }) => id);
      return ids.length === 0 ? [] : (await read(sql, inArray(bulkActs.id, ids))).reverse();
    },
    listTargets: (id, { offset, limit }) =>
      sql
        .select({
          userId: bulkActTargets.userId,
          email: users.email,
          outcome: bulkActTargets.outcome,
          code: bulkActTargets.code,
          stopId: bulkActTargets.stopId,
          isCharged: isCharged(users),
        })
        .from(bulkActTargets)
        .innerJoin(users, and(eq(users.organizationId, bulkActTargets.organizationId), eq(users.id, bulkActTargets.userId)))
        .where(ofAct(id))
        .orderBy(fragment`${bulkActTargets.outcome} desc nulls last`, asc(bulkActTargets.userId))
        .offset(offset)
        .limit(limit)
        .execute(),
    listOpen() {
      const waiting = sql
        .select({ one: fragment`1` })
        .from(bulkActTargets)
        .where(
          and(eq(bulkActTargets.organizationId, organizationId), eq(bulkActTargets.actId, bulkActs.id), isNull(bulkActTargets.outcome)),
        );
      return read(sql, exists(waiting));
    },
    async takeNext(id) {
      const [next] = await sql
        .select({ userId: bulkActTargets.userId })
        .from(bulkActTargets)
        .where(and(ofAct(id), isNull(bulkActTargets.outcome)))
        .orderBy(asc(bulkActTargets.userId))
        .limit(1)
        .for('update', { skipLocked: true });
      return next?.userId ?? null;
    },
    async end(id, userId, { at, ...ended }) {
      await sql
        .update(bulkActTargets)
        .set({ ...ended, endedAt: at })
        .where(and(ofAct(id), eq(bulkActTargets.userId, userId), isNull(bulkActTargets.outcome)));
    },
  };
}
