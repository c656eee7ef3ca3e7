import {
  type CheckoutTerms,
  checkoutTerms,
  isFreePlan,
  isLiving,
  isOnOffer,
  isShownTo,
  paidPeriod,
  planChange,
  requireDearerPaid,
  type UserPlan,
} from '@tenbin/billing';
import type { PurchasePurpose } from '@tenbin/contract';
import type { OrganizationDatabase, StoredSubscription } from '@tenbin/db';
import { Refusal } from '../route/refusal.ts';

/** What somebody wants to buy. */
export interface PurchaseRequest {
  readonly userPlanId: string;
  readonly purpose: PurchasePurpose;
}

/** What begins that soon is charged at once: the provider takes no first charge that is over when its payer agrees. */
const soonMs = 3_600_000;

/** A plan that somebody is shown. @throws {Refusal} `userPlanNotFound` */
export async function requireShownPlan(
  id: string,
  { organization, userId, now }: { readonly organization: OrganizationDatabase; readonly userId: string; readonly now: Date },
): Promise<UserPlan> {
  const [plan, redeemedSeries, present] = await Promise.all([
    organization.userPlans.find(id),
    organization.campaignCodes.listRedeemed(userId),
    organization.subscriptions.findLatestOfUser(userId),
  ]);
  const own = [present?.plan.id, present?.nextPlan?.id];
  const isOwn = present !== null && isLiving(present) && own.includes(id);
  if (plan === null || !(isOwn || isShownTo(plan, { redeemedSeries, planId: null }, now) || !isOnOffer(plan, now)))
    throw new Refusal('userPlanNotFound', { facts: { id } });
  return plan;
}

/**
 * What is agreed to with a purchase.
 *
 * @param present - the subscription that runs, or the last one that ended
 * @throws {Refusal} `userPlanNotOffered`, `alreadySubscribed`, `noSubscription`, and what `requireDearerPaid` and `planChange` throw
 */
export function termsOf(
  { purpose }: Pick<PurchaseRequest, 'purpose'>,
  { plan, present, now }: { readonly plan: UserPlan; readonly present: StoredSubscription | null; readonly now: Date },
): CheckoutTerms {
  const living = present !== null && isLiving(present) ? present : null;
  switch (purpose) {
    case 'new':
      if (!isOnOffer(plan, now)) throw new Refusal('userPlanNotOffered');
      if (living?.source === 'paypal' || living?.plan.id === plan.id) throw new Refusal('alreadySubscribed');
      if (present !== null) requireDearerPaid(present, plan, now);
      return checkoutTerms(plan, 'new', { now, present: null });
    case 'renew':
      if (living === null || living.plan.id !== plan.id) throw new Refusal('noSubscription');
      if (living.source !== 'paypal' || isFreePlan(plan)) throw new Refusal('planNotCharged');
      return checkoutTerms(plan, 'renew', {
        now,
        present: paidPeriod(living, new Date(now.getTime() + soonMs)),
        dropsChangeTo: living.nextPlan?.name ?? null,
      });
    case 'change':
      return checkoutTerms(plan, planChange(living, plan, now).kind, { now, present: living?.period ?? null });
    default:
      return purpose satisfies never;
  }
}
