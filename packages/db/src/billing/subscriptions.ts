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
  /** Start of the period whose trading limit they were last told to be near. */
  readonly nearLimitNotifiedOf: Date | null;
}

/** How many are on a plan, and how many will be from their next period on. */
export interface PlanUse {
  readonly subscribers: number;
  readonly coming: number;
}

export interface Subscriptions {
  find(id: string): Promise<StoredSubscription | null>;
  /** The one that runs, or the last one that ended. */
  findLatestOfUser(userId: string): Promise<StoredSubscription | null>;
  /** All that they ever had, newest first. */
  listOfUser(userId: string): Promise<StoredSubscription[]>;
  /** By plan: who has not ended. Plans that nobody has are left out. */
  countByPlan(): Promise<ReadonlyMap<string, PlanUse>>;
  /** Who is on a plan and has not ended, the newest first. */
  listOfPlan(planId: string, page: { readonly offset: number; readonly limit: number }): Promise<StoredSubscription[]>;
  /** Those that have not ended of accounts at PayPal, by account. */
  countByAccount(): Promise<ReadonlyMap<string, number>>;
  /** Those that have not ended and are charged by an account that is not in use any more; the longest due first. */
  listOfReplacedAccounts(now: Date, limit: number): Promise<StoredSubscription[]>;
  /** Those that have not ended and are charged in vain: their user or the organization is suspended, their user is there for referrals only, or the organization is free; likewise. */
  listChargedInVain(now: Date, limit: number): Promise<StoredSubscription[]>;
  /** Whether it is one of them at this moment. */
  isChargedInVain(id: string): Promise<boolean>;
  /** What PayPal, or a checkout, told of and none of these claims; the latest told first. */
  listUnclaimed(limit: number): Promise<string[]>;
  findByPaypal(paypalSubscriptionId: string): Promise<StoredSubscription | null>;
  /** Those that have not ended and are to be looked at by now, without those that are charged in vain; the longest due first. */
  listDue(now: Date, limit: number): Promise<StoredSubscription[]>;
  /**
   * All whose bots are wanted to run, or are rebalanced.
   *
   * @param usual - the period of a subscription that has none of its own
   * @param now - volume after the end of a period counts from there
   * @param of - these users alone; all of the organization's unless given
   */
  listTraders(usual: Period, now: Date, of?: readonly string[]): Promise<Trader[]>;
  /** All whose bots were stopped at the limit, and who were not notified yet that they may start again. */
  listStoppedAtLimit(usual: Period, now: Date): Promise<Trader[]>;
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
  markNearLimitNotified(id: string, periodStart: Date): Promise<boolean>;
  /** Notes that its user's bots were stopped at the limit. */
  markStoppedAtLimit(id: string, at: Date): Promise<void>;
  /** The limit does not hold somebody any more. @returns whether it held them until now */
  clearStoppedAtLimit(userId: string): Promise<boolean>;
  /** When it is looked at next. */
  dueAt(id: string): Promise<Date | null>;
  /** @param seen - when that was, before this look; where somebody has set another time since, the earlier one counts */
  scheduleReconcile(id: string, at: Date, seen?: Date | null): Promise<void>;
  /** Those of a user, or all, are looked at now. */
  hurry(at: Date, userId?: string): Promise<void>;
}
