import type { CheckoutPurpose, CheckoutTerms } from '@tenbin/billing';

/** `givenUp`: its payer agreed, nobody could be put on it, and it was cancelled at PayPal. */
export type CheckoutOutcome = 'completed' | 'abandoned' | 'givenUp';

/** A purchase that waits for its payer. Its id is the request's at PayPal, and the nonce by which it is known again. */
export interface Checkout {
  readonly id: string;
  readonly userId: string;
  readonly planId: string;
  readonly purpose: CheckoutPurpose;
  readonly terms: CheckoutTerms;
  readonly paypalAccountId: string;
  readonly paypalSubscriptionId: string | null;
  readonly approveUrl: string | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  readonly outcome: CheckoutOutcome | null;
}

export type NewCheckout = Pick<Checkout, 'userId' | 'planId' | 'purpose' | 'terms' | 'paypalAccountId'>;

export interface Checkouts {
  /** The open one of a user. */
  findOpen(userId: string): Promise<Checkout | null>;
  /** The newest one of a subscription at PayPal, ended or not. */
  findByPaypal(paypalSubscriptionId: string): Promise<Checkout | null>;
  /** Those that wait, the oldest first. */
  listOpen(): Promise<Checkout[]>;
  /** Those of them whose user would pay in vain, and that are not put off. */
  listOpenInVain(now: Date): Promise<Checkout[]>;
  /** It is not among those until then. */
  putOff(id: string, until: Date): Promise<void>;
  /** Written before PayPal is asked. The user's open one, if there is any, is abandoned for it. */
  open(checkout: NewCheckout, at: Date): Promise<Checkout>;
  /** What PayPal made of it. @returns false where another one has taken its place */
  setApproval(id: string, approval: { readonly paypalSubscriptionId: string; readonly approveUrl: string | null }): Promise<boolean>;
  /** Once: whoever comes second gets false. */
  end(id: string, outcome: 'completed' | 'abandoned', at: Date): Promise<boolean>;
  /** One that is open, or was abandoned before its payer agreed. Once: of several at once the first gets true. */
  giveUp(id: string, at: Date): Promise<boolean>;
}
