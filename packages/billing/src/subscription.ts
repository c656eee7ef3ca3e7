import type { AnchorDay, Period } from './payment-period.ts';
import type { UserPlan } from './user-plan.ts';
import type { Yen } from './yen.ts';

/** Names of the states, in the order of a life. */
export const subscriptionStates = ['approvalPending', 'active', 'paymentFailed', 'suspended', 'cancelled', 'expired'] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** Why a payment stands out. */
export type FailureCause = 'declined' | 'overdue' | 'reversed';

export type SubscriptionStatus =
  /** Made or approved at the provider, not active. */
  | { readonly kind: 'approvalPending' }
  | { readonly kind: 'active' }
  | {
      readonly kind: 'paymentFailed';
      readonly cause: FailureCause;
      readonly failedAt: Date;
      /** Bots run until then. */
      readonly graceUntil: Date;
      /** What follows from that was done. */
      readonly isGraceOver: boolean;
    }
  | { readonly kind: 'suspended'; readonly since: Date }
  | { readonly kind: 'cancelled'; readonly at: Date }
  | { readonly kind: 'expired'; readonly at: Date };

/** Who charges for it. A gift, and a plan that costs nothing, is charged by nobody. */
export const subscriptionSources = ['paypal', 'gift', 'free'] as const;
export type SubscriptionSource = (typeof subscriptionSources)[number];

/** A user on a plan. One that has ended stays as it is; another one follows it. */
export interface Subscription {
  readonly id: string;
  readonly userId: string;
  readonly source: SubscriptionSource;
  readonly plan: UserPlan;
  /** Takes the plan's place with the next period. */
  readonly nextPlan: UserPlan | null;
  readonly status: SubscriptionStatus;
  /** Null where nobody charges. */
  readonly paypalSubscriptionId: string | null;
  /** Null before it is active. */
  readonly period: Period | null;
  /** Of periods by our calendar; null where the provider says. */
  readonly anchorDay: AnchorDay | null;
  /** The latest payment that went through. */
  readonly paidAt: Date | null;
  /** The latest payment that was taken back, and not reinstated since: whatever was paid until then is not paid any more. */
  readonly reversedAt: Date | null;
  /** After an upgrade: what must be paid once before a downgrade. */
  readonly owedUpgradePrice: Yen | null;
  /** What the present period was paid for, while that price is owed. */
  readonly paidPlan: UserPlan | null;
  readonly startedAt: Date | null;
  /** Its own end, beside the plan's: of gifts. */
  readonly expiresAt: Date | null;
}

export const hasEnded = ({ status: { kind } }: Pick<Subscription, 'status'>): boolean => kind === 'cancelled' || kind === 'expired';

/** It was active once and has not ended. */
export const isLiving = (subscription: Pick<Subscription, 'status'>): boolean =>
  !hasEnded(subscription) && subscription.status.kind !== 'approvalPending';

export const endedAt = ({ status }: Pick<Subscription, 'status'>): Date | null =>
  status.kind === 'cancelled' || status.kind === 'expired' ? status.at : null;

/** The earlier of its own end and its plan's; null: endless. */
export function endOf({ expiresAt, plan: { expirationDate } }: Pick<Subscription, 'expiresAt' | 'plan'>): Date | null {
  if (expiresAt === null || expirationDate === null) return expiresAt ?? expirationDate;
  return expiresAt < expirationDate ? expiresAt : expirationDate;
}
