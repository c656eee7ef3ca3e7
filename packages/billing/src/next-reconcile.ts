import { endOf, type Subscription } from './subscription.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** When a subscription is reconciled again where no event comes: hourly while something is unsettled, else daily. */
export function nextReconcile(subscription: Subscription, now: Date): Date {
  const { status, period } = subscription;
  const isSettled = status.kind === 'active' && (period === null || now < period.end);
  const graceUntil = status.kind === 'paymentFailed' && !status.isGraceOver ? status.graceUntil : null;
  const turns = [graceUntil, endOf(subscription), period?.end ?? null].flatMap((turn) =>
    turn !== null && turn > now ? turn.getTime() : [],
  );
  return new Date(Math.min(now.getTime() + (isSettled ? dayMs : hourMs), ...turns));
}
