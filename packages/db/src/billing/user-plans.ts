import type { PlanTerms, UserPlan } from '@tenbin/billing';

export interface UserPlans {
  find(id: string): Promise<UserPlan | null>;
  /** @throws {DomainError} `userPlanNotFound` */
  require(id: string): Promise<UserPlan>;
  /** All versions that are neither replaced nor archived, the oldest series first. */
  listCurrent(): Promise<UserPlan[]>;
  list(ids: readonly string[]): Promise<UserPlan[]>;
  findByPaypal(paypalPlanId: string): Promise<UserPlan | null>;
  /** @throws {DomainError} `invalidUserPlan`, `campaignCodeInUse` */
  create(terms: PlanTerms, at: Date): Promise<UserPlan>;
  /**
   * Makes the next version; who is subscribed stays on the one that they have.
   *
   * @throws {DomainError} `userPlanNotFound` also where it was replaced or archived; `invalidUserPlan`, `campaignCodeInUse`
   */
  replace(id: string, terms: PlanTerms, at: Date): Promise<UserPlan>;
  /** @throws {DomainError} `userPlanNotFound` */
  archive(id: string, at: Date): Promise<void>;
  /** The provider's plan, made once: whoever comes second changes nothing. */
  setPaypalPlan(id: string, paypalPlanId: string): Promise<void>;
}
