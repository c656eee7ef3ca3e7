import { errorsWith } from '@tenbin/market';

/** What this package's rules refuse. */
export interface BillingFacts {
  notWholeYen: { readonly value: string };
  invalidUserPlan: { readonly fields: readonly string[] };
  userPlanNotOffered: null;
  invalidCode: null;
  invalidAffiliateCode: null;
  codeExpired: null;
  alreadyRegistered: null;
  alreadyRegisteredPlan: null;
  noSubscription: null;
  alreadySubscribed: null;
  alreadyOnPlan: null;
  /** A gift, and a plan that costs nothing, is not changed but followed by one that is bought. */
  planNotCharged: null;
  /** From a paid plan to one that costs nothing: the paid one is cancelled first. */
  planToCancel: null;
  /** It is over before a payment for it would be. */
  planEndsTooSoon: null;
  /** A payment stands out: it is settled first. */
  paymentOutstanding: null;
  /** After an upgrade, one payment at the dearer price comes first. Whole yen. */
  dearerPriceUnpaid: { readonly price: number };
  invalidRegistrationNumber: null;
  /** Of a gift. */
  endNotAhead: null;
}

export const BillingError = errorsWith<BillingFacts>();
