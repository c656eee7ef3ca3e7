import {
  factKey,
  mergedRevenue,
  monthsIn,
  type PaymentRecord,
  paymentResults,
  type RevenueRow,
  revenueEntries,
  revenueRows,
  yen,
} from '@tenbin/billing';
import {
  and,
  asc,
  countDistinct,
  desc,
  eq,
  exists,
  sql as fragment,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  not,
  or,
  type SQL,
} from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import { publishAccounts, type TenantContext } from '../database/tenant-context.ts';
import { paymentDays, paymentRecords, paymentStandings } from '../schema/payments.ts';
import { userStandings } from '../schema/standings.ts';
import { subscriptions } from '../schema/subscriptions.ts';
import { users } from '../schema/users.ts';
import { containing } from '../users/email-key.ts';
import type { FoundPayment, NewPayment, PaymentFilter, Payments } from './payments.ts';

const { organizationId: _organization, factKey: _factKey, ...columns } = getTableColumns(paymentRecords);
const results = fragment.raw(paymentResults.map((result) => `'${result}'`).join(', '));
/** As `latestFacts` has it. */
const rankOf = ({ result }: { readonly result: AnyPgColumn }) => fragment`array_position(array[${results}], ${result})`;
const rank = rankOf(paymentRecords);
const other = alias(paymentRecords, 'other');
/** What was taken back keeps the time at which it was paid: it is missing while that is why nothing may be traded. */
const isMissing = or(
  isNull(subscriptions.paidAt),
  gt(paymentStandings.at, subscriptions.paidAt),
  and(
    eq(paymentStandings.result, 'REVERSED'),
    or(gte(paymentStandings.at, subscriptions.paidAt), fragment`${subscriptions.status} ->> 'cause' = 'reversed'`),
  ),
);
/** Whose payments are looked up by each of them. */
const fewUsers = 1000;
/** As the index `payment_records_back` says it. */
const isBack = fragment`(${other.type} = 'REFUND' or ${other.result} in ('PARTIALLY_REFUNDED', 'REFUNDED', 'REVERSED', 'REINSTATED'))`;

/**
 * From whole days; those in which a month of the time zone ends are divided, payment by payment. Their bounds are computed
 * before: row-level security keeps an index from being asked by functions that may leak.
 */
const plainRevenueByMonth = `
  with days as (
    select d.day, d.plan_name, d.count, d.payment, date_trunc('month', d.day::timestamp at time zone 'UTC' at time zone $2) as month,
      date_trunc('month', (d.day + 1)::timestamp at time zone 'UTC' at time zone $2 - interval '1 millisecond') as last_month
    from payment_days d where d.organization_id = $1 and d.result = 'COMPLETED' and d.type <> 'REFUND' and d.day >= $3::date
  ), divided as materialized (
    select distinct day::timestamp at time zone 'UTC' as begins, (day + 1)::timestamp at time zone 'UTC' as ends from days where month <> last_month
  ), parts as (
    select month, plan_name, count, payment from days where month = last_month
    union all
    select date_trunc('month', s.at at time zone $2), s.plan_name, 1, s.payment
    from divided d join payment_standings s on s.organization_id = $1 and s.at >= d.begins and s.at < d.ends
    where s.result = 'COMPLETED' and s.type <> 'REFUND'
  )
  select to_char(month, 'YYYY-MM'), plan_name, sum(count)::int, sum(payment)::text from parts group by month, plan_name having sum(count) > 0`;

