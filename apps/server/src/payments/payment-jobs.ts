import { type PaypalAccount, passedOver } from '@tenbin/db';
import { parseWebhookEvent } from '@tenbin/paypal';
import { Refusal } from '../route/refusal.ts';
import { applyWebhooks, forgetWebhooks } from './apply-webhooks.ts';
import { endChargesInVain } from './end-charging.ts';
import { renewWebhook } from './provider-plan.ts';
import { cancelSubscription, reconcileSubscription } from './reconcile-subscription.ts';
import { clientFor, type PaymentDeps, type PaymentScope } from './seller.ts';
import { settleCheckout } from './settle-checkout.ts';

/** Every minute, and whenever a webhook came. */
export const paymentTimes = '* * * * *';
/** Hourly. */
export const paymentReviewTimes = '7 * * * *';

const dueAtOnce = 200;
const hourMs = 3_600_000;
/** The provider keeps its events so long. */
const eventsKeptMs = 29 * 24 * hourMs;
/** What was told while the last question was answered is asked for again: each counts once. */
const overlapMs = hourMs;
/** Nobody comes back to agree so late. */
const abandonedAfterMs = 24 * hourMs;

/**
 * Applies webhooks, and looks at the subscriptions that are due.
 *
 * @param atOnce - how many of one organization, before others have their turn
 */
export async function workOnPayments(deps: PaymentDeps, signal?: AbortSignal, atOnce = dueAtOnce): Promise<void> {
  for (const scope of await scopesOf(deps)) {
    if (signal?.aborted) return;
    // First: a look on account of an event would put it off.
    await endChargesInVain(scope, { atOnce, signal });
    await applyWebhooks(scope, signal);
    await endReplaced(scope, { atOnce, signal });
    await reconcileDue(scope, { atOnce, signal });
  }
}

/** Finds out what nobody heard of. */
export async function reviewPayments(deps: PaymentDeps, signal?: AbortSignal): Promise<void> {
  for (const scope of await scopesOf(deps)) {
    for (const account of await scope.organization.paypalAccounts.list()) {
      if (signal?.aborted) return;
      await fetchMissed(account, scope);
    }
    await applyWebhooks(scope, signal);
    await settleOpen(scope, signal);
    await forgetWebhooks(scope);
  }
}

const scopesOf = async (deps: PaymentDeps): Promise<PaymentScope[]> =>
  (await deps.database.platform.organizations.list()).map(({ id }) => ({ organization: deps.database.forOrganization(id), deps }));

interface Turn {
  readonly atOnce: number;
  readonly signal?: AbortSignal | undefined;
}

async function reconcileDue(scope: PaymentScope, { atOnce, signal }: Turn): Promise<void> {
  const { organization, deps } = scope;
  const { organizationId } = organization;
  const now = deps.clock.now();
  for (const { id: subscriptionId } of await organization.subscriptions.listDue(now, atOnce)) {
    if (signal?.aborted) return;
    const seen = await organization.subscriptions.dueAt(subscriptionId);
    try {
      await reconcileSubscription(subscriptionId, scope);
    } catch (error) {
      passedOver('payments', deps).warn({ organizationId, subscriptionId, err: error }, 'subscription.fetch_failed');
      await organization.subscriptions.scheduleReconcile(subscriptionId, new Date(now.getTime() + hourMs), seen);
    }
  }
}

/** What an account charges for that is not the organization's any more ends, as soon as that account can be reached. */
async function endReplaced(scope: PaymentScope, { atOnce, signal }: Turn): Promise<void> {
  const { organization, deps } = scope;
  const { organizationId } = organization;
  const now = deps.clock.now();
  for (const subscription of await organization.subscriptions.listOfReplacedAccounts(now, atOnce)) {
    if (signal?.aborted) return;
    const { id: subscriptionId } = subscription;
    try {
      await cancelSubscription(subscription, scope, { reason: 'the account was replaced' });
    } catch (error) {
      passedOver('payments', deps).warn({ organizationId, subscriptionId, err: error }, 'subscription.end_failed');
      await organization.subscriptions.scheduleReconcile(subscriptionId, new Date(now.getTime() + hourMs));
    }
  }
}

async function fetchMissed(account: PaypalAccount, scope: PaymentScope): Promise<void> {
  const { organization, deps } = scope;
  const now = deps.clock.now();
  const known = account.eventsUntil ?? account.createdAt;
  const from = new Date(Math.max(known.getTime() - overlapMs, now.getTime() - eventsKeptMs));
  try {
    const client = await clientFor(account.id, scope);
    // Before what it told is read: from here on it tells here.
    if (account.webhookId !== null && account.replacedAt === null) await renewWebhook({ ...scope, account, client });
    for (const body of await client.fetchEvents({ from, to: now })) {
      const event = parseWebhookEvent(body);
      if (event === null) continue;
      const { id, type, subscriptionId: paypalSubscriptionId } = event;
      await organization.webhookEvents.put({ id, type, paypalSubscriptionId, body, receivedAt: now });
    }
    await organization.paypalAccounts.setEventsUntil(account.id, now);
  } catch (error) {
    passedOver('paymentReview', deps).warn({ organizationId: organization.organizationId, err: error }, 'events.fetch_failed');
  }
}

async function settleOpen(scope: PaymentScope, signal?: AbortSignal): Promise<void> {
  const { organization, deps } = scope;
  const { organizationId } = organization;
  for (const checkout of await organization.checkouts.listOpen()) {
    if (signal?.aborted) return;
    try {
      await settleCheckout(checkout, scope);
    } catch (error) {
      const now = deps.clock.now();
      if (!(error instanceof Refusal))
        passedOver('paymentReview', deps).warn({ organizationId, checkoutId: checkout.id, err: error }, 'checkout.settle_failed');
      else if (now.getTime() - checkout.createdAt.getTime() > abandonedAfterMs)
        await organization.checkouts.end(checkout.id, 'abandoned', now);
    }
  }
}
