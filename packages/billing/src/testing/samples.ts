import type { PaymentRecord } from '../payment-record.ts';
import type { Subscription } from '../subscription.ts';
import type { UserPlan } from '../user-plan.ts';
import { yen } from '../yen.ts';

/** Days after 2026-01-01, 00:00Z. */
export const day = (days: number): Date => new Date(Date.UTC(2026, 0, 1) + days * 86_400_000);

export function userPlan(given: Partial<UserPlan> = {}): UserPlan {
  const id = given.id ?? 'standard';
  return {
    id,
    seriesId: id,
    version: 1,
    name: id,
    tradingLimit: '10000',
    expirationDate: null,
    monthlyPrice: yen(5000),
    initialInstallationCost: yen(10_000),
    selectableExchanges: [],
    availablePlanFeatures: [],
    availablePlanOptions: [],
    campaign: null,
    paypalPlanId: `P-${id}`,
    createdAt: day(0),
    replacedAt: null,
    archivedAt: null,
    ...given,
  };
}

/** Active and paid since day 0, the next charge on day 31. */
export const subscription = (given: Partial<Subscription> = {}): Subscription => ({
  id: 'subscription',
  userId: 'user',
  source: 'paypal',
  plan: userPlan(),
  nextPlan: null,
  status: { kind: 'active' },
  paypalSubscriptionId: 'I-1',
  period: { start: day(0), end: day(31) },
  anchorDay: null,
  paidAt: day(0),
  reversedAt: null,
  owedUpgradePrice: null,
  paidPlan: null,
  startedAt: day(0),
  expiresAt: null,
  ...given,
});

/** A month's fee that went through on day 1. */
export const paymentRecord = (given: Partial<PaymentRecord> = {}): PaymentRecord => ({
  key: 'sale-1',
  at: day(1),
  subscriptionId: 'I-1',
  planName: 'Standard',
  campaignCode: null,
  payment: yen(5000),
  type: 'SUBSCRIPTION_FEE',
  result: 'COMPLETED',
  refundOf: null,
  isUnexpected: false,
  ...given,
});
