import {
  applyEvents,
  dearerUnpaid,
  eventsSeen,
  hasEnded,
  isTakenBack,
  renewed,
  type Subscription,
  sumYen,
  type UserPlan,
} from '@tenbin/billing';
import type { Checkout, NewPayment, Organization, StoredSubscription, User } from '@tenbin/db';
import { DomainError } from '@tenbin/market';
import type { PaypalSubscription } from '@tenbin/paypal';
import { mailerOf } from '../mails/mailer.ts';
import { Refusal } from '../route/refusal.ts';
import { carryingOut } from './carry-out.ts';
import { paymentFacts } from './payment-facts.ts';
import { endAtProvider, reconcileSubscription, spanAround } from './reconcile-subscription.ts';
import { clientFor, type PaymentScope } from './seller.ts';

const maxTries = 5;
/** What came between: all is read again. */
const overtaken = new Set(['subscriptionChanged', 'alreadySubscribed', 'paypalSubscriptionInUse']);

/** Its user has changed or gone. */
class Overtaken extends Error {}

/**
 * Finds out from the provider what became of a purchase, and stores the subscription where its payer has agreed: also one
 * that was taken for abandoned, since it is charged. Where nobody can be put on it, it is cancelled there.
 *
 * @throws {Refusal} `approvalMissing` while nobody has agreed; `paymentDeclined`, `purchaseDiffers`, `alreadySubscribed`, `dearerPriceUnpaid`,
 *   `userPlanNotOffered`, `noSubscription`
 */
export async function settleCheckout(checkout: Checkout, scope: PaymentScope): Promise<StoredSubscription> {
  if (checkout.purpose !== 'new' && checkout.purpose !== 'renew') return settleChange(checkout, scope);
  for (let tries = 1; ; tries += 1) {
    try {
      return await settlePurchase(checkout, scope);
    } catch (error) {
      const isOvertaken = error instanceof Overtaken || (error instanceof DomainError && overtaken.has(error.code));
      if (!isOvertaken || tries === maxTries) throw error;
    }
  }
}

/** Whether nothing waits for its payer there any more. */
export async function isSettled(checkout: Checkout, scope: PaymentScope): Promise<boolean> {
  try {
    await settleCheckout(checkout, scope);
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.code !== 'approvalMissing';
  }
}

/** Nothing of it waits for its payer: what they have agreed to is settled, and what they agree to later is taken back. */
export async function closeCheckout(checkout: Checkout, scope: PaymentScope): Promise<void> {
  if (!(await isSettled(checkout, scope))) await scope.organization.checkouts.end(checkout.id, 'abandoned', scope.deps.clock.now());
}

async function settlePurchase(checkout: Checkout, scope: PaymentScope): Promise<StoredSubscription> {
  const { organization, deps } = scope;
  const { id: checkoutId, userId, paypalSubscriptionId, paypalAccountId } = checkout;
  const now = deps.clock.now();
  if (paypalSubscriptionId === null) throw new Refusal('approvalMissing');
  const known = await organization.subscriptions.findByPaypal(paypalSubscriptionId);
  if (known) {
    await organization.checkouts.end(checkoutId, 'completed', now);
    return known;
  }
  const plan = await organization.userPlans.require(checkout.planId);
  const client = await clientFor(paypalAccountId, scope);
  const view = await client.findSubscription(paypalSubscriptionId);
  if (view === null || view.status === 'approvalPending') throw new Refusal('approvalMissing');
  if (view.status === 'cancelled' || view.status === 'expired') {
    await organization.checkouts.end(checkoutId, 'abandoned', now);
    throw new Refusal('paymentDeclined');
  }
  const user = await organization.users.require(userId);
  const present = await organization.subscriptions.findLatestOfUser(userId);
  const living = present !== null && !hasEnded(present) ? present : null;
  // Read after what it would take the place of: whoever ends that closes this one first.
  const isClosed = (await organization.checkouts.findByPaypal(paypalSubscriptionId))?.endedAt != null;
  // Somebody else settled it meanwhile.
  if (living?.paypalSubscriptionId === paypalSubscriptionId) return living;
  const ours: Subscription =
    checkout.purpose === 'renew' && present !== null
      ? {
          ...renewed(present, { id: organization.newId(), paypalSubscriptionId, period: checkout.terms.firstChargedAt && present.period }),
          plan,
        }
      : bought(plan, { id: organization.newId(), userId, paypalSubscriptionId });
  const transactions = await client.fetchTransactions(paypalSubscriptionId, spanAround(now));
  const facts = paymentFacts(ours, { view, transactions });
  const fault = inVain(user, await organization.organization()) ?? faultOf(checkout, { view, plan, present, isClosed, now });
  if (fault !== null) {
    await client.cancel(paypalSubscriptionId, { reason: 'not taken' });
    await giveUp(checkout, { user, plan, facts, scope });
    throw fault;
  }
  if (living) await endAtProvider(living, scope);
  const { subscription, effects } = applyEvents(ours, eventsSeen(ours, view, plan));
  const carryOut = await carryingOut(scope);
  return organization.transaction(async (within) => {
    if (!(await within.users.lock(user))) throw new Overtaken();
    if (living) await within.subscriptions.save(living, { ...living, status: { kind: 'cancelled', at: now }, nextPlan: null });
    const stored = await within.subscriptions.create(subscription, paypalAccountId);
    await within.checkouts.end(checkoutId, 'completed', now);
    await within.payments.record(facts);
    await within.users.addActionFlag(userId, 'PlanSelectionCompleted');
    await carryOut(within, { before: ours, after: subscription, effects });
    return stored;
  });
}

