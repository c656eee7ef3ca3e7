import type { CampaignEntry } from '@tenbin/billing';

export interface CampaignCodes {
  /** One that nobody has, and nobody had. It takes effect with the plan that is saved with it. */
  makeFresh(): Promise<string>;
  /** What is known of a code that a user enters. */
  look(userId: string, code: string): Promise<Pick<CampaignEntry, 'found' | 'isRedeemed'>>;
  /** Twice is once. */
  redeem(userId: string, code: string, at: Date): Promise<void>;
  /** The series of the codes in force that a user has redeemed. */
  listRedeemed(userId: string): Promise<string[]>;
  /** How many users redeemed each. */
  countUses(codes: readonly string[]): Promise<ReadonlyMap<string, number>>;
}
