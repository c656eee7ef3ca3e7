import { BillingError } from './billing-error.ts';
import { freeSubscription } from './free-subscription.ts';
import type { Subscription } from './subscription.ts';
import type { UserPlan } from './user-plan.ts';

type Taken = Parameters<typeof freeSubscription>[2];

/**
 * A plan that an administrator gives: charged by nobody, from now on, in periods of our calendar. What was traded before it
 * does not count.
 *
 * @param given - `expiresAt`: null: until somebody ends it
 * @throws {DomainError} `endNotAhead`
 */
export function giftSubscription(plan: UserPlan, { expiresAt, ...taken }: Taken & { readonly expiresAt: Date | null }): Subscription {
  if (expiresAt !== null && expiresAt <= taken.now) throw new BillingError('endNotAhead');
  return { ...freeSubscription(plan, null, taken), source: 'gift', expiresAt };
}
