import type { BroadcastKind, LeftOutReason } from '@tenbin/accounts';
import { and, arrayContains, eq, exists, sql as fragment, inArray, type SQL } from 'drizzle-orm';
import type { Sql } from '../database/sql.ts';
import { mailBounces } from '../schema/broadcasts.ts';
import { organizations } from '../schema/organizations.ts';
import { userStandings } from '../schema/standings.ts';
import { users } from '../schema/users.ts';
import { userPredicate } from '../standings/user-predicate.ts';
import type { UserQuery } from '../standings/user-query.ts';
import type { Audience } from './broadcasts.ts';

const momentOf = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));

function queryOf({ userIds: _named, ...filter }: Audience): UserQuery {
  return {
    ...filter,
    periodEndsFrom: momentOf(filter.periodEndsFrom),
    periodEndsBefore: momentOf(filter.periodEndsBefore),
    seenFrom: momentOf(filter.seenFrom),
    seenBefore: momentOf(filter.seenBefore),
    cameFrom: momentOf(filter.cameFrom),
    cameBefore: momentOf(filter.cameBefore),
  };
}

/** Who is meant, whether they are mailed or not: whom the list of users finds by the same filter. */
export async function audiencePredicate(sql: Sql, organizationId: string, audience: Audience, now: Date): Promise<SQL | undefined> {
  const { userIds } = audience;
  const [own] = await sql.select({ isFree: organizations.isFree }).from(organizations).where(eq(organizations.id, organizationId));
  const found = sql
    .select({ userId: userStandings.userId })
    .from(userStandings)
    .where(userPredicate(organizationId, queryOf(audience), { now, isFree: own?.isFree ?? false }));
  return and(
    eq(users.organizationId, organizationId),
    inArray(users.id, found),
    userIds === null ? undefined : inArray(users.id, [...userIds]),
  );
}

/** Why a user is not mailed; null: they are. The same when they are counted, when it begins, and when it is their turn. */
export function leftOutReason(sql: Sql, kind: BroadcastKind): SQL<LeftOutReason | null> {
  const bounces = sql
    .select({ one: fragment`1` })
    .from(mailBounces)
    .where(and(eq(mailBounces.organizationId, users.organizationId), eq(mailBounces.emailKey, users.emailKey)));
  return fragment<LeftOutReason | null>`case
    when ${users.bannedAt} is not null then 'banned'
    when ${users.verifiedAt} is null then 'unverified'
    when ${exists(bounces)} then 'bounced'
    when ${kind === 'news' ? arrayContains(users.mutedMails, ['news']) : fragment`false`} then 'unsubscribed'
  end`;
}
