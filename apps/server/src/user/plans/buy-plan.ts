import { freeSubscription, hasEnded, isFreePlan, limitOutlook, periodOnceAgreed, planChangeKinds, type UserPlan } from '@tenbin/billing';
import { changeSubscription, getCheckoutTerms, renewSubscription, startCheckout, subscribe } from '@tenbin/contract';
import type { Checkout, StoredSubscription } from '@tenbin/db';
import { requireNotAffiliate } from '../../bots/require-may-trade.ts';
import type { ServerContext } from '../../context.ts';
import { requireShare, requireWithin } from '../../limits/limits.ts';
import { openCheckout } from '../../payments/open-checkout.ts';
import { requireShownPlan, termsOf } from '../../payments/purchase.ts';
import { requireSeller } from '../../payments/seller.ts';
import { settleCheckout } from '../../payments/settle-checkout.ts';
import { planStatusOf } from '../../plans/entitlement.ts';
import { subscriptionReply, termsReply } from '../../plans/reply.ts';
import type { Actor } from '../../route/caller.ts';
import { type Implementation, implement } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';

const handleGetTerms = implement(getCheckoutTerms, async ({ query, actor, deps, caller }) => {
  const { organization, userId } = actor;
  const now = deps.clock.now();
  await requireNotAffiliate(actor);
  const plan = await requireShownPlan(query.userPlanId, { organization, userId, now });
  const { account, settings } = await requireSeller({ organization, deps });
  const present = await organization.subscriptions.findLatestOfUser(userId);
  const terms = termsOf(query, { plan, present, now });
  const { period } = (await planStatusOf(actor, settings, deps)).entitlement;
  const counted = periodOnceAgreed(terms, { plan, latest: present, period, now });
  const volume = counted === null ? '0' : await organization.records.volumeOfUser(userId, counted);
  return termsReply(terms, {
    volume,
    ...limitOutlook(terms, volume),
    buttonScript: isFreePlan(plan) ? null : deps.paypal.buttonScriptOf(account, caller.language),
  });
});

const handleStartCheckout = implement(startCheckout, async ({ body, actor, deps, caller }) => {
  const { organization, userId } = actor;
  const share = () => requireShare(deps.limits.checkouts, actor);
  return openCheckout(body, { userId, language: caller.language, share }, { organization, deps });
});

const handleSubscribe = implement(subscribe, async ({ body, actor, deps }) => {
  const { userPlanId, paypalSubscriptionId } = body;
  const plan = await requireShownPlan(userPlanId, { ...actor, now: deps.clock.now() });
  if (isFreePlan(plan)) return replyOf(await takeFree(plan, actor, deps), actor, deps);
  return settled({ userPlanId, paypalSubscriptionId: paypalSubscriptionId ?? '' }, ['new'], { actor, deps });
});

const handleRenew = implement(renewSubscription, ({ body, actor, deps }) => settled(body, ['renew'], { actor, deps }));

const handleChange = implement(changeSubscription, ({ body, actor, deps }) => settled(body, planChangeKinds, { actor, deps }));

interface Approved {
  readonly userPlanId: string;
  readonly paypalSubscriptionId: string;
}

interface Calling {
  readonly actor: Actor;
  readonly deps: ServerContext;
}

async function settled({ userPlanId, paypalSubscriptionId }: Approved, purposes: readonly Checkout['purpose'][], { actor, deps }: Calling) {
  const { organization, userId } = actor;
  await organization.userPlans.require(userPlanId);
  const checkout = await organization.checkouts.findByPaypal(paypalSubscriptionId);
  if (checkout === null || checkout.userId !== userId || checkout.planId !== userPlanId || !purposes.includes(checkout.purpose))
    throw new Refusal('checkoutNotFound');
  requireWithin(deps.limits.settlements, userId);
  return replyOf(await settleCheckout(checkout, { organization, deps }), actor, deps);
}

async function replyOf(subscription: StoredSubscription, actor: Actor, deps: ServerContext) {
  const { entitlement } = await planStatusOf(actor, await deps.organizations.require(actor.organizationId), deps);
  return subscriptionReply(subscription, entitlement.stopReasons);
}

/** On a plan that costs nothing nobody is asked but us. */
async function takeFree(plan: UserPlan, actor: Actor, deps: ServerContext): Promise<StoredSubscription> {
  const { organization, organizationId, userId } = actor;
  await requireNotAffiliate(actor);
  const settings = await deps.organizations.require(organizationId);
  if (settings.isFree) throw new Refusal('nothingToPay');
  const now = deps.clock.now();
  const present = await organization.subscriptions.findLatestOfUser(userId);
  termsOf({ purpose: 'new' }, { plan, present, now });
  const { timeZone } = settings.settings;
  const free = freeSubscription(plan, present, { id: organization.newId(), userId, now, timeZone });
  return organization.transaction(async (within) => {
    if (present !== null && !hasEnded(present))
      await within.subscriptions.save(present, { ...present, status: { kind: 'cancelled', at: now }, nextPlan: null });
    await within.users.addActionFlag(userId, 'PlanSelectionCompleted');
    return within.subscriptions.create(free, null);
  });
}

export const buyPlanCalls: readonly Implementation[] = [handleGetTerms, handleStartCheckout, handleSubscribe, handleRenew, handleChange];
