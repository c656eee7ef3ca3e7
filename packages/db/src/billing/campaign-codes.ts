import type { Campaign, CampaignEntry } from '@tenbin/billing';

/** A code with its plan, by the name that the plan has now. */
export interface UsedCode extends Campaign {
  readonly seriesId: string;
  readonly planName: string;
  /** How many users redeemed it. */
  readonly uses: number;
  readonly createdAt: Date;
  /** Its plan has another code, or none, since then. */
  readonly retiredAt: Date | null;
}

export interface CampaignCodes {
  /** One that nobody has, and nobody had. It takes effect with the plan that is saved with it. */
  makeFresh(): Promise<string>;
  /** What is known of a code that a user enters. */
  look(userId: string, code: string): Promise<Pick<CampaignEntry, 'found' | 'isRedeemed'>>;
  /** @returns whether they had not before */
  redeem(userId: string, code: string, at: Date): Promise<boolean>;
  /** The series of the codes in force that a user has redeemed. */
  listRedeemed(userId: string): Promise<string[]>;
  /** How many users redeemed each. */
  countUses(codes: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** All codes that plans have or had, the newest first. */
  list(page: { readonly offset: number; readonly limit: number }): Promise<UsedCode[]>;
}
