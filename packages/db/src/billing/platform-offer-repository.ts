import type { PlanFeature, PlanOption } from '@tenbin/billing';
import { asc, eq } from 'drizzle-orm';
import type { Sql } from '../database/sql.ts';
import { organizationPlans, planItems } from '../schema/bills.ts';
import type { OfferedItem, PlatformOffer } from './platform-offer.ts';

const { id, name, monthlyPrice, pricePerUser, basisPoints, features } = organizationPlans;
const planColumns = { id, name, monthlyPrice, pricePerUser, basisPoints, features };
const itemColumns = { id: planItems.id, name: planItems.name, monthlyPrice: planItems.monthlyPrice };

export function platformOfferRepository(sql: Sql): PlatformOffer {
  const list = async <Name extends PlanFeature | PlanOption>(kind: 'feature' | 'option') =>
    (await sql.select(itemColumns).from(planItems).where(eq(planItems.kind, kind)).orderBy(asc(planItems.place))) as OfferedItem<Name>[];
  return {
    listPlans: () => sql.select(planColumns).from(organizationPlans).orderBy(asc(organizationPlans.place)).execute(),
    listFeatures: () => list<PlanFeature>('feature'),
    listOptions: () => list<PlanOption>('option'),
    async updatePlan(plan, { features, ...changes }) {
      const set = { ...changes, ...(features && { features: [...features] }) };
      return (await sql.update(organizationPlans).set(set).where(eq(id, plan)).returning(planColumns))[0] ?? null;
    },
    async updateItem(item, changes) {
      return (await sql.update(planItems).set(changes).where(eq(planItems.id, item)).returning(itemColumns))[0] ?? null;
    },
  };
}
