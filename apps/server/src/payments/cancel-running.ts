import { hasEnded } from '@tenbin/billing';
import type { StoredSubscription } from '@tenbin/db';
import { cancelSubscription, type Ending } from './reconcile-subscription.ts';
import type { PaymentScope } from './seller.ts';
import { closeCheckout } from './settle-checkout.ts';

const maxTries = 5;

/**
 * Ends what somebody is subscribed to: what they have agreed to and nobody has heard of yet, what runs, and what took its place
 * meanwhile.
 *
 * @param ending - stored along with the first one that ends
 * @returns what they were on; null: nothing
 * @throws {PaypalError} where it goes on at the provider
 */
export async function cancelRunning(userId: string, scope: PaymentScope, ending?: Ending): Promise<StoredSubscription | null> {
  const { checkouts, subscriptions } = scope.organization;
  const open = await checkouts.findOpen(userId);
  if (open) await closeCheckout(open, scope);
  let first: StoredSubscription | null = null;
  for (let tries = 1; tries <= maxTries; tries += 1) {
    const running = await subscriptions.findLatestOfUser(userId);
    if (running === null || hasEnded(running)) return first;
    await cancelSubscription(running, scope, first === null || ending === undefined ? ending : { reason: ending.reason });
    first ??= running;
  }
  throw new Error('what ended was followed by another one again and again');
}
