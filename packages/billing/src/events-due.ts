import type { SubscriptionEvent } from './apply-event.ts';
import { calendarPeriod } from './payment-period.ts';
import { earlyPaymentMs, isTakenBack, latePaymentMs } from './renewal.ts';
import { endOf, hasEnded, isLiving, type Subscription } from './subscription.ts';

/** What our own clock brings to a subscription: its end, the end of a grace, a payment that never came, and new periods by the calendar. */
export function eventsDue(subscription: Subscription, { now, timeZone }: { now: Date; timeZone: string }): SubscriptionEvent[] {
  if (hasEnded(subscription)) return [];
  const end = endOf(subscription);
  if (end !== null && now >= end) return [{ type: 'EXPIRED', at: end }];
  return [...newPeriod(subscription, { now, timeZone }), ...missedPayment(subscription, now), ...endOfGrace(subscription)].filter(
    ({ at }) => at <= now,
  );
}

function newPeriod(
  { period, anchorDay, startedAt, status }: Subscription,
  { now, timeZone }: { now: Date; timeZone: string },
): SubscriptionEvent[] {
  if (anchorDay === null || startedAt === null || status.kind !== 'active') return [];
  if (period !== null && now < period.end) return [];
  const around = calendarPeriod(now, { anchorDay, timeZone });
  const start = around.start < startedAt ? startedAt : around.start;
  return [{ type: 'PERIOD_BEGAN', at: start, period: { start, end: around.end } }];
}

/** A period whose payment is missed: 48 hours after the day of the charge nothing went through. */
function missedPayment(subscription: Subscription, now: Date): SubscriptionEvent[] {
  const { source, period, paidAt, status } = subscription;
  if (source !== 'paypal' || period === null || !isLiving(subscription) || status.kind !== 'active') return [];
  const due = now >= period.end ? period.end : period.start;
  const isPaid = paidAt !== null && paidAt.getTime() >= due.getTime() - earlyPaymentMs && !isTakenBack(subscription);
  return isPaid ? [] : [{ type: 'OVERDUE', at: new Date(due.getTime() + latePaymentMs) }];
}

const endOfGrace = ({ status }: Subscription): SubscriptionEvent[] =>
  status.kind === 'paymentFailed' && !status.isGraceOver ? [{ type: 'GRACE_ENDED', at: status.graceUntil }] : [];
