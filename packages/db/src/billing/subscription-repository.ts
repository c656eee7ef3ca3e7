import type { Period, Subscription } from '@tenbin/billing';
import {
  type AnyColumn,
  and,
  asc,
  count,
  desc,
  eq,
  sql as fragment,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  lte,
  not,
  notInArray,
  or,
  type SQL,
} from 'drizzle-orm';
import { brokenUnique } from '../database/database-error.ts';
import { publishAccounts, type TenantContext } from '../database/tenant-context.ts';
import { DbError } from '../db-error.ts';
import { shortest } from '../schema/columns.ts';
import { paypalAccounts, subscriptions } from '../schema/subscriptions.ts';
import { isHeldBack } from './held-back.ts';
import { planTables, toPlan } from './plan-rows.ts';
import { readStatus, storedStatus } from './stored-status.ts';
import type { PlanUse, StoredSubscription, Subscriptions, Trader } from './subscriptions.ts';

const present = planTables('plan');
const next = planTables('next_plan');
const paid = planTables('paid_plan');
const { organizationId: _organization, ...columns } = getTableColumns(subscriptions);
const selected = {
  subscription: columns,
  plan: present.columns,
  planCode: present.codeColumns,
  nextPlan: next.columns,
  nextPlanCode: next.codeColumns,
  paidPlan: paid.columns,
  paidPlanCode: paid.codeColumns,
};
const hasEnded = ['cancelled', 'expired'] as const;

const volumeBefore = (moment: string): string => `coalesce((
  select volume_total from contract_records r
  where r.organization_id = $1 and r.bot_id = b.id and r.created_at < ${moment}
  order by r.created_at desc, r.place desc limit 1), 0)`;

const trading = `select distinct user_id from bots
      where organization_id = $1 and user_id is not null and deleted_at is null and (active or rebalance_id is not null)`;

/** With the subscription that counts, and what was traded in its period. */
const tradersOf = (users: string): string => `
  select t.user_id, s.id, coalesce((
      select sum(${volumeBefore('s.until')} - ${volumeBefore('s.since')})
      from bots b where b.organization_id = $1 and b.user_id = t.user_id), 0)::text
  from (${users}) t
    left join lateral (select id, period_start, period_end from subscriptions
      where organization_id = $1 and user_id = t.user_id order by created_at desc, id desc limit 1) own on true
    cross join lateral (select own.id,
      case when own.period_end <= $4 then own.period_end else coalesce(own.period_start, $2::timestamptz) end as since,
      case when own.period_end <= $4 then 'infinity' else coalesce(own.period_end, $3::timestamptz) end as until) s
  order by t.user_id`;

const allTraders = tradersOf(trading);
const someTraders = tradersOf(`${trading} and user_id = any($5::uuid[])`);
const atLimit = tradersOf('select distinct user_id from subscriptions where organization_id = $1 and stopped_at_limit is not null');

const unclaimed = `
  select id from (
      select paypal_subscription_id as id, max(at) as at from payment_records where organization_id = $1 group by 1
      union all
      select paypal_subscription_id, max(received_at) from webhook_events where organization_id = $1 group by 1
      union all
      select paypal_subscription_id, max(created_at) from checkouts where organization_id = $1 group by 1) told
  where id is not null
    and not exists (select from subscriptions s where s.organization_id = $1 and s.paypal_subscription_id = told.id)
  group by id order by max(at) desc, id limit $2`;

