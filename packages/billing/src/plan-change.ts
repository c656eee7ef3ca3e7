import { compare } from '@tenbin/market';
import { BillingError } from './billing-error.ts';
import { latePaymentMs } from './renewal.ts';
import { isLiving, type Subscription } from './subscription.ts';
import { isFreePlan, isOnOffer, type UserPlan } from './user-plan.ts';
import type { Yen } from './yen.ts';

/**
 * Each of them is the provider's to confirm, whose payer agrees again: then the event `UPDATED` tells of it.
 *
 * - `upgrade`: counts as soon as the provider confirms it; the price from the next charge on.
 * - `downgrade`: limit and price change with the next period.
 * - `withdraw`: the present plan goes on, and what was to follow it does not.
 */
export const planChangeKinds = ['upgrade', 'downgrade', 'withdraw'] as const;

export interface PlanChange {
  readonly kind: (typeof planChangeKinds)[number];
  readonly plan: UserPlan;
}

/**
 * What choosing this plan means for who has another one. The price decides; of one price the limit does.
 *
 * @throws {DomainError} `noSubscription`, `planNotCharged`, `planToCancel`, `paymentOutstanding`, `alreadyOnPlan`, `userPlanNotOffered`, `planEndsTooSoon`, `dearerPriceUnpaid`
 */
export function planChange(subscription: Subscription | null, plan: UserPlan, now: Date): PlanChange {
  if (subscription === null || !isLiving(subscription)) throw new BillingError('noSubscription');
  const { plan: present, nextPlan, owedUpgradePrice } = subscription;
  if (plan.id === present.id) {
    if (nextPlan === null) throw new BillingError('alreadyOnPlan');
    return { kind: 'withdraw', plan };
  }
  if (subscription.source !== 'paypal') throw new BillingError('planNotCharged');
  if (isFreePlan(plan)) throw new BillingError('planToCancel');
  if (subscription.status.kind !== 'active') throw new BillingError('paymentOutstanding');
  if (plan.id === nextPlan?.id) throw new BillingError('alreadyOnPlan');
  if (!isOnOffer(plan, now)) throw new BillingError('userPlanNotOffered');
  if (isOverOncePaid(subscription, plan)) throw new BillingError('planEndsTooSoon');
  if (isUpgrade(present, plan)) return { kind: 'upgrade', plan };
  if (owedUpgradePrice !== null) throw new BillingError('dearerPriceUnpaid', { price: owedUpgradePrice });
  return { kind: 'downgrade', plan };
}

/** Whether it has ended by the next charge, or ends with that: its payer would be charged for nothing, or it would be had for nothing. */
const isOverOncePaid = ({ period }: Subscription, { expirationDate }: UserPlan): boolean =>
  expirationDate !== null && period !== null && expirationDate.getTime() <= period.end.getTime() + latePaymentMs;

/**
 * Giving up what was used and not paid leads to no cheaper plan either, until its period is over.
 *
 * @param ended - the last one
 * @throws {DomainError} `dearerPriceUnpaid`
 */
export function requireDearerPaid(ended: Subscription, plan: UserPlan, now: Date): void {
  const price = dearerUnpaid(ended, plan, now);
  if (price !== null) throw new BillingError('dearerPriceUnpaid', { price });
}

/** The price that is to be paid before this plan; null: none. */
export function dearerUnpaid({ owedUpgradePrice, period }: Subscription, plan: UserPlan, now: Date): Yen | null {
  if (owedUpgradePrice === null || period === null || now >= period.end || plan.monthlyPrice >= owedUpgradePrice) return null;
  return owedUpgradePrice;
}

/** Whether the provider charges for less than what was upgraded to, and that was not paid yet: by an approval that is older than the upgrade. */
export function takesUpgradeBack<S extends Pick<Subscription, 'plan' | 'owedUpgradePrice' | 'paidPlan'>>(
  subscription: S,
  plan: UserPlan,
): subscription is S & { readonly paidPlan: UserPlan } {
  const { plan: present, owedUpgradePrice, paidPlan } = subscription;
  return owedUpgradePrice !== null && paidPlan !== null && plan.id !== present.id && !isUpgrade(present, plan);
}

/** Whether it counts at once in the place of the present one. */
export function isUpgrade(present: UserPlan, plan: UserPlan): boolean {
  if (plan.monthlyPrice !== present.monthlyPrice) return plan.monthlyPrice > present.monthlyPrice;
  if (plan.tradingLimit === null || present.tradingLimit === null) return plan.tradingLimit === null;
  return compare(plan.tradingLimit, present.tradingLimit) >= 0;
}
