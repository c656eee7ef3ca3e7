import type { Referral } from './users.ts';

/** Somebody who came by another's invitation. */
export interface InvitedUser extends Referral {
  readonly id: string;
  readonly email: string;
  readonly referrerId: string;
  readonly referrerEmail: string;
  readonly referralCode: string;
}

/** What the ledger, its count and its file are filtered by: a span, half-open, and who invited (their code, or a part of their address). */
export interface ReferralFilter {
  readonly start?: Date | undefined;
  readonly end?: Date | undefined;
  readonly referrer?: string | undefined;
}

/** Who invited whom, over the whole organization. */
export interface ReferralLedger {
  /** Newest first. */
  list(filter: ReferralFilter, page: { readonly offset: number; readonly limit: number }): Promise<InvitedUser[]>;
  count(filter: ReferralFilter): Promise<number>;
  /** The oldest first, by pages: the next one is read when it is asked for. */
  pages(filter: ReferralFilter, page?: number): AsyncIterable<readonly InvitedUser[]>;
}
