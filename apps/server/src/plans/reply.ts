import { type CheckoutTerms, endedAt, isFreePlan, type PaymentRecord, type Subscription, type UserPlan } from '@tenbin/billing';
import type {
  PaymentRecord as PaymentReply,
  Subscription as SubscriptionReply,
  CheckoutTerms as TermsReply,
  UserPlan as UserPlanReply,
} from '@tenbin/contract';

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

export const termsReply = (
  { tradingLimit, endsAt, firstChargedAt, beginsAt, campaignEndsAt, ...terms }: CheckoutTerms,
  { volume, ...shown }: { readonly volume: string; readonly isLimitUsedUp: boolean; readonly buttonScript: string | null },
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
