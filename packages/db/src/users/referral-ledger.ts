import type { Referral } from './users.ts';

/** Somebody who came by another's invitation. */
export interface InvitedUser extends Referral {
  readonly id: string;
  readonly email: string;
  readonly referrerEmail: string;
  readonly referralCode: string;
}

/** Who invited whom, over the whole organization. */
export interface ReferralLedger {
  /** Those who came in a span, half-open; the oldest first, by pages: the next one is read when it is asked for. */
  pages(span: { readonly start?: Date | undefined; readonly end?: Date | undefined }, page?: number): AsyncIterable<readonly InvitedUser[]>;
}
