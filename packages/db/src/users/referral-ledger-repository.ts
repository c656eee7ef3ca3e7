import { and, asc, desc, eq, exists, sql as fragment, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
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
  /**
   * Who was invited, `id` and `created_at`. By whom is looked up first, among those who invited somebody, and put aside: how
   * many an address finds cannot be foreseen, and what joins few of them well takes seconds for many. Inviters who left have no
   * standing, and are found by what the ledger has in place of their address.
   */
  function invited({ start, end, referrer }: ReferralFilter): SQL {
    const condition = and(
      fragment`u.organization_id = ${organizationId}::uuid and u.referred_by is not null`,
      start && fragment`u.created_at >= ${start.toISOString()}::timestamptz`,
      end && fragment`u.created_at < ${end.toISOString()}::timestamptz`,
    );
    if (referrer === undefined || referrer === '') return fragment`(select u.id, u.created_at from users u where ${condition})`;
    return fragment`(
      with found as materialized (
        select r.id from users r where r.organization_id = ${organizationId}::uuid and r.referral_code = ${referrer.trim().toUpperCase()}
        union
        select s.user_id from user_standings s
        where s.organization_id = ${organizationId}::uuid and s.email_key like ${containing(referrer)} and s.user_id in (
          select i.referred_by from users i where i.organization_id = ${organizationId}::uuid and i.referred_by is not null)
        union
        select d.id from users d
        where d.organization_id = ${organizationId}::uuid and d.deleted_at is not null and d.email_key like ${containing(referrer)}),
      these as materialized (select u.id, u.created_at from found f join users u on u.referred_by = f.id where ${condition})
      select these.id, these.created_at from these)`;
  }
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
  const [at, id] = [fragment`n.created_at`, fragment<string>`n.id`];
  const idsOf = (filter: ReferralFilter) =>
    sql
      .select({ id })
      .from(fragment`${invited(filter)} n`)
      .$dynamic();
  return {
    async list(filter, { offset, limit }) {
      return whole(await idsOf(filter).orderBy(desc(at), desc(id)).offset(offset).limit(limit));
    },
    async count(filter) {
      return sql.$count(fragment`${invited(filter)} n`);
    },
    async *pages(filter, limit = 500) {
      for (let last: InvitedUser | undefined; ; ) {
        const after = last && fragment`(${at}, ${id}) > (${last.createdAt.toISOString()}::timestamptz, ${last.id}::uuid)`;
        const rows = await whole(await idsOf(filter).where(after).orderBy(asc(at), asc(id)).limit(limit));
        if (rows.length > 0) yield rows;
        if (rows.length < limit) return;
        last = rows.at(-1);
      }
    },
  };
}
