/**
 * What a user may do, by what they are subscribed to: everything that asks "may this user …" asks here.
 *
 * 1. Who has a stop reason may not run bots; who has none may.
 * 2. Users of a free organization have no reason, no limit and no end.
 * 3. A period that ends stops nothing: a payment that fails or is missed does.
 */
import { type BotStopReason, isPaid } from '@tenbin/accounts';
import { compare, type Decimal } from '@tenbin/market';
import { calendarMonth, type Period, periodAfter } from './payment-period.ts';
import { endOf, isLiving, type Subscription } from './subscription.ts';

export interface Entitlement {
  readonly stopReasons: readonly BotStopReason[];
  readonly isPaid: boolean;
  /** USD in `period`; null: no upper limit. */
  readonly tradingLimit: Decimal | null;
  /** Ids; null: all that the organization has. */
  readonly selectableExchanges: readonly string[] | null;
  /** What trading volume is counted in. */
  readonly period: Period;
  /** When it ends by itself; null: it does not. */
  readonly until: Date | null;
}

export interface EntitlementFacts {
  readonly isFreeOrganization: boolean;
  /** The organization's, IANA. */
  readonly timeZone: string;
  /** USD in the period of {@link periodOf}. */
  readonly volume: Decimal;
  readonly now: Date;
}

const nothing: Decimal = '0';

/** @param subscription - the running one, or the last that has ended; null: there never was one */
export function entitlementOf(subscription: Subscription | null, facts: EntitlementFacts): Entitlement {
  const { isFreeOrganization, volume, now } = facts;
  const period = periodOf(subscription, facts);
  if (isFreeOrganization) return { stopReasons: [], isPaid: true, tradingLimit: null, selectableExchanges: null, period, until: null };
  const plan = livesAt(subscription, now) ? subscription.plan : null;
  const tradingLimit = plan === null ? nothing : plan.tradingLimit;
  const stopReasons: BotStopReason[] = [];
  if (plan === null) stopReasons.push('NO_SUBSCRIPTION');
  else {
    if (subscription !== null && isHeldForPayment(subscription, now)) stopReasons.push('BY_PAYMENT_FAILED');
    if (tradingLimit !== null && compare(volume, tradingLimit) >= 0) stopReasons.push('BY_TRADING_VOLUME_LIMIT');
  }
  return {
    stopReasons,
    isPaid: isPaid({ isFreeOrganization, hasPlan: plan !== null, stopReasons }),
    tradingLimit,
    selectableExchanges: plan !== null && plan.selectableExchanges.length === 0 ? null : (plan?.selectableExchanges ?? []),
    period,
    until: plan === null || subscription === null ? null : endOf(subscription),
  };
}

/**
 * The period whose volume counts: the subscription's, and without one the calendar month. After its end, until the next one is
 * known, it is what begins there.
 */
export function periodOf(subscription: Subscription | null, { now, timeZone }: Pick<EntitlementFacts, 'now' | 'timeZone'>): Period {
  const own = livesAt(subscription, now) ? subscription.period : null;
  if (own === null) return calendarMonth(now, timeZone);
  return now < own.end ? own : periodAfter(own);
}

function livesAt(subscription: Subscription | null, now: Date): subscription is Subscription {
  if (subscription === null || !isLiving(subscription)) return false;
  const end = endOf(subscription);
  return end === null || now < end;
}

/** Whether a payment that is missing lets no bot run: its grace is over, or it is suspended. */
export function isHeldForPayment({ status }: Subscription, now: Date): boolean {
  if (status.kind === 'suspended') return true;
  return status.kind === 'paymentFailed' && (status.isGraceOver || now >= status.graceUntil);
}
