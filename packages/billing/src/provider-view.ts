/**
 * What the provider says of a subscription counts, not what events told about it on the way: they come late, twice, in any
 * order, or never.
 *
 * 1. Seeing the same once more changes nothing.
 * 2. Whatever was seen before, all that can be known of the provider's state is known after the next look.
 */
import type { SubscriptionEvent } from './apply-event.ts';
import { periodUntil } from './payment-period.ts';
import type { Subscription } from './subscription.ts';
import type { UserPlan } from './user-plan.ts';
import type { Yen } from './yen.ts';

/** A provider's subscription in our words. */
export interface ProviderView {
  readonly id: string;
  readonly status: 'approvalPending' | 'active' | 'suspended' | 'cancelled' | 'expired';
  readonly statusAt: Date;
  /** The provider's id of its plan. */
  readonly planId: string;
  readonly nextBillingAt: Date | null;
  readonly outstanding: Yen;
  readonly lastPayment: { readonly amount: Yen; readonly at: Date } | null;
  readonly lastFailure: { readonly amount: Yen; readonly at: Date; readonly retryAt: Date | null; readonly reason: string | null } | null;
}

/**
 * What happened, as far as the provider's state tells it.
 *
 * @param charged - ours with the plan of the view; null: the provider charges for one that we do not know, and the present one goes on
 */
export function eventsSeen(subscription: Subscription, view: ProviderView, charged: UserPlan | null): SubscriptionEvent[] {
  const { status, statusAt, nextBillingAt, lastPayment, lastFailure } = view;
  const events: SubscriptionEvent[] = [];
  if (status === 'active' && !isActiveSo(subscription, view)) events.push({ type: 'ACTIVATED', at: statusAt, nextBillingAt });
  if (status === 'active' || status === 'suspended') events.push({ type: 'UPDATED', at: statusAt, plan: charged ?? subscription.plan });
  if (nextBillingAt !== null && subscription.period !== null && nextBillingAt > subscription.period.end) {
    const period = periodUntil(nextBillingAt, subscription.period, statusAt);
    events.push({ type: 'PERIOD_BEGAN', at: period.start, period });
  }
  if (lastPayment !== null) events.push({ type: 'COMPLETED', at: lastPayment.at, payment: lastPayment.amount });
  if (lastFailure !== null && standsOut(view)) events.push({ type: 'FAILED', at: lastFailure.at, retryAt: lastFailure.retryAt });
  if (status === 'suspended') events.push({ type: 'SUSPENDED', at: statusAt });
  if (status === 'cancelled') events.push({ type: 'CANCELLED', at: statusAt });
  if (status === 'expired') events.push({ type: 'EXPIRED', at: statusAt });
  return events;
}

/** A charge failed, nothing was paid since, and it is tried again or owed: the balance may grow only after the last try. */
const standsOut = ({ lastFailure, lastPayment, outstanding }: ProviderView): boolean =>
  lastFailure !== null && (lastPayment === null || lastFailure.at > lastPayment.at) && (outstanding > 0 || lastFailure.retryAt !== null);

/** A debt that the provider knows of and has let go counts as settled, without a payment. */
function isActiveSo({ status }: Subscription, view: ProviderView): boolean {
  if (status.kind !== 'paymentFailed') return status.kind === 'active';
  const { lastFailure } = view;
  const isLetGo = status.cause === 'declined' && lastFailure !== null && lastFailure.at >= status.failedAt && !standsOut(view);
  return !isLetGo;
}
