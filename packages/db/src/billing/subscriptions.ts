import type { Period, Subscription } from '@tenbin/billing';
import type { Decimal } from '@tenbin/market';

/** A subscription with what its storage adds. */
export interface StoredSubscription extends Subscription {
  /** Whose credentials reach it at PayPal; null where nobody charges. */
  readonly paypalAccountId: string | null;
  readonly revision: number;
}

/** Somebody whose bots trade, or are wanted to. */
export interface Trader {
  readonly userId: string;
  /** The one that runs, or the last one that ended. */
  readonly subscription: StoredSubscription | null;
  /** USD in the period of `periodOf`. */
  readonly volume: Decimal;
}

export interface Subscriptions {
  find(id: string): Promise<StoredSubscription | null>;
  /** The one that runs, or the last one that ended. */
  findLatestOfUser(userId: string): Promise<StoredSubscription | null>;
  /** All that they ever had, newest first. */
  listOfUser(userId: string): Promise<StoredSubscription[]>;
  findByPaypal(paypalSubscriptionId: string): Promise<StoredSubscription | null>;
  /** Those that have not ended and are to be looked at by now, the longest due first. */
  listDue(now: Date, limit: number): Promise<StoredSubscription[]>;
  /**
   * All whose bots are wanted to run, or are rebalanced.
   *
   * @param usual - the period of a subscription that has none of its own
   * @param now - volume after the end of a period counts from there
   */
  listTraders(usual: Period, now: Date): Promise<Trader[]>;
  /** @throws {DomainError} `alreadySubscribed` where another one of the user runs; `paypalSubscriptionInUse` */
  create(subscription: Subscription, paypalAccountId: string | null): Promise<StoredSubscription>;
  /** @throws {DomainError} `subscriptionChanged` where somebody else wrote it since it was read */
  save(before: StoredSubscription, after: Subscription): Promise<StoredSubscription>;
  /**
   * Notes that its user is told that the trading limit of a period is near.
   *
   * @param periodStart - of the period
   * @returns whether they have not been told before
   */
  tellNearLimit(id: string, periodStart: Date): Promise<boolean>;
  /** When it is looked at next. */
  scheduleReconcile(id: string, at: Date): Promise<void>;
}
