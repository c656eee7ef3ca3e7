import type { PlanTerms, UserPlan } from '@tenbin/billing';

/** What is made before a plan is stored. */
export type MadePlan = Pick<UserPlan, 'id' | 'paypalPlanId'>;

export interface UserPlans {
  find(id: string): Promise<UserPlan | null>;
  /** @throws {DomainError} `userPlanNotFound` */
  require(id: string): Promise<UserPlan>;
  /** All versions that are neither replaced nor archived, the oldest series first. */
  listCurrent(): Promise<UserPlan[]>;
  /** What was offered once and is not any more: the last version of each series that is archived, the latest first. */
  listArchived(page: { readonly offset: number; readonly limit: number }): Promise<UserPlan[]>;
  /** Every version of a plan's series, the newest first. @throws {DomainError} `userPlanNotFound` */
  listVersions(id: string): Promise<UserPlan[]>;
  list(ids: readonly string[]): Promise<UserPlan[]>;
  findByPaypal(paypalPlanId: string): Promise<UserPlan | null>;
  /** @throws {DomainError} `invalidUserPlan`, `campaignCodeInUse` */
  create(terms: PlanTerms, at: Date, made?: MadePlan): Promise<UserPlan>;
  /**
   * Makes the next version; who is subscribed stays on the one that they have.
   *
   * @throws {DomainError} `userPlanNotFound` also where it was replaced or archived; `invalidUserPlan`, `campaignCodeInUse`
   */
  replace(id: string, terms: PlanTerms, at: Date, made?: MadePlan): Promise<UserPlan>;
  /** Whether another plan has, or had, this code. */
  isCodeTaken(code: string, seriesId: string | null): Promise<boolean>;
  /** @throws {DomainError} `userPlanNotFound` */
  archive(id: string, at: Date): Promise<void>;
  /** The provider's plan, made once: whoever comes second changes nothing. */
  setPaypalPlan(id: string, paypalPlanId: string): Promise<void>;
}
