import type { ApiError, Mapped, UserPlan } from '@tenbin/contract';

type CampaignCodeErrorType = NonNullable<ApiError['type']>;

/** What somebody is doing with the plans that they may choose. */
export interface PlanState {
  /** The plan that is looked at: chosen, or just made available by a code. */
  readonly selectedUserPlanId: string | null;
  /** What a campaign code made available, until all plans are fetched again: from then on it is one of them. */
  readonly planFromCampaignCode: Mapped<UserPlan> | null;
  /** Why the last code was refused. */
  readonly campaignCodeErrorType: CampaignCodeErrorType | null;
}

export type PlanChange =
  | { readonly kind: 'codeRequested' }
  | { readonly kind: 'codeTaken'; readonly plan: Mapped<UserPlan> }
  | { readonly kind: 'codeRefused'; readonly type: CampaignCodeErrorType }
  | { readonly kind: 'plansFetched' }
  | { readonly kind: 'planSelected'; readonly id: string };

export const noPlanState: PlanState = { selectedUserPlanId: null, planFromCampaignCode: null, campaignCodeErrorType: null };

export function changePlanState(now: PlanState, change: PlanChange): PlanState {
  switch (change.kind) {
    case 'codeRequested':
      return { ...now, campaignCodeErrorType: null };
    case 'codeTaken':
      return { ...now, planFromCampaignCode: change.plan, selectedUserPlanId: change.plan.id };
    case 'codeRefused':
      return { ...now, campaignCodeErrorType: change.type };
    case 'plansFetched':
      return { ...now, planFromCampaignCode: null };
    case 'planSelected':
      return { ...now, selectedUserPlanId: change.id };
  }
}
