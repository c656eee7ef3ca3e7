import type { Period } from './payment-period.ts';
import type { Subscription } from './subscription.ts';

/** A payment may go through shortly before its period. */
export const earlyPaymentMs = 24 * 3_600_000;
/** A charge follows its day by hours; so long after it, it is missed. */
export const latePaymentMs = 48 * 3_600_000;

/** Whether the latest payment, if there was any, was taken back. */
export const isTakenBack = ({ paidAt, reversedAt }: Pick<Subscription, 'paidAt' | 'reversedAt'>): boolean =>
  reversedAt !== null && (paidAt === null || paidAt <= reversedAt);

/** The present period, where it is paid and goes on; null: whoever pays anew is charged at once. */
export function paidPeriod(
  { period, paidAt, reversedAt }: Pick<Subscription, 'period' | 'paidAt' | 'reversedAt'>,
  now: Date,
): Period | null {
  if (period === null || paidAt === null || now >= period.end) return null;
  const isForPeriod = paidAt.getTime() >= period.start.getTime() - earlyPaymentMs;
  return isForPeriod && !isTakenBack({ paidAt, reversedAt }) ? period : null;
}

/**
 * The same plan, paid anew with another subscription of the provider's: what is paid stays paid, and it is charged next when that is over.
 *
 * @param given - `period`: the {@link paidPeriod} for which it was made
 */
export function renewed(
  before: Subscription,
  { id, paypalSubscriptionId, period }: { id: string; paypalSubscriptionId: string; period: Period | null },
): Subscription {
  return {
    ...before,
    id,
    paypalSubscriptionId,
    source: 'paypal',
    anchorDay: null,
    nextPlan: null,
    status: { kind: 'approvalPending' },
    period,
    paidAt: period && before.paidAt,
    reversedAt: null,
    expiresAt: null,
  };
}
