/**
 * What becomes of a subscription: a pure function of it and an event, by the table of `transitions`.
 *
 * 1. What has ended never lives again.
 * 2. An event that is told twice changes nothing the second time, and does nothing.
 * 3. A failure that a later payment has settled changes nothing; neither does a payment from before a failure, nor one
 *    that was taken back, until it is reinstated.
 * 4. The first failure sets the grace; failing again does not lengthen it.
 * 5. An upgrade lasts as long as its price is charged for: taken back before it was paid, what was paid for counts again.
 */
import { type Period, periodUntil } from './payment-period.ts';
import { isUpgrade, takesUpgradeBack } from './plan-change.ts';
import { isTakenBack } from './renewal.ts';
import type { FailureCause, Subscription, SubscriptionState, SubscriptionStatus } from './subscription.ts';
import { type EventType, type SubscriptionEffect, transitions } from './subscription-table.ts';
import type { UserPlan } from './user-plan.ts';
import type { Yen } from './yen.ts';

interface Fields {
  ACTIVATED: { readonly nextBillingAt: Date | null };
  COMPLETED: { readonly payment: Yen };
  /** `retryAt`: when the provider tries again; null: never. */
  FAILED: { readonly retryAt: Date | null };
  /** The provider charges for this plan from the next period on. */
  UPDATED: { readonly plan: UserPlan };
  PERIOD_BEGAN: { readonly period: Period };
  /** `reversedAt`: of the latest payment that stays taken back; null: of none. */
  REINSTATED: { readonly reversedAt: Date | null };
}
export type SubscriptionEvent = {
  readonly [T in EventType]: { readonly type: T; readonly at: Date } & (T extends keyof Fields ? Fields[T] : unknown);
}[EventType];

export interface Step {
  readonly subscription: Subscription;
  readonly effects: readonly SubscriptionEffect[];
}

export function applyEvent(subscription: Subscription, event: SubscriptionEvent): Step {
  if (isKnown(subscription, event)) return { subscription, effects: [] };
  const { to, effects } = transitions[subscription.status.kind][event.type];
  if (to === 'cancelled' || to === 'expired') {
    const status = subscription.status.kind === to ? subscription.status : { kind: to, at: event.at };
    const paidAt = event.type === 'COMPLETED' ? event.at : subscription.paidAt;
    return { subscription: { ...subscription, status, paidAt, nextPlan: null }, effects };
  }
  const changed = { ...subscription, ...changes(subscription, event), status: statusIn(to, subscription.status, event) };
  const isOtherPlan = changed.plan.id !== subscription.plan.id || changed.nextPlan?.id !== subscription.nextPlan?.id;
  return { subscription: changed, effects: effects.filter((effect) => effect !== 'notifyPlanChanged' || isOtherPlan) };
}

/** All of them in turn. */
export function applyEvents(subscription: Subscription, events: readonly SubscriptionEvent[]): Step {
  return events.reduce<Step>(
    (step, event) => {
      const next = applyEvent(step.subscription, event);
      return { subscription: next.subscription, effects: [...step.effects, ...next.effects] };
    },
    { subscription, effects: [] },
  );
}

function isKnown({ status, paidAt, reversedAt, period, plan, nextPlan }: Subscription, event: SubscriptionEvent): boolean {
  const isPaidSince = paidAt !== null && event.at <= paidAt;
  const isReversedSince = reversedAt !== null && event.at <= reversedAt;
  const isFailed = status.kind === 'paymentFailed';
  switch (event.type) {
    case 'COMPLETED':
    case 'REVERSED':
      return isPaidSince || isReversedSince;
    case 'REINSTATED':
      return !isTakenBack({ paidAt, reversedAt }) || isTakenBack({ paidAt, reversedAt: event.reversedAt });
    case 'FAILED':
    case 'OVERDUE':
      return isPaidSince || isFailed;
    case 'GRACE_ENDED':
      return !isFailed || status.isGraceOver;
    case 'PERIOD_BEGAN':
      return period !== null && event.period.end <= period.end;
    case 'UPDATED':
      return event.plan.id === (nextPlan ?? plan).id;
    default:
      return false;
  }
}

function changes(subscription: Subscription, event: SubscriptionEvent): Partial<Subscription> {
  const { plan, nextPlan, owedUpgradePrice, startedAt } = subscription;
  switch (event.type) {
    case 'ACTIVATED': {
      const period = event.nextBillingAt && periodUntil(event.nextBillingAt, null, event.at);
      return { startedAt: startedAt ?? event.at, period: subscription.period ?? period };
    }
    case 'COMPLETED': {
      const isSettled = owedUpgradePrice !== null && event.payment >= owedUpgradePrice;
      return { startedAt: startedAt ?? event.at, paidAt: event.at, ...(isSettled ? nothingOwed : {}) };
    }
    case 'REVERSED':
      return { reversedAt: event.at };
    case 'REINSTATED':
      return { reversedAt: event.reversedAt };
    case 'UPDATED': {
      if (event.plan.id === plan.id) return { nextPlan: null };
      return takesUpgradeBack(subscription, event.plan)
        ? { ...nothingOwed, ...moved(subscription.paidPlan, null, event.plan) }
        : moved(plan, subscription, event.plan);
    }
    case 'PERIOD_BEGAN':
      return { period: event.period, ...(nextPlan === null ? {} : { plan: nextPlan, nextPlan: null, ...nothingOwed }) };
    default:
      return {};
  }
}

const nothingOwed = { owedUpgradePrice: null, paidPlan: null } as const;

/** From a plan to another one. @param owing - what is owed for the first one; null: it is paid */
function moved(from: UserPlan, owing: Pick<Subscription, 'owedUpgradePrice' | 'paidPlan'> | null, to: UserPlan): Partial<Subscription> {
  if (to.id === from.id) return { plan: from, nextPlan: null };
  if (!isUpgrade(from, to)) return { plan: from, nextPlan: to };
  const isDearer = to.monthlyPrice > from.monthlyPrice;
  return { plan: to, nextPlan: null, ...(isDearer ? { owedUpgradePrice: to.monthlyPrice, paidPlan: owing?.paidPlan ?? from } : {}) };
}

function statusIn(
  to: Exclude<SubscriptionState, 'cancelled' | 'expired'>,
  before: SubscriptionStatus,
  event: SubscriptionEvent,
): SubscriptionStatus {
  switch (to) {
    case 'approvalPending':
    case 'active':
      return { kind: to };
    case 'suspended':
      return before.kind === 'suspended' ? before : { kind: to, since: event.at };
    case 'paymentFailed':
      return failedStatus(before, event);
    default:
      return to satisfies never;
  }
}

const causes: Partial<Record<EventType, FailureCause>> = { FAILED: 'declined', OVERDUE: 'overdue', REVERSED: 'reversed' };

function failedStatus(before: SubscriptionStatus, event: SubscriptionEvent): SubscriptionStatus {
  const cause = causes[event.type];
  if (before.kind === 'paymentFailed' && event.type === 'GRACE_ENDED') return { ...before, isGraceOver: true };
  if (cause === undefined) return before;
  const graceUntil = (event.type === 'FAILED' && event.retryAt) || event.at;
  return { kind: 'paymentFailed', cause, failedAt: event.at, graceUntil, isGraceOver: event.type !== 'FAILED' };
}
