import { and, asc, desc, eq, exists, sql as fragment, gt, gte, inArray, isNotNull, isNull, like, lt, or, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { TenantContext } from '../database/tenant-context.ts';
import { bots } from '../schema/bots.ts';
import { subscriptions } from '../schema/subscriptions.ts';
import { users } from '../schema/users.ts';
import { containing } from './email-key.ts';
import type { InvitedUser, ReferralFilter, ReferralLedger } from './referral-ledger.ts';

const referrers = alias(users, 'referrer');

export function referralLedgerRepository({ sql, organizationId }: TenantContext): ReferralLedger {
  const one = { one: fragment`1` };
  const its = { paid: subscriptions, running: bots };
  const hasPaid = exists(
    sql
      .select(one)
      .from(its.paid)
      .where(and(eq(its.paid.organizationId, organizationId), eq(its.paid.userId, users.id), isNotNull(its.paid.paidAt))),
  );
  const isRunning = exists(
    sql
      .select(one)
      .from(its.running)
      .where(
        and(
          eq(its.running.organizationId, organizationId),
          eq(its.running.userId, users.id),
          eq(its.running.active, true),
          isNull(its.running.deletedAt),
        ),
      ),
  );
  const found = ({ start, end, referrer }: ReferralFilter, after?: SQL) =>
    and(
      eq(users.organizationId, organizationId),
      isNotNull(users.referredBy),
      start && gte(users.createdAt, start),
      end && lt(users.createdAt, end),
      referrer === undefined || referrer === '' ? undefined : inArray(users.referredBy, referrersOf(referrer)),
      after,
    );
  const referrersOf = (referrer: string) =>
    sql
      .select({ id: referrers.id })
      .from(referrers)
      .where(
        and(
          eq(referrers.organizationId, organizationId),
          or(eq(referrers.referralCode, referrer.trim().toUpperCase()), like(referrers.emailKey, containing(referrer))),
        ),
      );
  /** People are filtered, ordered and counted off; only those of the page are read whole. */
  async function whole(page: readonly { readonly id: string }[]): Promise<InvitedUser[]> {
    if (page.length === 0) return [];
    const ids = page.map(({ id }) => id);
    const rows = await sql
      .select({
        id: users.id,
        createdAt: users.createdAt,
        email: users.email,
        referrerId: referrers.id,
        referrerEmail: referrers.email,
        referralCode: referrers.referralCode,
        isVerified: isNotNull(users.verifiedAt),
        hasPaid,
        isRunning,
        hasLeft: isNotNull(users.deletedAt),
      })
      .from(users)
      .innerJoin(referrers, and(eq(referrers.organizationId, organizationId), eq(referrers.id, users.referredBy)))
      .where(and(eq(users.organizationId, organizationId), inArray(users.id, ids)));
    const known = new Map((rows as InvitedUser[]).map((row) => [row.id, row]));
    return ids.flatMap((id) => known.get(id) ?? []);
  }
  const idsOf = (filter: ReferralFilter, after?: SQL) => sql.select({ id: users.id }).from(users).where(found(filter, after));
  return {
    async list(filter, { offset, limit }) {
      return whole(await idsOf(filter).orderBy(desc(users.createdAt), desc(users.id)).offset(offset).limit(limit));
    },
    async count(filter) {
      return sql.$count(users, found(filter));
    },
    async *pages(filter, limit = 500) {
      for (let last: InvitedUser | undefined; ; ) {
        const { createdAt, id } = users;
        const after = last && or(gt(createdAt, last.createdAt), and(eq(createdAt, last.createdAt), gt(id, last.id)));
        const rows = await whole(await idsOf(filter, after).orderBy(asc(createdAt), asc(id)).limit(limit));
        if (rows.length > 0) yield rows;
        if (rows.length < limit) return;
        last = rows.at(-1);
      }
    },
  };
}
