import { and, asc, count, desc, eq, exists, sql as fragment, gt, gte, isNotNull, isNull, like, lt, or, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { TenantContext } from '../database/tenant-context.ts';
import { subscriptions } from '../schema/billing.ts';
import { bots } from '../schema/bots.ts';
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
      start && gte(users.createdAt, start),
      end && lt(users.createdAt, end),
      referrer === undefined || referrer === ''
        ? undefined
        : or(eq(referrers.referralCode, referrer.trim().toUpperCase()), like(referrers.emailKey, containing(referrer))),
      after,
    );
  const ofReferrer = and(eq(referrers.organizationId, organizationId), eq(referrers.id, users.referredBy));
  const rowsOf = (filter: ReferralFilter, after?: SQL) =>
    sql
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
      })
      .from(users)
      .innerJoin(referrers, ofReferrer)
      .where(found(filter, after));
  return {
    async list(filter, { offset, limit }) {
      const page = rowsOf(filter).orderBy(desc(users.createdAt), desc(users.id)).offset(offset).limit(limit);
      return (await page) as InvitedUser[];
    },
    async count(filter) {
      const [row] = await sql.select({ count: count() }).from(users).innerJoin(referrers, ofReferrer).where(found(filter));
      return row?.count ?? 0;
    },
    async *pages(filter, limit = 500) {
      for (let last: InvitedUser | undefined; ; ) {
        const { createdAt, id } = users;
        const after = last && or(gt(createdAt, last.createdAt), and(eq(createdAt, last.createdAt), gt(id, last.id)));
        const rows = (await rowsOf(filter, after).orderBy(asc(createdAt), asc(id)).limit(limit)) as InvitedUser[];
        if (rows.length > 0) yield rows;
        if (rows.length < limit) return;
        last = rows.at(-1);
      }
    },
  };
}