export function subscriptionRepository(context: TenantContext): Subscriptions {
  const { sql, run, organizationId, clock } = context;
  const own = eq(subscriptions.organizationId, organizationId);
  const query = (condition: SQL | undefined) =>
    sql
      .select(selected)
      .from(subscriptions)
      .innerJoin(present.plan, and(eq(present.plan.organizationId, organizationId), eq(present.plan.id, subscriptions.planId)))
      .leftJoin(present.code, present.isInForce)
      .leftJoin(next.plan, and(eq(next.plan.organizationId, organizationId), eq(next.plan.id, subscriptions.nextPlanId)))
      .leftJoin(next.code, next.isInForce)
      .leftJoin(paid.plan, and(eq(paid.plan.organizationId, organizationId), eq(paid.plan.id, subscriptions.paidPlanId)))
      .leftJoin(paid.code, paid.isInForce)
      .where(and(own, condition));
  const running = notInArray(subscriptions.state, [...hasEnded]);
  const isPaidInVain = fragment`(${subscriptions.source} = 'paypal' and ${isHeldBack(subscriptions)})`;
  const isInVain = and(running, isPaidInVain);
  type Row = Awaited<ReturnType<typeof query>>[number];

  const toStored = ({ subscription, plan, planCode, nextPlan, nextPlanCode, paidPlan, paidPlanCode }: Row): StoredSubscription => {
    const {
      state: _state,
      status,
      planId: _planId,
      nextPlanId: _nextPlanId,
      paidPlanId: _paidPlanId,
      periodStart,
      periodEnd,
      createdAt: _createdAt,
      updatedAt: _updatedAt,
      reconcileAt: _reconcileAt,
      nearLimitNotifiedOf: _nearLimitNotifiedOf,
      stoppedAtLimit: _stoppedAtLimit,
      ...rest
    } = subscription;
    return {
      ...rest,
      plan: toPlan(plan, planCode),
      nextPlan: nextPlan && toPlan(nextPlan, nextPlanCode),
      paidPlan: paidPlan && toPlan(paidPlan, paidPlanCode),
      status: readStatus(status),
      period: periodStart && periodEnd && { start: periodStart, end: periodEnd },
    };
  };
  const one = async (condition: SQL | undefined): Promise<StoredSubscription | null> => {
    const [row] = await query(condition);
    return row ? toStored(row) : null;
  };

  /** The same plan, paid anew within a period, goes on in what its user was told. */
  async function notifiedOfSameLimit({ userId, plan, period }: Subscription): Promise<Date | null> {
    if (period === null) return null;
    const { nearLimitNotifiedOf } = subscriptions;
    const [told] = await sql
      .select({ at: nearLimitNotifiedOf })
      .from(subscriptions)
      .where(and(own, eq(subscriptions.userId, userId), eq(subscriptions.planId, plan.id), eq(nearLimitNotifiedOf, period.start)))
      .limit(1);
    return told?.at ?? null;
  }

  async function listTraders(statement: string, { usual: { start, end }, now }: Given, more: readonly string[] = []): Promise<Trader[]> {
    const moments = [start, end, now].map((moment) => moment.toISOString());
    const rows = (await run(statement, [organizationId, ...moments, ...more], 'array')) as [string, string | null, string][];
    const ids = rows.map(([, id]) => id).filter((id) => id !== null);
    const found = new Map((ids.length > 0 ? await query(inArray(subscriptions.id, ids)) : []).map((row) => [row.subscription.id, row]));
    return rows.map(([userId, id, volume]) => {
      const row = (id && found.get(id)) || null;
      const nearLimitNotifiedOf = row?.subscription.nearLimitNotifiedOf ?? null;
      return { userId, subscription: row && toStored(row), volume: shortest(volume), nearLimitNotifiedOf };
    });
  }

  return {
    find: (id) => one(eq(subscriptions.id, id)),
    findByPaypal: (id) => one(eq(subscriptions.paypalSubscriptionId, id)),
    async listOfUser(userId) {
      const rows = await query(eq(subscriptions.userId, userId)).orderBy(desc(subscriptions.createdAt), desc(subscriptions.id));
      return rows.map(toStored);
    },
    async findLatestOfUser(userId) {
      const [row] = await query(eq(subscriptions.userId, userId)).orderBy(desc(subscriptions.createdAt), desc(subscriptions.id)).limit(1);
      return row ? toStored(row) : null;
    },
    async countByPlan() {
      const countBy = async (plan: AnyColumn) => {
        const id = fragment<string>`${plan}`;
        return sql
          .select({ id, count: count() })
          .from(subscriptions)
          .where(and(own, running, isNotNull(plan)))
          .groupBy(id);
      };
      // Apart, since each has an index of its own.
      const [present, coming] = await Promise.all([countBy(subscriptions.planId), countBy(subscriptions.nextPlanId)]);
      const use = new Map<string, PlanUse>();
      for (const { id, count: subscribers } of present) use.set(id, { subscribers, coming: 0 });
      for (const { id, count: those } of coming) use.set(id, { subscribers: use.get(id)?.subscribers ?? 0, coming: those });
      return use;
    },
    async listOfPlan(planId, { offset, limit }) {
      const order = [desc(subscriptions.createdAt), desc(subscriptions.id)];
      // They are counted off in the index; only those of the page are read whole.
      const page = sql
        .select({ id: subscriptions.id })
        .from(subscriptions)
        .where(and(own, running, eq(subscriptions.planId, planId)))
        .orderBy(...order)
        .offset(offset)
        .limit(limit);
      const ids = (await page).map(({ id }) => id);
      return ids.length === 0 ? [] : (await query(inArray(subscriptions.id, ids)).orderBy(...order)).map(toStored);
    },
    async countByAccount() {
      const rows = await sql
        .select({ accountId: subscriptions.paypalAccountId, count: count() })
        .from(subscriptions)
        .where(and(own, running, isNotNull(subscriptions.paypalAccountId)))
        .groupBy(subscriptions.paypalAccountId);
      return new Map(rows.flatMap(({ accountId, count: those }) => (accountId === null ? [] : [[accountId, those]])));
    },
    async listOfReplacedAccounts(now, limit) {
      const replaced = sql
        .select({ id: paypalAccounts.id })
        .from(paypalAccounts)
        .where(and(eq(paypalAccounts.organizationId, organizationId), isNotNull(paypalAccounts.replacedAt)));
      const condition = and(running, inArray(subscriptions.paypalAccountId, replaced), lte(subscriptions.reconcileAt, now));
      return (await query(condition).orderBy(asc(subscriptions.reconcileAt)).limit(limit)).map(toStored);
    },
    async listChargedInVain(now, limit) {
      const condition = and(isInVain, lte(subscriptions.reconcileAt, now));
      return (await query(condition).orderBy(asc(subscriptions.reconcileAt)).limit(limit)).map(toStored);
    },
    async isChargedInVain(id) {
      const found = await sql
        .select({ id: subscriptions.id })
        .from(subscriptions)
        .where(and(own, isInVain, eq(subscriptions.id, id)));
      return found.length > 0;
    },
    async listUnclaimed(limit) {
      const rows = (await run(unclaimed, [organizationId, limit], 'array')) as [string][];
      return rows.map(([id]) => id);
    },
    async listDue(now, limit) {
      const condition = and(running, not(isPaidInVain), lte(subscriptions.reconcileAt, now));
      return (await query(condition).orderBy(asc(subscriptions.reconcileAt)).limit(limit)).map(toStored);
    },
    listTraders: (usual, now, of) =>
      of ? listTraders(someTraders, { usual, now }, [`{${of.join()}}`]) : listTraders(allTraders, { usual, now }),
    listStoppedAtLimit: (usual, now) => listTraders(atLimit, { usual, now }),
    async create(subscription, paypalAccountId) {
      const now = clock.now();
      const { id, userId, source } = subscription;
      const row = {
        organizationId,
        id,
        userId,
        source,
        paypalAccountId,
        revision: 0,
        createdAt: now,
        updatedAt: now,
        reconcileAt: now,
        nearLimitNotifiedOf: await notifiedOfSameLimit(subscription),
        ...changing(subscription),
      };
      await sql.insert(subscriptions).values(row).execute().catch(refuseTaken);
      await publishAccounts(context, [userId]);
      return { ...subscription, paypalAccountId, revision: 0 };
    },
    async save({ id, revision, paypalAccountId }, after) {
      const unchanged = and(own, eq(subscriptions.id, id), eq(subscriptions.revision, revision));
      // Of another plan's limit nobody was told.
      const isOther = fragment`${subscriptions.planId} <> ${after.plan.id}::uuid`;
      const nearLimitNotifiedOf = fragment`case when ${isOther} then null else ${subscriptions.nearLimitNotifiedOf} end`;
      const set = { ...changing(after), nearLimitNotifiedOf, revision: revision + 1, updatedAt: clock.now() };
      const saved = await sql
        .update(subscriptions)
        .set(set)
        .where(unchanged)
        .returning({ id: subscriptions.id })
        .execute()
        .catch(refuseTaken);
      if (saved.length === 0) throw new DbError('subscriptionChanged', { id });
      await publishAccounts(context, [after.userId]);
      return { ...after, paypalAccountId, revision: revision + 1 };
    },
    async markNearLimitNotified(id, periodStart) {
      const isNotified = eq(subscriptions.nearLimitNotifiedOf, periodStart);
      const updated = await sql
        .update(subscriptions)
        .set({ nearLimitNotifiedOf: periodStart })
        .where(and(own, eq(subscriptions.id, id), or(isNull(subscriptions.nearLimitNotifiedOf), not(isNotified))))
        .returning({ id: subscriptions.id });
      return updated.length > 0;
    },
    async markStoppedAtLimit(id, at) {
      await sql
        .update(subscriptions)
        .set({ stoppedAtLimit: at })
        .where(and(own, eq(subscriptions.id, id)));
    },
    async clearStoppedAtLimit(userId) {
      const forgotten = await sql
        .update(subscriptions)
        .set({ stoppedAtLimit: null })
        .where(and(own, eq(subscriptions.userId, userId), isNotNull(subscriptions.stoppedAtLimit)))
        .returning({ id: subscriptions.id });
      if (forgotten.length > 0) await publishAccounts(context, [userId]);
      return forgotten.length > 0;
    },
    async dueAt(id) {
      const [row] = await sql
        .select({ reconcileAt: subscriptions.reconcileAt })
        .from(subscriptions)
        .where(and(own, eq(subscriptions.id, id)));
      return row?.reconcileAt ?? null;
    },
    async scheduleReconcile(id, at, seen = null) {
      await sql
        .update(subscriptions)
        .set({ reconcileAt: seen === null ? at : unlessHurried(at, seen) })
        .where(and(own, eq(subscriptions.id, id)));
    },
    async hurry(at, userId) {
      await sql
        .update(subscriptions)
        .set({ reconcileAt: at })
        .where(and(own, running, userId === undefined ? undefined : eq(subscriptions.userId, userId)));
    },
  };
}

