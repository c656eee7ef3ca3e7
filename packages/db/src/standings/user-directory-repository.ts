import type { UserSort } from '@tenbin/accounts';
import { and, asc, desc, eq, sql as fragment, getTableColumns, inArray, type SQL } from 'drizzle-orm';
import type { TenantContext } from '../database/tenant-context.ts';
import { mailBounces } from '../schema/broadcasts.ts';
import { shortest } from '../schema/columns.ts';
import { userNotes, userStandings } from '../schema/standings.ts';
import { subscriptions, userPlans } from '../schema/subscriptions.ts';
import { users } from '../schema/users.ts';
import { monthOfMoment, monthVolume, volumeSince } from './kept-volume.ts';
import type { ListedUser, UserDirectory } from './user-directory.ts';
import { userPredicate } from './user-predicate.ts';
import type { QueryMoment, UserQuery } from './user-query.ts';

const { organizationId: _organization, emailKey: _key, ...columns } = getTableColumns(users);

/** Every order ends with the id, so that pages neither repeat nor leave out anybody. */
const orders: Readonly<Record<UserSort, readonly SQL[]>> = {
  newest: [desc(userStandings.userId)],
  oldest: [asc(userStandings.userId)],
  email: [asc(userStandings.emailKey), asc(userStandings.userId)],
  emailDown: [desc(userStandings.emailKey), desc(userStandings.userId)],
  lastSeen: [fragment`${userStandings.lastSeenAt} desc nulls last`, desc(userStandings.userId)],
  lastSeenUp: [fragment`${userStandings.lastSeenAt} asc nulls first`, asc(userStandings.userId)],
  periodEnd: [fragment`${userStandings.periodEnd} asc nulls last`, desc(userStandings.userId)],
  periodEndDown: [fragment`${userStandings.periodEnd} desc nulls last`, asc(userStandings.userId)],
};

/** As the filter `limitUsedFrom` counts it; a limit of nothing is used up. */
const limitUsed = fragment<number | null>`(case
  when ${userPlans.tradingLimit} is null or ${subscriptions.periodStart} is null then null
  when ${userPlans.tradingLimit} = 0 then 100
  else 100 * coalesce((
    select sum(${fragment.raw(volumeSince('"subscriptions"."period_start"'))})
    from bots b
    where b.organization_id = ${users.organizationId} and b.user_id = ${users.id} and b.last_record_at >= ${subscriptions.periodStart}), 0)
    / ${userPlans.tradingLimit} end)::float8`;

const everPage = 500;

export function userDirectoryRepository({ organizationId, sql }: TenantContext): UserDirectory {
  /** The narrow rows are filtered, ordered and counted off; only those of the page are read whole. */
  const pageOf = (where: SQL | undefined, order: readonly SQL[], { offset, limit }: { readonly offset: number; readonly limit: number }) =>
    sql
      .select({ userId: userStandings.userId })
      .from(userStandings)
      .where(where)
      .orderBy(...order)
      .offset(offset)
      .limit(limit);

  async function whole(ids: readonly string[], { now, isFree }: QueryMoment): Promise<ListedUser[]> {
    if (ids.length === 0) return [];
    const month = monthOfMoment(now);
    const volume = fragment<string>`coalesce((
      select sum(${fragment.raw(monthVolume(month))}) from bots b
      where b.organization_id = ${organizationId}::uuid and b.user_id = ${users.id} and b.last_record_at >= ${month.toISOString()}::timestamptz
    ), 0)::text`;
    const rows = await sql
      .select({
        user: columns,
        lastSeenAt: userStandings.lastSeenAt,
        botCount: userStandings.botCount,
        runningCount: userStandings.runningCount,
        paidUntil: userStandings.paidUntil,
        periodEnd: userStandings.periodEnd,
        planName: userPlans.name,
        volume,
        limitUsed,
        isFlagged: userNotes.isFlagged,
        note: userNotes.note,
        bounceReason: mailBounces.reason,
        bouncedAt: mailBounces.at,
      })
      .from(users)
      .innerJoin(userStandings, and(eq(userStandings.organizationId, users.organizationId), eq(userStandings.userId, users.id)))
      .leftJoin(
        subscriptions,
        and(eq(subscriptions.organizationId, userStandings.organizationId), eq(subscriptions.id, userStandings.subscriptionId)),
      )
      .leftJoin(userPlans, and(eq(userPlans.organizationId, subscriptions.organizationId), eq(userPlans.id, subscriptions.planId)))
      .leftJoin(mailBounces, and(eq(mailBounces.organizationId, users.organizationId), eq(mailBounces.emailKey, users.emailKey)))
      .leftJoin(userNotes, and(eq(userNotes.organizationId, users.organizationId), eq(userNotes.userId, users.id)))
      .where(and(eq(users.organizationId, organizationId), inArray(users.id, [...ids])));
    const found = new Map(
      rows.map(({ user, paidUntil, volume: traded, bounceReason, bouncedAt, ...row }) => [
        user.id,
        {
          ...user,
          ...row,
          isPaid: isFree || (paidUntil !== null && paidUntil > now),
          volumeThisMonth: shortest(traded),
          isFlagged: row.isFlagged ?? false,
          note: row.note ?? '',
          bounce: bouncedAt && { reason: bounceReason ?? '', at: bouncedAt },
        } satisfies ListedUser,
      ]),
    );
    return ids.flatMap((id) => found.get(id) ?? []);
  }
  const idsOf = (rows: readonly { readonly userId: string }[]) => rows.map(({ userId }) => userId);

  return {
    async list(query, { sort = 'newest', offset, limit, ...moment }) {
      return whole(idsOf(await pageOf(userPredicate(organizationId, query, moment), orders[sort], { offset, limit })), moment);
    },
    async count(query, moment) {
      const countOf = (asked: UserQuery) => sql.$count(userStandings, userPredicate(organizationId, asked, moment));
      const { volumeBelow, ...others } = query;
      if (volumeBelow === undefined || others.volumeFrom !== undefined) return countOf(query);
      // Those who traded are few beside the others, and found by an index.
      const [all, traded] = await Promise.all([countOf(others), countOf({ ...others, volumeFrom: volumeBelow })]);
      return all - traded;
    },
    async *all(query, moment, limit = everPage) {
      const matches = userPredicate(organizationId, query, moment);
      for (let last: string | null = null; ; ) {
        const where: SQL = last === null ? matches : fragment`${matches} and ${userStandings.userId} > ${last}::uuid`;
        const ids: string[] = idsOf(await pageOf(where, orders.oldest, { offset: 0, limit }));
        if (ids.length > 0) yield await whole(ids, moment);
        if (ids.length < limit) return;
        last = ids.at(-1) ?? null;
      }
    },
    async find(id, moment) {
      return (await whole([id], moment))[0] ?? null;
    },
    async note(userId, note) {
      const set = { note: note.note, isFlagged: note.isFlagged, by: note.by, at: note.at };
      await sql
        .insert(userNotes)
        .values({ organizationId, userId, ...set })
        .onConflictDoUpdate({ target: [userNotes.organizationId, userNotes.userId], set });
    },
  };
}