export function paymentRepository(context: TenantContext): Payments {
  const { sql, run, organizationId, clock } = context;
  const own = eq(paymentRecords.organizationId, organizationId);
  const standing = paymentStandings;
  const ownStanding = eq(standing.organizationId, organizationId);
  const isReinstatement = and(eq(other.organizationId, organizationId), eq(other.refundOf, standing.key), eq(other.result, 'REINSTATED'));
  const cameBack = exists(sql.select({ key: other.key }).from(other).where(isReinstatement));
  /** Payments that failed or were taken back, and nothing has been paid since: few, beside all. */
  const outstanding = sql
    .select({ key: standing.key })
    .from(standing)
    .innerJoin(
      subscriptions,
      and(
        eq(subscriptions.organizationId, organizationId),
        eq(subscriptions.id, standing.subscriptionId),
        inArray(subscriptions.state, ['paymentFailed', 'suspended']),
      ),
    )
    .where(and(ownStanding, inArray(standing.result, ['FAILED', 'REVERSED']), isMissing, not(cameBack)));
  const isOutstanding = fragment<boolean>`(${standing.key} in (${outstanding}))`;
  /** The one predicate of a list of payments, its count and its file. */
  async function passing({ result, type, isUnexpected, email, start, end }: PaymentFilter): Promise<SQL | undefined> {
    return and(
      ownStanding,
      result && eq(standing.result, result),
      type && eq(standing.type, type),
      isUnexpected === undefined ? undefined : eq(standing.isUnexpected, isUnexpected),
      email ? await paidBy(email) : undefined,
      start && gte(standing.at, start),
      end && lt(standing.at, end),
    );
  }
  const named = (email: string) => and(eq(userStandings.organizationId, organizationId), like(userStandings.emailKey, containing(email)));
  /**
   * Of a few users payments are looked up by each of them; of very many, in the order of the list. What many have in their
   * addresses the database would take for rare by its length: in a query of its own it stays unread until it is used.
   */
  async function paidBy(email: string): Promise<SQL> {
    const first = await sql
      .select({ id: userStandings.userId })
      .from(userStandings)
      .where(named(email))
      .limit(fewUsers + 1);
    if (first.length > fewUsers) return fragment`${standing.emailKey} like (select ${containing(email)}::text)`;
    return fragment`${standing.userId} = any(${fragment.param(first.map(({ id }) => id))}::uuid[])`;
  }
  /** Whole days as they are kept, and payment by payment what is left of the first and the last one. */
  async function countByDays(filter: PaymentFilter): Promise<number> {
    const { start, end } = filter;
    const [from, until] = [start && nextDay(start), end && dayOf(end)];
    // Within one day, nothing is left of whole days.
    if (from && until && from > until) return sql.$count(standing, await passing(filter));
    const [[whole], before, after] = await Promise.all([
      sql
        .select({ count: fragment<number>`coalesce(sum(${paymentDays.count}), 0)::int` })
        .from(paymentDays)
        .where(
          and(
            daysPass(organizationId, filter),
            from === undefined ? undefined : gte(paymentDays.day, from),
            until === undefined ? undefined : lt(paymentDays.day, until),
          ),
        ),
      start && from ? sql.$count(standing, await passing({ ...filter, end: new Date(from) })) : 0,
      end && until ? sql.$count(standing, await passing({ ...filter, start: new Date(until) })) : 0,
    ]);
    return (whole?.count ?? 0) + before + after;
  }
  /** Users are fewer than payments, and each knows how many are theirs. */
  async function countPaidBy(email: string): Promise<number> {
    const count = fragment<number>`coalesce(sum(${userStandings.paymentCount}), 0)::int`;
    const [row] = await sql.select({ count }).from(userStandings).where(named(email));
    return row?.count ?? 0;
  }
  /** The narrow rows are filtered, ordered and counted off; only those of the page are read whole. */
  async function whole(page: readonly { readonly factKey: string; readonly isOutstanding: boolean }[]): Promise<FoundPayment[]> {
    if (page.length === 0) return [];
    const keys = page.map(({ factKey: key }) => key);
    const rows = await sql
      .select({ factKey: paymentRecords.factKey, payment: columns, email: users.email })
      .from(paymentRecords)
      .leftJoin(users, and(eq(users.organizationId, organizationId), eq(users.id, paymentRecords.userId)))
      .where(and(own, inArray(paymentRecords.factKey, keys)));
    const found = new Map(rows.map((row) => [row.factKey, row]));
    return page.flatMap(({ factKey: key, isOutstanding: stands }) => {
      const row = found.get(key);
      return row ? [{ ...row.payment, email: row.email, isOutstanding: stands }] : [];
    });
  }

  /** A payment stays what it was for as it was first known, whatever plan its payer has by the time of a later fact. */
  async function attributed(facts: readonly NewPayment[]): Promise<readonly NewPayment[]> {
    const { key, userId, subscriptionId, planName, campaignCode, type, isUnexpected } = paymentRecords;
    const rows = await sql
      .selectDistinctOn([key], { key, userId, subscriptionId, planName, campaignCode, type, isUnexpected })
      .from(paymentRecords)
      .where(
        and(
          own,
          inArray(
            key,
            facts.map((fact) => fact.key),
          ),
          isNotNull(userId),
        ),
      )
      .orderBy(key, asc(paymentRecords.number));
    const known = new Map(rows.map((row) => [row.key, row]));
    return facts.map((fact) => ({ ...fact, ...known.get(fact.key) }));
  }

  /** What was paid and did not go back. */
  async function plainRevenue(timeZone: string, from: string): Promise<RevenueRow[]> {
    // A month of any time zone begins within a day of that of UTC.
    const since = new Date(Date.parse(`${from}-01`) - 86_400_000).toISOString().slice(0, 10);
    const rows = (await run(plainRevenueByMonth, [organizationId, timeZone, since], 'array')) as [string, string, number, string][];
    return rows.map(([month, planName, count, paid]) => ({
      month,
      planName,
      count,
      paid: yen(Number(paid)),
      refunded: yen(0),
      total: yen(Number(paid)),
    }));
  }

  /** Refunds, and every fact of what went back: few, and one explains the other. */
  async function otherFacts(): Promise<PaymentRecord[]> {
    const back = sql
      .select({ key: other.key })
      .from(other)
      .where(and(eq(other.organizationId, organizationId), isBack));
    return sql
      .select(columns)
      .from(paymentRecords)
      .where(and(own, inArray(paymentRecords.key, back)))
      .orderBy(asc(paymentRecords.number));
  }

  return {
    async record(payments) {
      if (payments.length === 0) return [];
      const recordedAt = clock.now();
      const facts = await attributed(payments);
      const rows = facts.map((fact) => ({ organizationId, factKey: factKey(fact), recordedAt, ...fact }));
      const added = await sql
        .insert(paymentRecords)
        .values(rows)
        .onConflictDoNothing()
        .returning({ userId: paymentRecords.userId, factKey: paymentRecords.factKey });
      await publishAccounts(
        context,
        added.map(({ userId }) => userId),
      );
      const keys = new Set(added.map((row) => row.factKey));
      return facts.filter((fact) => keys.delete(factKey(fact)));
    },
    listFacts(key) {
      return sql
        .select(columns)
        .from(paymentRecords)
        .where(and(own, eq(paymentRecords.key, key)))
        .orderBy(asc(paymentRecords.number))
        .execute();
    },
    listBackOf(key) {
      return sql
        .select(columns)
        .from(paymentRecords)
        .where(and(own, eq(paymentRecords.refundOf, key)))
        .orderBy(asc(paymentRecords.number))
        .execute();
    },
    async listOfUser(userId, { offset, limit }) {
      const newest = sql
        .selectDistinctOn([paymentRecords.key], columns)
        .from(paymentRecords)
        .where(and(own, eq(paymentRecords.userId, userId)))
        .orderBy(paymentRecords.key, desc(rank))
        .as('newest');
      return sql.select().from(newest).orderBy(desc(newest.at), desc(newest.key)).offset(offset).limit(limit).execute();
    },
    async countOfUser(userId) {
      const [row] = await sql
        .select({ count: countDistinct(paymentRecords.key) })
        .from(paymentRecords)
        .where(and(own, eq(paymentRecords.userId, userId)));
      return row?.count ?? 0;
    },
    async listOfUsers(userIds) {
      if (userIds.length === 0) return [];
      return sql
        .select(columns)
        .from(paymentRecords)
        .where(and(own, inArray(paymentRecords.userId, [...userIds])))
        .orderBy(asc(paymentRecords.number));
    },
    listFactsBetween({ start, end }) {
      return sql
        .select(columns)
        .from(paymentRecords)
        .where(and(own, gte(paymentRecords.at, start), lt(paymentRecords.at, end)))
        .orderBy(asc(paymentRecords.at), asc(paymentRecords.number))
        .execute();
    },
    async search({ offset, limit, ...filter }) {
      const passes = await passing(filter);
      // Found once, for those of them on the page, for how many they are, and for all others.
      const keys = (await outstanding).map(({ key }) => key);
      const stands = fragment`${standing.key} in (select unnest(${fragment.param(keys)}::text[]))`;
      // Looked up by their keys, and only then put in order: the order's own index has very many to pass by.
      const these = sql.select({ factKey: standing.factKey, at: standing.at, key: standing.key }).from(standing).where(and(passes, stands));
      const [factKey, newestFirst] = [fragment<string>`n.fact_key`, fragment`n.at desc, n.key desc`];
      const missing =
        keys.length === 0
          ? []
          : await sql.select({ factKey }).from(fragment`(${these} offset 0) n`).orderBy(newestFirst).offset(offset).limit(limit);
      // Those behind them are counted off by an index in their order, without a look at which stand out.
      const before = keys.length === 0 || missing.length === limit ? 0 : await sql.$count(standing, and(passes, stands));
      const left = limit - missing.length;
      const rest =
        left <= 0
          ? []
          : await sql
              .select({ factKey: standing.factKey })
              .from(standing)
              .where(and(passes, not(stands)))
              .orderBy(desc(standing.at), desc(standing.key))
              .offset(Math.max(0, offset - before))
              .limit(left);
      return whole([...missing.map((row) => ({ ...row, isOutstanding: true })), ...rest.map((row) => ({ ...row, isOutstanding: false }))]);
    },
    async count(filter = {}) {
      const { email, ...others } = filter;
      if (!email) return countByDays(filter);
      const isAll = Object.values(others).every((one) => one === undefined);
      return isAll ? countPaidBy(email) : sql.$count(standing, await passing(filter));
    },
    async *pages(filter = {}, limit = 500) {
      const passes = await passing(filter);
      for (let last: FoundPayment | undefined; ; ) {
        const { at, key } = standing;
        const after = last && or(gt(at, last.at), and(eq(at, last.at), gt(key, last.key)));
        const page = await sql
          .select({ factKey: standing.factKey, isOutstanding })
          .from(standing)
          .where(and(passes, after))
          .orderBy(asc(at), asc(key))
          .limit(limit);
        const rows = await whole(page);
        if (rows.length > 0) yield rows;
        if (rows.length < limit) return;
        last = rows.at(-1);
      }
    },
    async revenue(timeZone, from = '1970-01') {
      const [plain, others] = [await plainRevenue(timeZone, from), await otherFacts()];
      return mergedRevenue([...plain, ...revenueRows(revenueEntries(others), monthsIn(timeZone))]).filter(({ month }) => month >= from);
    },
  };
}

/** The part of it that whole days tell. */
const daysPass = (organizationId: string, { result, type, isUnexpected }: PaymentFilter): SQL | undefined =>
  and(
    eq(paymentDays.organizationId, organizationId),
    result && eq(paymentDays.result, result),
    type && eq(paymentDays.type, type),
    isUnexpected === undefined ? undefined : eq(paymentDays.isUnexpected, isUnexpected),
  );

/** The day (UTC) in which a moment is: '2026-01-31'. */
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
/** The first day (UTC) that begins at a moment, or later. */
const nextDay = (at: Date): string => dayOf(new Date(Math.ceil(at.getTime() / 86_400_000) * 86_400_000));