interface Found {
  readonly view: PaypalSubscription;
  readonly plan: UserPlan;
  readonly present: StoredSubscription | null;
  /** It did not wait for its payer any more when they agreed, or something else took its place. */
  readonly isClosed: boolean;
  readonly now: Date;
}

/** Who may not trade, or need not pay, is charged for nothing. */
function inVain({ deletedAt, bannedAt, isAffiliate }: User, { suspendedAt, isFree }: Organization): Refusal | null {
  if (deletedAt !== null || bannedAt !== null) return new Refusal('checkoutNotFound');
  if (suspendedAt !== null) return new Refusal('organizationSuspended');
  if (isAffiliate) return new Refusal('affiliateMayNotTrade');
  return isFree ? new Refusal('nothingToPay') : null;
}

/** Why nobody can be put on what was agreed to. */
function faultOf({ id, purpose, terms }: Checkout, { view, plan, present, isClosed, now }: Found): Refusal | null {
  // Nobody but this server made it, and nothing of it was changed since.
  const isOurs = view.customId === id && view.planId === plan.paypalPlanId && view.isOverridden === (terms.firstChargedAt !== null);
  if (!isOurs) return new Refusal('purchaseDiffers');
  if (plan.expirationDate !== null && plan.expirationDate <= now) return new Refusal('userPlanNotOffered');
  if (purpose === 'new') {
    if (present === null) return null;
    if (!hasEnded(present) && (present.source === 'paypal' || present.plan.id === plan.id)) return new Refusal('alreadySubscribed');
    // What was refused after an upgrade is not taken because it was prepared before it.
    const price = dearerUnpaid(present, plan, now);
    return price === null ? null : new Refusal('dearerPriceUnpaid', { facts: { price } });
  }
  if (present === null) return null;
  // What was ended since then does not come back, and a gift is not paid for.
  const isGone = hasEnded(present) ? isClosed : present.source !== 'paypal';
  // Another plan since then, or one to come, is not given up for the one that was, and what is paid must still be paid.
  const isOther = present.plan.id !== plan.id || (present.nextPlan?.name ?? null) !== terms.dropsChangeTo;
  const isUnpaid = terms.firstChargedAt !== null && isTakenBack(present);
  return isGone || isOther || isUnpaid ? new Refusal('purchaseDiffers') : null;
}

interface Charged {
  readonly user: User;
  readonly plan: UserPlan;
  readonly facts: readonly NewPayment[];
  readonly scope: PaymentScope;
}

/** What nobody has, and is not charged any more; what was paid of it stays in the books, and its payer hears of it. */
async function giveUp(
  { id, paypalSubscriptionId }: Checkout,
  { user, plan, facts, scope: { organization, deps } }: Charged,
): Promise<void> {
  const { organizationId } = organization;
  deps.log.warn({ organizationId, paypalSubscriptionId: paypalSubscriptionId ?? '' }, 'subscription.unclaimed');
  const mail = mailerOf(deps.tenancy.brandOf(await deps.organizations.require(organizationId)), deps);
  const amount = sumYen(facts.filter(({ result }) => result === 'COMPLETED').map(({ payment }) => payment));
  await organization.transaction(async (within) => {
    await within.payments.record(facts.map((fact) => ({ ...fact, subscriptionId: null, isUnexpected: true })));
    // Of several who find it at once the first tells its payer.
    if (!(await within.checkouts.giveUp(id, deps.clock.now()))) return;
    await mail(within, user, (urlOf) => ({ template: 'purchaseGivenUp', planName: plan.name, amount, url: urlOf('/plan') }));
  });
}

const bought = (plan: UserPlan, given: Pick<Subscription, 'id' | 'userId' | 'paypalSubscriptionId'>): Subscription => ({
  source: 'paypal',
  plan,
  nextPlan: null,
  status: { kind: 'approvalPending' },
  period: null,
  anchorDay: null,
  paidAt: null,
  reversedAt: null,
  owedUpgradePrice: null,
  paidPlan: null,
  startedAt: null,
  expiresAt: null,
  ...given,
});

async function settleChange(checkout: Checkout, scope: PaymentScope): Promise<StoredSubscription> {
  const { subscriptions, checkouts } = scope.organization;
  const subscription = checkout.paypalSubscriptionId === null ? null : await subscriptions.findByPaypal(checkout.paypalSubscriptionId);
  if (subscription === null) throw new Refusal('approvalMissing');
  const seen = await reconcileSubscription(subscription.id, scope, { isFresh: true });
  if (hasEnded(seen)) {
    await checkouts.end(checkout.id, 'abandoned', scope.deps.clock.now());
    throw new Refusal('noSubscription');
  }
  if ((seen.nextPlan ?? seen.plan).id !== checkout.planId) throw new Refusal('approvalMissing');
  await checkouts.end(checkout.id, 'completed', scope.deps.clock.now());
  return seen;
}
