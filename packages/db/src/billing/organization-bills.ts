import type { BillFacts, BillIssue, BillingStatus, OrganizationBill, Period } from '@tenbin/billing';

/** An organization's own bills, as far as they are issued. */
export interface OrganizationBills {
  /** The newest first. */
  list(page: { readonly offset: number; readonly limit: number }): Promise<OrganizationBill[]>;
  count(): Promise<number>;
  find(id: string): Promise<OrganizationBill | null>;
}

/** The bills of all organizations: the platform's. */
export interface AllBills {
  /** Computes the draft of a month anew. @param corrects - the issued bill that it is to put right */
  draft(organizationId: string, facts: BillFacts, corrects?: string | null): Promise<OrganizationBill>;
  /**
   * Gives a draft its number: from then on it never changes.
   *
   * @throws {DomainError} `billNotFound`, also where it is issued already
   */
  issue(organizationId: string, id: string, issue: Omit<BillIssue, 'number'>): Promise<OrganizationBill>;
  /** Drafts among them, the latest month and the newest of a month first. */
  listOf(organizationId: string, page: { readonly offset: number; readonly limit: number }): Promise<OrganizationBill[]>;
  find(id: string): Promise<(OrganizationBill & { readonly organizationId: string }) | null>;
  /** The newest that was issued for a month. */
  findIssued(organizationId: string, month: string): Promise<OrganizationBill | null>;
  /** What an organization's users did in a period. */
  usageOf(organizationId: string, period: Period): Promise<Pick<BillFacts, 'activeUsers' | 'volume'>>;
  /** @throws {DomainError} `billNotFound`, also of a draft */
  settle(organizationId: string, id: string, status: BillingStatus, at: Date): Promise<OrganizationBill>;
}
