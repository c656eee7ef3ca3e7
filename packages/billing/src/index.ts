export { applyEvent, applyEvents, type Step, type SubscriptionEvent } from './apply-event.ts';
export { BillingError, type BillingFacts } from './billing-error.ts';
export {
  type Campaign,
  type CampaignCodeFault,
  type CampaignEntry,
  campaignCodeFault,
  campaignCodeFaults,
  campaignCodeFrom,
  parseCampaignCode,
  requireRedeemable,
} from './campaign-code.ts';
export { type ChargingEnd, chargingEnds } from './charging-end.ts';
export { type CheckoutPurpose, type CheckoutTerms, checkoutPurposes, checkoutTerms, planRenewals, termsVersion } from './checkout-terms.ts';
export { type Entitlement, type EntitlementFacts, entitlementOf, isHeldForPayment, periodOf } from './entitlement.ts';
export { eventsDue } from './events-due.ts';
export { freeSubscription } from './free-subscription.ts';
export { giftSubscription } from './gift-subscription.ts';
export { type LimitOutlook, limitOutlook, periodOnceAgreed } from './limit-outlook.ts';
export { lastMonths, monthsIn } from './months-in.ts';
export { nextReconcile } from './next-reconcile.ts';
export {
  type BillFacts,
  type BillIssue,
  type BillIssuer,
  type BillingStatus,
  type BillLine,
  type BillSubject,
  type BillTotals,
  billingStatuses,
  billLines,
  billSubjects,
  billTotals,
  draftBill,
  type OrganizationBill,
  type OrganizationPlanName,
  type OrganizationPrices,
  organizationPlans,
  requireRegistrationNumber,
  type TaxRate,
  type TaxTotal,
  taxRates,
  type UsdRate,
} from './organization-bill.ts';
export { type AnchorDay, anchorDayOf, calendarMonth, calendarPeriod, type Period, periodOfMonth, periodUntil } from './payment-period.ts';
export {
  balanceOf,
  classifyPayment,
  factKey,
  failureKey,
  latestFacts,
  type PaymentRecord,
  type PaymentResult,
  type PaymentType,
  paymentResults,
  paymentTypes,
} from './payment-record.ts';
export { type PaypalEnvironment, paypalEnvironments } from './paypal-environment.ts';
export { dearerUnpaid, type PlanChange, planChange, planChangeKinds, requireDearerPaid, takesUpgradeBack } from './plan-change.ts';
export { eventsSeen, type ProviderView } from './provider-view.ts';
export { type EndedDispute, latestReversal, reinstatement } from './reinstatement.ts';
export { earlyPaymentMs, isTakenBack, paidPeriod, renewed } from './renewal.ts';
export { firstPaid, mergedRevenue, type RevenueEntry, type RevenueRow, revenueEntries, revenueRows } from './revenue.ts';
export {
  endedAt,
  endOf,
  type FailureCause,
  hasEnded,
  isLiving,
  type Subscription,
  type SubscriptionSource,
  type SubscriptionState,
  type SubscriptionStatus,
  subscriptionSources,
  subscriptionStates,
} from './subscription.ts';
export {
  type EventType,
  ownEvents,
  providerEvents,
  type SubscriptionEffect,
  subscriptionEffects,
  type Transition,
  transitions,
} from './subscription-table.ts';
export {
  firstVersion,
  isFreePlan,
  isOnOffer,
  isShownTo,
  maxPlanNameLength,
  maxPlanPrice,
  nextVersion,
  type PaymentMethod,
  type PlanFeature,
  type PlanField,
  type PlanOption,
  type PlanTerms,
  paymentMethods,
  planFaults,
  planFeatures,
  planLimitDigits,
  planOptions,
  type UserPlan,
} from './user-plan.ts';
export { type VolumeBar, volumeBar } from './volume-bar.ts';
export { addYen, negateYen, noYen, parseYen, sumYen, timesYen, type Yen, yen } from './yen.ts';
