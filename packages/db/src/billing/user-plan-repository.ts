import { type Campaign, firstVersion, nextVersion, type UserPlan } from '@tenbin/billing';
import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, type SQL } from 'drizzle-orm';

import type { TenantContext } from '../database/tenant-context.ts';
import { DbError } from '../db-error.ts';
import { campaignCodes, userPlans } from '../schema/subscriptions.ts';
import { planTables, toPlan } from './plan-rows.ts';
import type { UserPlans } from './user-plans.ts';

const { plan: plans, code: codes, columns, codeColumns, isInForce } = planTables('plan');

export function userPlanRepository(context: TenantContext): UserPlans {
  const { organizationId, clock } = context;
  const own = eq(plans.organizationId, organizationId);

  const query = ({ sql }: TenantContext, condition: SQL | undefined) =>
    sql.select({ plan: columns, code: codeColumns }).from(plans).leftJoin(codes, isInForce).where(and(own, condition));
  const read = async (inside: TenantContext, condition: SQL | undefined): Promise<UserPlan[]> => {
    const rows = await query(inside, condition).orderBy(asc(plans.seriesId), asc(plans.version));
    return rows.map(({ plan, code }) => toPlan(plan, code));
  };
  const current = and(isNull(plans.replacedAt), isNull(plans.archivedAt));
  const require = async (inside: TenantContext, id: string, condition?: SQL): Promise<UserPlan> => {
    const [found] = await read(inside, and(eq(plans.id, id), condition));
    if (!found) throw new DbError('userPlanNotFound', { id });
    return found;
  };
  const write = async ({ sql }: TenantContext, { campaign, ...plan }: UserPlan): Promise<void> => {
    const row = {
      ...plan,
      selectableExchanges: [...plan.selectableExchanges],
      availablePlanFeatures: [...plan.availablePlanFeatures],
      availablePlanOptions: [...plan.availablePlanOptions],
    };
    await sql.insert(userPlans).values({ organizationId, ...row });
  };

  return {
    async find(id) {
      return (await read(context, eq(plans.id, id)))[0] ?? null;
    },
    require: (id) => require(context, id),
    listCurrent: () => read(context, current),
    async listArchived({ offset, limit }) {
      const rows = await query(context, isNotNull(plans.archivedAt))
        .orderBy(desc(plans.archivedAt), desc(plans.id))
        .offset(offset)
        .limit(limit);
      return rows.map(({ plan, code }) => toPlan(plan, code));
    },
    async listVersions(id) {
      const { seriesId } = await require(context, id);
      return (await read(context, eq(plans.seriesId, seriesId))).toReversed();
    },
    list: (ids) => read(context, inArray(plans.id, [...ids])),
    async findByPaypal(paypalPlanId) {
      return (await read(context, eq(plans.paypalPlanId, paypalPlanId)))[0] ?? null;
    },
    create(terms, at, { id, paypalPlanId } = { id: clock.newId(), paypalPlanId: null }) {
      return context.transaction(async (inside) => {
        const plan = { ...firstVersion(terms, { id, at }), paypalPlanId };
        await write(inside, plan);
        await setCampaign(inside, plan.seriesId, plan.campaign, at);
        return plan;
      });
    },
    replace(id, terms, at, made = { id: clock.newId(), paypalPlanId: null }) {
      return context.transaction(async (inside) => {
        const before = await require(inside, id, current);
        const plan = { ...nextVersion(before, terms, { id: made.id, at }), paypalPlanId: made.paypalPlanId };
        const isCurrent = and(eq(userPlans.organizationId, organizationId), eq(userPlans.id, id), isNull(userPlans.replacedAt));
        const [replaced] = await inside.sql.update(userPlans).set({ replacedAt: at }).where(isCurrent).returning({ id: userPlans.id });
        if (!replaced) throw new DbError('userPlanNotFound', { id });
        await write(inside, plan);
        await setCampaign(inside, plan.seriesId, plan.campaign, at);
        return plan;
      });
    },
    async isCodeTaken(code, seriesId) {
      const others = and(
        eq(campaignCodes.organizationId, organizationId),
        eq(campaignCodes.code, code),
        seriesId === null ? undefined : ne(campaignCodes.seriesId, seriesId),
      );
      return (await context.sql.select({ code: campaignCodes.code }).from(campaignCodes).where(others)).length > 0;
    },
    archive(id, at) {
      return context.transaction(async (inside) => {
        const its = and(
          eq(userPlans.organizationId, organizationId),
          eq(userPlans.id, id),
          isNull(userPlans.replacedAt),
          isNull(userPlans.archivedAt),
        );
        const [archived] = await inside.sql
          .update(userPlans)
          .set({ archivedAt: at })
          .where(its)
          .returning({ seriesId: userPlans.seriesId });
        if (!archived) throw new DbError('userPlanNotFound', { id });
        await setCampaign(inside, archived.seriesId, null, at);
      });
    },
    async setPaypalPlan(id, paypalPlanId) {
      const its = and(eq(userPlans.organizationId, organizationId), eq(userPlans.id, id), isNull(userPlans.paypalPlanId));
      await context.sql.update(userPlans).set({ paypalPlanId }).where(its);
    },
  };
}

/** The one code of a series that counts from now on. */
async function setCampaign({ sql, organizationId }: TenantContext, seriesId: string, campaign: Campaign | null, at: Date): Promise<void> {
  const others = and(
    eq(campaignCodes.organizationId, organizationId),
    eq(campaignCodes.seriesId, seriesId),
    isNull(campaignCodes.retiredAt),
    campaign ? ne(campaignCodes.code, campaign.code) : undefined,
  );
  await sql.update(campaignCodes).set({ retiredAt: at }).where(others);
  if (campaign === null) return;
  const { expiresAt, affiliateOnly } = campaign;
  const [kept] = await sql
    .insert(campaignCodes)
    .values({ organizationId, seriesId, ...campaign, createdAt: at })
    .onConflictDoUpdate({
      target: [campaignCodes.organizationId, campaignCodes.code],
      set: { expiresAt, affiliateOnly, retiredAt: null },
      // Another plan's code stays that plan's.
      setWhere: eq(campaignCodes.seriesId, seriesId),
    })
    .returning({ code: campaignCodes.code });
  if (!kept) throw new DbError('campaignCodeInUse', { code: campaign.code });
}
