import {
  type CheckoutTerms,
  endedAt,
  isFreePlan,
  type LimitOutlook,
  type PaymentRecord,
  type Subscription,
  type UserPlan,
} from '@tenbin/billing';
import type {
  AdministeredPlan,
  OrganizationPayment,
  PaymentRecord as PaymentReply,
  Subscription as SubscriptionReply,
  CheckoutTerms as TermsReply,
  UserPlan as UserPlanReply,
} from '@tenbin/contract';
import type { FoundPayment } from '@tenbin/db';

export const planReply = (plan: UserPlan): UserPlanReply => ({
  _id: plan.id,
  name: plan.name,
  tradingLimit: plan.tradingLimit === null ? null : Number(plan.tradingLimit),
  expirationDate: iso(plan.expirationDate),
  monthlyPrice: plan.monthlyPrice,
  initialInstallationCost: plan.initialInstallationCost,
  selectableExchanges: [...plan.selectableExchanges],
  paypalPlanId: plan.paypalPlanId,
  availablePlanFeatures: [...plan.availablePlanFeatures],
  availablePlanOptions: [...plan.availablePlanOptions],
  campaignCode: plan.campaign?.code ?? null,
  paymentMethods: isFreePlan(plan) ? null : ['PAYPAL'],
});

export const administeredPlanReply = (
  plan: UserPlan,
  { codeUses, subscribers, coming }: Pick<AdministeredPlan, 'codeUses' | 'subscribers' | 'coming'>,
): AdministeredPlan => ({
  ...planReply(plan),
  series: plan.seriesId,
  version: plan.version,
  campaignExpiresAt: iso(plan.campaign?.expiresAt ?? null),
  affiliateOnly: plan.campaign?.affiliateOnly ?? false,
  codeUses,
  createdAt: plan.createdAt.toISOString(),
  replacedAt: iso(plan.replacedAt),
  archivedAt: iso(plan.archivedAt),
  subscribers,
  coming,
});

export const subscriptionReply = (subscription: Subscription, botStopReasons: readonly string[]): SubscriptionReply => ({
  _id: subscription.id,
  plan: planReply(subscription.plan),
  nextPlan: subscription.nextPlan && planReply(subscription.nextPlan),
  botStopReasons: [...botStopReasons],
  status: subscription.status.kind,
  paypalSubscriptionId: subscription.paypalSubscriptionId,
  periodStart: iso(subscription.period?.start ?? null),
  periodEnd: iso(subscription.period?.end ?? null),
  startedAt: iso(subscription.startedAt),
  endedAt: iso(endedAt(subscription)),
  expiresAt: iso(subscription.expiresAt),
});

export const paymentReply = ({ key, at, planName, campaignCode, payment, type, result }: PaymentRecord): PaymentReply => ({
  transactionId: key,
  date: at.toISOString(),
  planName,
  campaignCode,
  payment,
  type,
  result,
});

export const organizationPaymentReply = (payment: FoundPayment): OrganizationPayment => ({
  ...paymentReply(payment),
  user: payment.userId,
  email: payment.email,
  isOutstanding: payment.isOutstanding,
  isUnexpected: payment.isUnexpected,
  refundOf: payment.refundOf,
  paypalSubscriptionId: payment.paypalSubscriptionId,
});

export const termsReply = (
  { tradingLimit, endsAt, firstChargedAt, beginsAt, campaignEndsAt, ...terms }: CheckoutTerms,
  { volume, ...shown }: LimitOutlook & { readonly volume: string; readonly buttonScript: string | null },
): TermsReply => ({
  ...terms,
  tradingLimit: tradingLimit === null ? null : Number(tradingLimit),
  endsAt: iso(endsAt),
  firstChargedAt: iso(firstChargedAt),
  beginsAt: iso(beginsAt),
  campaignEndsAt: iso(campaignEndsAt),
  volume: Number(volume),
  ...shown,
});

const iso = (moment: Date | null): string | null => moment?.toISOString() ?? null;
