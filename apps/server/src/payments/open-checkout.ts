import { type CheckoutTerms, hasEnded, isFreePlan, type UserPlan } from '@tenbin/billing';
import type { Checkout, StoredSubscription } from '@tenbin/db';
import { requireNotAffiliate } from '../bots/require-may-trade.ts';
import type { Caller } from '../route/caller.ts';
import { Refusal } from '../route/refusal.ts';
import { ensureProviderPlan, ensureWebhook } from './provider-plan.ts';
import { type PurchaseRequest, requireShownPlan, termsOf } from './purchase.ts';
import { reconcileSubscription } from './reconcile-subscription.ts';
import { type PaymentScope, requireSeller, type Seller } from './seller.ts';
import { isSettled } from './settle-checkout.ts';

export interface Approval {
  readonly paypalSubscriptionId: string;
  readonly approveUrl: string | null;
}

interface Buyer {
  readonly userId: string;
  readonly language: Caller['language'];
  /** Counts that the provider is called. @throws {Refusal} `tooManyRequests` */
  readonly share: () => void;
}

/** Nobody is led to an approval page that is older. */
const freshMs = 3_600_000;
/** The provider's page takes an approval as long. */
const approvalMs = 3 * 3_600_000;

/**
 * Prepares what its payer is to agree to, at the provider. What they have agreed to already is settled first, and the same
 * request has one approval: nobody buys twice.
 *
 * @throws {Refusal} what is refused of this request; `affiliateMayNotTrade`
 */
export async function openCheckout(request: PurchaseRequest, buyer: Buyer, scope: PaymentScope): Promise<Approval> {
  const { organization, deps } = scope;
  const { userId } = buyer;
  await requireNotAffiliate({ organization, userId });
  const plan = await requireShownPlan(request.userPlanId, { organization, userId, now: deps.clock.now() });
  const seller = await requireSeller(scope);
  const agreedBy = deps.clock.now().getTime() + approvalMs;
  if (request.purpose !== 'change' && plan.expirationDate !== null && plan.expirationDate.getTime() <= agreedBy)
    throw new Refusal('userPlanNotOffered');
  if (isFreePlan(plan) && request.purpose !== 'change') throw new Refusal('nothingToPay');
  buyer.share();
  const open = await organization.checkouts.findOpen(userId);
  const waiting = open && (await isSettled(open, scope)) ? null : open;
  const present = await freshSubscription(userId, scope);
  const now = deps.clock.now();
  const terms = termsOf(request, { plan, present, now });
  const isSame =
    waiting !== null &&
    waiting.planId === plan.id &&
    isSameTerms(waiting.terms, terms) &&
    now.getTime() - waiting.createdAt.getTime() < freshMs;
  if (isSame && waiting.paypalSubscriptionId !== null)
    return { paypalSubscriptionId: waiting.paypalSubscriptionId, approveUrl: waiting.approveUrl };
  const wanted = { userId, planId: plan.id, purpose: terms.purpose, terms, paypalAccountId: seller.account.id };
  const checkout = isSame ? waiting : await organization.checkouts.open(wanted, now);
  const approval = await approvalOf(checkout, { seller, plan, present, language: buyer.language });
  // Another tab came between: its approval counts, and nobody is led to this one.
  if (!(await organization.checkouts.setApproval(checkout.id, approval))) throw new Refusal('checkoutNotFound');
  return approval;
}

/** As the provider has it now. */
async function freshSubscription(userId: string, scope: PaymentScope): Promise<StoredSubscription | null> {
  const present = await scope.organization.subscriptions.findLatestOfUser(userId);
  return present === null || hasEnded(present) ? present : reconcileSubscription(present.id, scope);
}

const isSameTerms = (a: CheckoutTerms, b: CheckoutTerms): boolean =>
  JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());

interface ToApprove {
  readonly seller: Seller;
  readonly plan: UserPlan;
  readonly present: StoredSubscription | null;
  readonly language: Caller['language'];
}

async function approvalOf(checkout: Checkout, { seller, plan, present, language }: ToApprove): Promise<Approval> {
  const { client, brand, deps, settings } = seller;
  const planId = await ensureProviderPlan(plan, seller);
  const page = (state: string): string => deps.urlOf(brand, `/plan?checkout=${state}`);
  const pages = { returnUrl: page('approved'), cancelUrl: page('declined') };
  if (checkout.purpose !== 'new' && checkout.purpose !== 'renew') {
    const paypalSubscriptionId = present?.paypalSubscriptionId;
    if (paypalSubscriptionId == null) throw new Refusal('noSubscription');
    return { paypalSubscriptionId, approveUrl: (await client.revise(paypalSubscriptionId, { planId, ...pages })).approveUrl };
  }
  await ensureWebhook(seller);
  const { id: paypalSubscriptionId, approveUrl } = await client.createSubscription({
    requestId: checkout.id,
    customId: checkout.id,
    planId,
    brandName: settings.name,
    locale: language === 'ja' ? 'ja-JP' : 'en-US',
    firstChargeAt: checkout.terms.firstChargedAt,
    ...pages,
  });
  return { paypalSubscriptionId, approveUrl };
}
