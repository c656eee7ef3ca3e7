import type { UserPlan } from '@tenbin/billing';
import { and, eq, getTableColumns, isNull } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { campaignCodes, userPlans } from '../schema/subscriptions.ts';

type PlanRow = Omit<typeof userPlans.$inferSelect, 'organizationId'>;
type CodeRow = Pick<typeof campaignCodes.$inferSelect, 'code' | 'expiresAt' | 'affiliateOnly'>;

export const toPlan = (plan: PlanRow, campaign: CodeRow | null): UserPlan => ({ ...plan, campaign });

/** A plan with the code in force, under a name of its own, so that a row can have two. */
export function planTables(name: string) {
  const plan = alias(userPlans, name);
  const code = alias(campaignCodes, `${name}_code`);
  const { organizationId: _organization, ...columns } = getTableColumns(plan);
  return {
    plan,
    code,
    columns,
    codeColumns: { code: code.code, expiresAt: code.expiresAt, affiliateOnly: code.affiliateOnly },
    isInForce: and(eq(code.organizationId, plan.organizationId), eq(code.seriesId, plan.seriesId), isNull(code.retiredAt)),
  };
}
