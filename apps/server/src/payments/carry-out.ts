import { isHeldForPayment, isTakenBack, type Subscription, type SubscriptionEffect, type UserPlan } from '@tenbin/billing';
import type { NewPayment, Organization, OrganizationDatabase, User } from '@tenbin/db';
import type { HeldBack, MailSubject } from '@tenbin/mail';
import { type Mailer, mailerOf } from '../mails/mailer.ts';
import { planStatusOf } from '../plans/entitlement.ts';
import type { PaymentScope } from './seller.ts';

export interface Change {
  readonly before: Subscription;
  readonly after: Subscription;
  readonly effects: readonly SubscriptionEffect[];
  /** Payments of it that were given back, and of which nobody knew before. */
  readonly refunds?: readonly NewPayment[];
}

/** Does what follows from a change of a subscription, in the transaction that stores it. */
export type CarryOut = (within: OrganizationDatabase, change: Change) => Promise<void>;

/** @returns made before the transaction, in which nothing else may be asked */
export async function carryingOut({ organization, deps }: PaymentScope): Promise<CarryOut> {
  const { organizationId } = organization;
  const settings = await deps.organizations.require(organizationId);
  const mail = mailerOf(deps.tenancy.brandOf(settings), deps);
  return async (within, change) => {
    const { id: subscriptionId, userId, status } = change.after;
    const does = (effect: SubscriptionEffect): boolean => change.effects.includes(effect);
    if (does('flag')) deps.log.warn({ organizationId, subscriptionId, state: status.kind }, 'subscription.flagged');
    // As they are now: a server that has not heard of it yet would stop bots that need no plan any more.
    const [user, { isFree, suspendedAt }] = [await within.users.find(userId), await within.organization()];
    // Whoever is held back has been stopped by that, which has a receipt of its own.
    const heldBack = heldBackBy(user, { suspendedAt });
    const stops = !isFree && heldBack === null && (does('stopForPayment') || does('stopForEnd'));
    const stopped = stops ? await stopBots(within, userId, deps.clock.now()) : 0;
    const mayStart = does('notifyMayStart') && (await isLetGo(within, change.after, { settings, deps }));
    const wasHeld = isHeldForPayment(change.before, deps.clock.now());
    await notify(within, user, { change, stopped, wasHeld, mayStart, isFree, heldBack, mail });
  };
}

/** Why somebody may not trade, whatever they pay. */
function heldBackBy(user: User | null, { suspendedAt }: Pick<Organization, 'suspendedAt'>): HeldBack | null {
  if (user?.bannedAt != null) return 'account';
  if (suspendedAt !== null) return 'service';
  return user?.isAffiliate ? 'referrals' : null;
}

/** @returns how many ran, or were wanted to */
async function stopBots({ stops }: OrganizationDatabase, userId: string, at: Date): Promise<number> {
  const stop = await stops.find(await stops.ask({ scope: 'user', userId }, { by: 'automatic', at }));
  return stop?.botCount ?? 0;
}

/**
 * Whether nothing else holds somebody's bots. Who is at the trading limit as well is told when that does not hold them any
 * more, and not twice.
 */
async function isLetGo(
  within: OrganizationDatabase,
  { id, userId }: Subscription,
  { settings, deps }: { settings: Organization; deps: Pick<PaymentScope['deps'], 'clock'> },
): Promise<boolean> {
  const { stopReasons } = (await planStatusOf({ organization: within, userId }, settings, deps)).entitlement;
  if (stopReasons.includes('BY_TRADING_VOLUME_LIMIT')) await within.subscriptions.markStoppedAtLimit(id, deps.clock.now());
  else if (stopReasons.length === 0) await within.subscriptions.clearStoppedAtLimit(userId);
  return stopReasons.length === 0;
}

interface Outcome {
  readonly change: Change;
  /** Bots that ran, or were wanted to. */
  readonly stopped: number;
  /** The same payment was missing for too long already: whose bots ran then was told when they stopped, by whoever stopped them. */
  readonly wasHeld: boolean;
  readonly mayStart: boolean;
  /** Of the organization: nobody needs a plan. */
  readonly isFree: boolean;
  readonly heldBack: HeldBack | null;
}

async function notify(within: OrganizationDatabase, user: User | null, { mail, ...outcome }: Outcome & { mail: Mailer }): Promise<void> {
  if (user) for (const about of mailsOf(outcome)) await mail(within, user, about);
}

type About = Parameters<Mailer>[2];

function mailsOf({ change: { before, after, effects, refunds = [] }, stopped, wasHeld, mayStart, isFree, heldBack }: Outcome): About[] {
  const { plan, status } = after;
  const { name: planName, monthlyPrice } = plan;
  const amount: number = monthlyPrice;
  const does = (effect: SubscriptionEffect): boolean => effects.includes(effect);
  const mails: About[] = [];
  const add = (subject: (url: string, at: Date) => MailSubject) => mails.push((urlOf, at) => subject(urlOf('/plan'), at));
  if (does('notifyActive')) add((url) => ({ template: 'planStarted', planName, monthlyPrice, tradingLimit: limitOf(plan), url }));
  const isReinstated = isTakenBack(before) && after.paidAt?.getTime() === before.paidAt?.getTime();
  if (mayStart) add((url) => ({ template: 'botsMayStart', planName, isReinstated, url }));
  if (does('notifyPlanChanged')) for (const changed of planChanges(before, after)) add(changed);
  if (does('stopForPayment')) {
    if ((does('notifyPaymentFailed') && !wasHeld) || stopped > 0) add((url) => ({ template: 'paymentStopped', planName, amount, url }));
  } else if (does('notifyPaymentFailed') && status.kind === 'paymentFailed') {
    const { graceUntil } = status;
    add((url) => ({ template: 'paymentFailed', planName, amount, graceUntil, url }));
  }
  mails.push(...refunds.map(refundMail));
  if (does('notifyEnded') && (status.kind === 'cancelled' || status.kind === 'expired')) {
    const { kind: end, at } = status;
    add((url) => ({ template: 'subscriptionEnded', end, planName: before.plan.name, at, isFree, heldBack, url }));
  }
  return mails;
}

/** Tells a payer what was given back. */
export const refundMail =
  ({ planName, payment, at }: NewPayment): About =>
  (urlOf) => ({ template: 'paymentRefunded', planName, amount: -payment, at, url: urlOf('/plan') });

/** The plan that counts now, and the one that is to follow. */
function planChanges(before: Subscription, after: Subscription): ((url: string, at: Date) => MailSubject)[] {
  const changeMail = (from: UserPlan, to: UserPlan, startsAt: Date | null) => (url: string, at: Date) => {
    const terms = { monthlyPrice: to.monthlyPrice, tradingLimit: limitOf(to) };
    return { template: 'planChanged', from: from.name, to: to.name, ...terms, startsAt: startsAt ?? at, url } as const;
  };
  const isNow = before.plan.id !== after.plan.id;
  const [expected, coming] = [isNow ? after.plan : (before.nextPlan ?? before.plan), after.nextPlan ?? after.plan];
  return [
    ...(isNow ? [changeMail(before.plan, after.plan, null)] : []),
    ...(expected.id === coming.id ? [] : [changeMail(expected, coming, after.nextPlan && (after.period?.end ?? null))]),
  ];
}

const limitOf = ({ tradingLimit }: UserPlan): number | null => (tradingLimit === null ? null : Number(tradingLimit));