/** In the statement that writes it, so that what is committed meanwhile counts. */
function unlessHurried(at: Date, seen: Date): SQL {
  const [wanted, known] = [at, seen].map((moment) => fragment`${moment.toISOString()}::timestamptz`);
  const { reconcileAt } = subscriptions;
  return fragment`case when ${reconcileAt} = ${known} then ${wanted} else least(${reconcileAt}, ${wanted}) end`;
}

interface Given {
  readonly usual: Period;
  readonly now: Date;
}

/** What a subscription's events may change. */
function changing(subscription: Subscription) {
  const { plan, nextPlan, paidPlan, status, period, paypalSubscriptionId, anchorDay, paidAt, reversedAt } = subscription;
  const { owedUpgradePrice, startedAt, expiresAt } = subscription;
  return {
    planId: plan.id,
    nextPlanId: nextPlan?.id ?? null,
    paidPlanId: paidPlan?.id ?? null,
    state: status.kind,
    status: storedStatus(status),
    periodStart: period?.start ?? null,
    periodEnd: period?.end ?? null,
    paypalSubscriptionId,
    anchorDay,
    paidAt,
    reversedAt,
    owedUpgradePrice,
    startedAt,
    expiresAt,
  };
}

const codes = new Map<string | null, 'alreadySubscribed' | 'paypalSubscriptionInUse'>([
  ['subscriptions_one_running', 'alreadySubscribed'],
  ['subscriptions_paypal', 'paypalSubscriptionInUse'],
]);

function refuseTaken(error: unknown): never {
  const code = codes.get(brokenUnique(error));
  throw code === undefined ? error : new DbError(code);
}
