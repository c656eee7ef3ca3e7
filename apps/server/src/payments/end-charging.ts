import { type ChargingEnd, hasEnded } from '@tenbin/billing';
import { passedOver } from '@tenbin/db';
import { PaypalError } from '@tenbin/paypal';
import { cancelSubscription } from './reconcile-subscription.ts';
import type { PaymentScope } from './seller.ts';
import { closeCheckout } from './settle-checkout.ts';

const againMs = 10 * 60_000;

/**
 * Ends what a user who was suspended is charged for: what they have agreed to already, and what runs. What cannot be ended now is
 * left to {@link endChargesInVain}.
 */
export async function endCharging(userId: string, scope: PaymentScope): Promise<ChargingEnd> {
  const { organization, deps } = scope;
  const { organizationId } = organization;
  try {
    if ((await organization.users.find(userId))?.bannedAt == null) return 'none';
    const open = await organization.checkouts.findOpen(userId);
    if (open) await closeCheckout(open, scope);
    const present = await organization.subscriptions.findLatestOfUser(userId);
    if (present === null || hasEnded(present) || present.source !== 'paypal') return open ? 'ended' : 'none';
    // Whoever was pardoned while the provider kept us waiting keeps what they have.
    if (!(await organization.subscriptions.isChargedInVain(present.id))) return open ? 'ended' : 'none';
    await cancelSubscription(present, scope, { reason: 'its user was suspended' });
    return 'ended';
  } catch (error) {
    deps.log.warn({ organizationId, userId, err: error }, 'charging.end_failed');
    return 'pending';
  }
}

/**
 * Goes on with what could not be ended when users, or the organization, were suspended, users became there for referrals only, or
 * it was made free. A provider that cannot be reached now is asked for nothing more: others wait.
 */
export async function endChargesInVain(
  scope: PaymentScope,
  { atOnce, signal }: { readonly atOnce: number; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  const { organization, deps } = scope;
  const { organizationId, checkouts, subscriptions } = organization;
  const now = deps.clock.now();
  const again = new Date(now.getTime() + againMs);
  for (const checkout of await checkouts.listOpenInVain(now)) {
    if (signal?.aborted) return;
    try {
      await closeCheckout(checkout, scope);
    } catch (error) {
      passedOver('payments', deps).warn({ organizationId, checkoutId: checkout.id, err: error }, 'checkout.settle_failed');
      await checkouts.putOff(checkout.id, again);
      if (isAway(error)) return;
    }
  }
  for (const subscription of await subscriptions.listChargedInVain(now, atOnce)) {
    if (signal?.aborted) return;
    const { id: subscriptionId } = subscription;
    // The list is as old as those before it took.
    if (!(await subscriptions.isChargedInVain(subscriptionId))) continue;
    try {
      await cancelSubscription(subscription, scope, { reason: 'its user pays in vain' });
    } catch (error) {
      passedOver('payments', deps).warn({ organizationId, subscriptionId, err: error }, 'subscription.end_failed');
      await subscriptions.scheduleReconcile(subscriptionId, again);
      if (isAway(error)) return;
    }
  }
}

const isAway = (error: unknown): boolean => error instanceof PaypalError && error.kind === 'transient';
