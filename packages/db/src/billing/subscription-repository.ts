import type { Subscription } from '@tenbin/billing';
import { and, asc, desc, eq, getTableColumns, inArray, isNull, lte, not, notInArray, or, type SQL } from 'drizzle-orm';
import { brokenUnique } from '../database/database-error.ts';
import { publishAccounts, type TenantContext } from '../database/tenant-context.ts';
import { DbError } from '../db-error.ts';
import { subscriptions } from '../schema/billing.ts';
import { shortest } from '../schema/columns.ts';
import { planTables, toPlan } from './plan-rows.ts';
import { readStatus, storedStatus } from './stored-status.ts';
import type { StoredSubscription, Subscriptions } from './subscriptions.ts';

const present = planTables('plan');
const next = planTables('next_plan');
const { organizationId: _organization, ...columns } = getTableColumns(subscriptions);
const selected = {
  subscription: columns,
  plan: present.columns,
  planCode: present.codeColumns,
  nextPlan: next.columns,
  nextPlanCode: next.codeColumns,
};
const hasEnded = ['cancelled', 'expired'] as const;

const volumeBefore = (moment: string): string => `coalesce((
  select volume_total from contract_records r
  where r.organization_id = $1 and r.bot_id = b.id and r.created_at < ${moment}
  order by r.created_at desc, r.place desc limit 1), 0)`;

const traders = `
  select t.user_id, s.id, coalesce((
      select sum(${volumeBefore('s.until')} - ${volumeBefore('s.since')})
      from bots b where b.organization_id = $1 and b.user_id = t.user_id), 0)::text
  from (select distinct user_id from bots
      where organization_id = $1 and user_id is not null and deleted_at is null and (active or rebalance_id is not null)) t
    left join lateral (select id, period_start, period_end from subscriptions
      where organization_id = $1 and user_id = t.user_id order by created_at desc, id desc limit 1) own on true
    cross join lateral (select own.id,
      case when own.period_end <= $4 then own.period_end else coalesce(own.period_start, $2::timestamptz) end as since,
      case when own.period_end <= $4 then 'infinity' else coalesce(own.period_end, $3::timestamptz) end as until) s
  order by t.user_id`;

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
      .where(and(own, condition));
  type Row = Awaited<ReturnType<typeof query>>[number];

  const toStored = ({ subscription, plan, planCode, nextPlan, nextPlanCode }: Row): StoredSubscription => {
    const {
      state: _state,
      status,
      planId: _planId,
      nextPlanId: _nextPlanId,
      periodStart,
      periodEnd,
      createdAt: _createdAt,
      updatedAt: _updatedAt,
      reconcileAt: _reconcileAt,
      nearLimitToldOf: _nearLimitToldOf,
      ...rest
    } = subscription;
    return {
      ...rest,
      plan: toPlan(plan, planCode),
      nextPlan: nextPlan && toPlan(nextPlan, nextPlanCode),
      status: readStatus(status),
      period: periodStart && periodEnd && { start: periodStart, end: periodEnd },
    };
  };
  const one = async (condition: SQL | undefined): Promise<StoredSubscription | null> => {
    const [row] = await query(condition);
    return row ? toStored(row) : null;
  };

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
    async listDue(now, limit) {
      const condition = and(notInArray(subscriptions.state, [...hasEnded]), lte(subscriptions.reconcileAt, now));
      return (await query(condition).orderBy(asc(subscriptions.reconcileAt)).limit(limit)).map(toStored);
    },
    async listTraders({ start, end }, now) {
      const moments = [start.toISOString(), end.toISOString(), now.toISOString()];
      const rows = (await run(traders, [organizationId, ...moments], 'array')) as [string, string | null, string][];
      const ids = rows.map(([, id]) => id).filter((id) => id !== null);
      const found = new Map((ids.length > 0 ? await query(inArray(subscriptions.id, ids)) : []).map(toStored).map((one) => [one.id, one]));
      return rows.map(([userId, id, volume]) => ({ userId, subscription: (id && found.get(id)) || null, volume: shortest(volume) }));
    },
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
        ...changing(subscription),
      };
      await sql.insert(subscriptions).values(row).execute().catch(refuseTaken);
      await publishAccounts(context, [userId]);
      return { ...subscription, paypalAccountId, revision: 0 };
    },
    async save({ id, revision, paypalAccountId }, after) {
      const unchanged = and(own, eq(subscriptions.id, id), eq(subscriptions.revision, revision));
      const set = { ...changing(after), revision: revision + 1, updatedAt: clock.now() };
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
    async tellNearLimit(id, periodStart) {
      const isTold = eq(subscriptions.nearLimitToldOf, periodStart);
      const told = await sql
        .update(subscriptions)
        .set({ nearLimitToldOf: periodStart })
        .where(and(own, eq(subscriptions.id, id), or(isNull(subscriptions.nearLimitToldOf), not(isTold))))
        .returning({ id: subscriptions.id });
      return told.length > 0;
    },
    async scheduleReconcile(id, at) {
      await sql
        .update(subscriptions)
        .set({ reconcileAt: at })
        .where(and(own, eq(subscriptions.id, id)));
    },
  };
}

/** What a subscription's events may change. */
function changing(subscription: Subscription) {
  const { plan, nextPlan, status, period, paypalSubscriptionId, anchorDay, paidAt, reversedAt, owedUpgradePrice, startedAt, expiresAt } =
    subscription;
  return {
    planId: plan.id,
    nextPlanId: nextPlan?.id ?? null,
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
