import { anchorDayOf, calendarPeriod, type Period } from './payment-period.ts';
import type { Subscription } from './subscription.ts';
import type { UserPlan } from './user-plan.ts';

interface Taken {
  readonly id: string;
  readonly userId: string;
  readonly now: Date;
  readonly timeZone: string;
}

/**
 * A plan that costs nothing, taken now. What was traded on the free one before it counts on until that one's period is over:
 * taking it anew is no new limit.
 *
 * @param latest - the user's subscription that runs, or the last one that ended
 */
export function freeSubscription(plan: UserPlan, latest: Subscription | null, { id, userId, now, timeZone }: Taken): Subscription {
  const kept = keptFreePeriod(latest, now);
  const anchorDay = (kept && latest?.anchorDay) ?? anchorDayOf(now, timeZone);
  return {
    id,
    userId,
    source: 'free',
    plan,
    nextPlan: null,
    status: { kind: 'active' },
    paypalSubscriptionId: null,
    period: kept ?? { start: now, end: calendarPeriod(now, { anchorDay, timeZone }).end },
    anchorDay,
    paidAt: null,
    reversedAt: null,
    owedUpgradePrice: null,
    paidPlan: null,
    startedAt: now,
    expiresAt: null,
  };
}

/** The period of a free plan that was not over yet; null: none. */
export const keptFreePeriod = (latest: Subscription | null, now: Date): Period | null =>
  latest?.source === 'free' && latest.period !== null && now < latest.period.end ? latest.period : null;
