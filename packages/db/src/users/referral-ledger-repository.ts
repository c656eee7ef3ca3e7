import { and, asc, eq, exists, sql as fragment, gt, gte, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { TenantContext } from '../database/tenant-context.ts';
import { subscriptions } from '../schema/billing.ts';
import { bots } from '../schema/bots.ts';
import { users } from '../schema/users.ts';
import type { InvitedUser, ReferralLedger } from './referral-ledger.ts';

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
  return {
    async *pages({ start, end }, limit = 500) {
      for (let last: InvitedUser | undefined; ; ) {
        const { createdAt, id } = users;
        const after = last && or(gt(createdAt, last.createdAt), and(eq(createdAt, last.createdAt), gt(id, last.id)));
        const rows = (await sql
          .select({
            id,
            createdAt,
            email: users.email,
            referrerEmail: referrers.email,
            referralCode: referrers.referralCode,
            isVerified: isNotNull(users.verifiedAt),
            hasPaid,
            isRunning,
          })
          .from(users)
          .innerJoin(referrers, and(eq(referrers.organizationId, organizationId), eq(referrers.id, users.referredBy)))
          .where(and(eq(users.organizationId, organizationId), start && gte(createdAt, start), end && lt(createdAt, end), after))
          .orderBy(asc(createdAt), asc(id))
          .limit(limit)) as InvitedUser[];
        if (rows.length > 0) yield rows;
        if (rows.length < limit) return;
        last = rows.at(-1);
      }
    },
  };
}
