import type { Subscription, SubscriptionEffect, UserPlan } from '@tenbin/billing';
import type { OrganizationDatabase } from '@tenbin/db';
import type { MailSubject } from '@tenbin/mail';
import { type Mailer, mailerOf } from '../mails/mailer.ts';
import type { PaymentScope } from './seller.ts';

export interface Change {
  readonly before: Subscription;
  readonly after: Subscription;
  readonly effects: readonly SubscriptionEffect[];
}

/** Does what follows from a change of a subscription, in the transaction that stores it. */
export type CarryOut = (within: OrganizationDatabase, change: Change) => Promise<void>;

/** @returns made before the transaction, in which nothing else may be asked */
export async function carryingOut({ organization, deps }: PaymentScope): Promise<CarryOut> {
  const { organizationId } = organization;
  const mail = mailerOf(deps.tenancy.brandOf(await deps.organizations.require(organizationId)), deps);
  return async (within, change) => {
    const { id: subscriptionId, userId, status } = change.after;
    const does = (effect: SubscriptionEffect): boolean => change.effects.includes(effect);
    if (does('flag')) deps.log.warn({ organizationId, subscriptionId, state: status.kind }, 'subscription.flagged');
    const stops = does('stopForPayment') || does('stopForEnd');
    const stopped = stops ? await stopBots(within, userId, deps.clock.now()) : 0;
    await tell(within, { change, stopped, mail });
  };
}

/** @returns how many ran, or were wanted to */
async function stopBots({ stops }: OrganizationDatabase, userId: string, at: Date): Promise<number> {
  const stop = await stops.find(await stops.ask({ scope: 'user', userId }, { by: 'automatic', at }));
  return stop?.botCount ?? 0;
}

async function tell(
  within: OrganizationDatabase,
  { change, stopped, mail }: { change: Change; stopped: number; mail: Mailer },
): Promise<void> {
  const user = await within.users.find(change.after.userId);
  if (user) for (const about of mailsOf(change, stopped)) await mail(within, user, about);
}

type About = Parameters<Mailer>[2];

function mailsOf({ before, after, effects }: Change, stopped: number): About[] {
  const { plan, status } = after;
  const { name: planName, monthlyPrice } = plan;
  const amount: number = monthlyPrice;
  const does = (effect: SubscriptionEffect): boolean => effects.includes(effect);
  const mails: About[] = [];
  const add = (subject: (url: string, at: Date) => MailSubject) => mails.push((urlOf, at) => subject(urlOf('/plan'), at));
  if (does('tellActive')) add((url) => ({ template: 'planStarted', planName, monthlyPrice, tradingLimit: limitOf(plan), url }));
  if (does('tellMayStart')) add((url) => ({ template: 'botsMayStart', planName, url }));
  if (does('tellPlanChanged')) add((url, at) => planChanged(before, after, { url, at }));
  if (does('stopForPayment')) {
    if (does('tellPaymentFailed') || stopped > 0) add((url) => ({ template: 'paymentStopped', planName, amount, url }));
  } else if (does('tellPaymentFailed') && status.kind === 'paymentFailed') {
    const { graceUntil } = status;
    add((url) => ({ template: 'paymentFailed', planName, amount, graceUntil, url }));
  }
  if (does('tellEnded') && (status.kind === 'cancelled' || status.kind === 'expired')) {
    const { kind: end, at } = status;
    add((url) => ({ template: 'subscriptionEnded', end, planName: before.plan.name, at, url }));
  }
  return mails;
}

/** The plan itself, or the one that is to follow. */
function planChanged(before: Subscription, after: Subscription, { url, at }: { url: string; at: Date }): MailSubject {
  const isNow = before.plan.id !== after.plan.id;
  const [from, to] = isNow ? [before.plan, after.plan] : [before.nextPlan ?? before.plan, after.nextPlan ?? after.plan];
  const startsAt = (isNow || after.nextPlan === null ? null : after.period?.end) ?? at;
  return { template: 'planChanged', from: from.name, to: to.name, monthlyPrice: to.monthlyPrice, tradingLimit: limitOf(to), startsAt, url };
}

const limitOf = ({ tradingLimit }: UserPlan): number | null => (tradingLimit === null ? null : Number(tradingLimit));
