import type { OrganizationPlanName, OrganizationPrices, PlanFeature, PlanOption, Yen } from '@tenbin/billing';

/** What the platform offers to organizations. */
export interface OfferedPlan extends OrganizationPrices {
  readonly id: string;
  readonly name: OrganizationPlanName;
  readonly features: readonly PlanFeature[];
}

/** A feature or an option of such a plan. */
export interface OfferedItem<Name = PlanFeature | PlanOption> {
  readonly id: string;
  readonly name: Name;
  readonly monthlyPrice: Yen;
}

/** Each list in its own order. */
export interface PlatformOffer {
  listPlans(): Promise<OfferedPlan[]>;
  listFeatures(): Promise<OfferedItem<PlanFeature>[]>;
  listOptions(): Promise<OfferedItem<PlanOption>[]>;
  /** @returns null where there is none */
  updatePlan(id: string, changes: Partial<Omit<OfferedPlan, 'id' | 'name'>>): Promise<OfferedPlan | null>;
  updateItem(id: string, changes: Pick<OfferedItem, 'monthlyPrice'>): Promise<OfferedItem | null>;
}
