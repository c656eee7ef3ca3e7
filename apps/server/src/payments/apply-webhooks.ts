import { addYen, latestReversal, type SubscriptionEvent, sumYen, type Yen } from '@tenbin/billing';
import { type NewPayment, passedOver, type StoredPayment, type StoredSubscription, type StoredWebhook } from '@tenbin/db';
import { parseWebhookEvent, type WebhookEvent, type WebhookPayment } from '@tenbin/paypal';
import { mailerOf } from '../mails/mailer.ts';
import { Refusal } from '../route/refusal.ts';
import { applyDispute, backAlready } from './apply-dispute.ts';
import { refundMail } from './carry-out.ts';
import { findRenewed } from './find-renewed.ts';
import { reversedSale, webhookFact } from './payment-facts.ts';
import { reconcileSubscription } from './reconcile-subscription.ts';
import type { PaymentScope } from './seller.ts';
import { settleCheckout } from './settle-checkout.ts';

/** Of one organization at once: the others come after it. */
const maxAtOnce = 200;
const keptMs = 30 * 86_400_000;
const maxWaitMs = 6 * 3_600_000;
/** What goes back may be told before what was paid. */
const saleFollowsMs = 24 * 3_600_000;

/** Applies what came and is not applied yet, each for itself: what cannot be applied now is tried again. */
export async function applyWebhooks(scope: PaymentScope, signal?: AbortSignal): Promise<void> {
  const { organization, deps } = scope;
  const { webhookEvents, organizationId } = organization;
  for (const stored of await webhookEvents.listDue(deps.clock.now(), maxAtOnce)) {
    if (signal?.aborted) return;
    try {
      await applyWebhook(stored, scope);
      await webhookEvents.markApplied(stored.id, deps.clock.now());
    } catch (error) {
      passedOver('payments', deps).warn({ organizationId, eventId: stored.id, err: error }, 'webhook.apply_failed');
      await webhookEvents.putOff(stored.id, nextTry(stored, deps.clock.now()));
    }
  }
}

/** As long again as it has waited: what cannot be applied at all does not stand before what can. */
function nextTry({ receivedAt }: StoredWebhook, now: Date): Date {
  return new Date(now.getTime() + Math.min(now.getTime() - receivedAt.getTime(), maxWaitMs));
}

/** Forgets what was applied long ago: the provider sends nothing again by then. */
export async function forgetWebhooks({ organization, deps }: PaymentScope): Promise<void> {
  await organization.webhookEvents.removeApplied(new Date(deps.clock.now().getTime() - keptMs));
}

async function applyWebhook({ body, receivedAt }: StoredWebhook, scope: PaymentScope): Promise<void> {
  const event = parseWebhookEvent(body);
  if (event === null) return;
  if (event.dispute) return applyDispute(event.dispute, scope);
  const paypalSubscriptionId = event.subscriptionId ?? (await subscriptionOfSale(event, scope));
  const { payment } = event;
  const subscription = paypalSubscriptionId === null ? null : await findOrSettle(paypalSubscriptionId, { scope, isPaid: payment !== null });
  const sales = await factsOfSale(event, scope);
  const sale = sales.find(({ userId }) => userId !== null) ?? null;
  const isReversal = payment?.kind === 'reversal';
  const told = [
    ...(payment ? [webhookFact(subscription, { payment, paypalSubscriptionId, sale })] : []),
    ...(isReversal && sale ? [reversedSale(sale, addYen(payment.amount, await backBefore(sale, payment, scope)))] : []),
  ];
  const facts = isReversal ? [...told, ...(await backAlready(payment, told, scope))] : told;
  if (subscription) {
    if (isReversal) await takeBack(subscription, { at: payment.at, facts, scope });
    else await reconcileSubscription(subscription.id, scope, { facts, isFresh: true, isRefund: payment?.kind === 'refund' });
    return;
  }
  const isRecent = scope.deps.clock.now().getTime() - receivedAt.getTime() < saleFollowsMs;
  const isSaleAwaited = payment !== null && payment.kind !== 'sale' && sales.length === 0;
  if (isSaleAwaited && isRecent) throw new Error(`nobody knows yet whose payment ${payment.id} gives back`);
  const added = await recordUnclaimed(facts, { scope, isRefund: payment?.kind === 'refund' });
  const { organizationId } = scope.organization;
  if (added.length > 0) scope.deps.log.warn({ organizationId, key: payment?.id }, 'payment.unexpected');
}

interface TakenBack {
  readonly at: Date;
  readonly facts: readonly NewPayment[];
  readonly scope: PaymentScope;
}

/** It is not paid any more, nor is what goes on by its payments, unless the payment came back already. */
async function takeBack(subscription: StoredSubscription, { at, facts, scope }: TakenBack): Promise<void> {
  const events: SubscriptionEvent[] = latestReversal(facts) === null ? [] : [{ type: 'REVERSED', at }];
  await reconcileSubscription(subscription.id, scope, { events, facts, isFresh: true });
  const renewed = await findRenewed(subscription, scope);
  if (renewed) await reconcileSubscription(renewed.id, scope, { events });
}

/** Of what nobody has. Who paid it all the same is told what was given back. */
async function recordUnclaimed(
  facts: readonly NewPayment[],
  { scope: { organization, deps }, isRefund }: { readonly scope: PaymentScope; readonly isRefund: boolean },
): Promise<readonly NewPayment[]> {
  const mail = mailerOf(deps.tenancy.brandOf(await deps.organizations.require(organization.organizationId)), deps);
  return organization.transaction(async (within) => {
    const added = await within.payments.record(facts);
    for (const fact of isRefund ? added : []) {
      const user = fact.userId === null ? null : await within.users.find(fact.userId);
      if (user) await mail(within, user, refundMail(fact));
    }
    return added;
  });
}

/** A refund may name nothing but what it gives back. */
async function subscriptionOfSale(event: WebhookEvent, scope: PaymentScope): Promise<string | null> {
  const [sale] = await factsOfSale(event, scope);
  return sale?.paypalSubscriptionId ?? null;
}

/** What is known of the payment that is given back. */
const factsOfSale = async ({ payment }: WebhookEvent, { organization }: PaymentScope): Promise<readonly StoredPayment[]> =>
  payment?.saleId == null ? [] : organization.payments.listFacts(payment.saleId);

/** What went back of a payment besides: negative, or nothing. */
async function backBefore(sale: StoredPayment, { id }: WebhookPayment, { organization }: PaymentScope): Promise<Yen> {
  const known = await organization.payments.listOfUsers(sale.userId === null ? [] : [sale.userId]);
  return sumYen(known.filter(({ key, refundOf }) => refundOf === sale.key && key !== id).map(({ payment }) => payment));
}

/** @param isPaid - then its payer has agreed, and an answer that does not know of it is stale */
async function findOrSettle(
  paypalSubscriptionId: string,
  { scope, isPaid }: { readonly scope: PaymentScope; readonly isPaid: boolean },
): Promise<StoredSubscription | null> {
  const known = await scope.organization.subscriptions.findByPaypal(paypalSubscriptionId);
  if (known) return known;
  const checkout = await scope.organization.checkouts.findByPaypal(paypalSubscriptionId);
  if (checkout === null) return null;
  try {
    return await settleCheckout(checkout, scope);
  } catch (error) {
    if (error instanceof Refusal && !(isPaid && error.code === 'approvalMissing')) return null;
    throw error;
  }
}
