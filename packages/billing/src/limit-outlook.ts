import { compare, type Decimal } from '@tenbin/market';
import type { CheckoutTerms } from './checkout-terms.ts';
import { keptFreePeriod } from './free-subscription.ts';
import type { Period } from './payment-period.ts';
import type { Subscription } from './subscription.ts';
import { isFreePlan, type UserPlan } from './user-plan.ts';

interface Chosen {
  readonly plan: UserPlan;
  /** The subscription that runs, or the last one that ended. */
  readonly latest: Subscription | null;
  /** What volume is counted in now. */
  readonly period: Period;
  readonly now: Date;
}

/**
 * The period whose volume stands against the plan's limit, if this is agreed to. A smaller plan's limit counts from the next
 * period on, but what was traded in this one tells whether it will be enough.
 *
 * @returns null: one that begins with the plan, in which nothing was traded yet
 */
export function periodOnceAgreed(
  { purpose, firstChargedAt }: Pick<CheckoutTerms, 'purpose' | 'firstChargedAt'>,
  { plan, latest, period, now }: Chosen,
): Period | null {
  if (purpose === 'new') return isFreePlan(plan) ? keptFreePeriod(latest, now) : null;
  return purpose === 'renew' && firstChargedAt === null ? null : period;
}

export interface LimitOutlook {
  /** Bots would not run until the next period. */
  readonly isLimitUsedUp: boolean;
  /** Nothing is held now, but from the next period on this much would be more than the limit. */
  readonly isAboveNextLimit: boolean;
}

/** @param volume - USD in the {@link periodOnceAgreed} */
export function limitOutlook({ purpose, tradingLimit }: Pick<CheckoutTerms, 'purpose' | 'tradingLimit'>, volume: Decimal): LimitOutlook {
  const isReached = tradingLimit !== null && compare(volume, tradingLimit) >= 0;
  const isLater = purpose === 'downgrade';
  return { isLimitUsedUp: isReached && !isLater, isAboveNextLimit: isReached && isLater };
}
