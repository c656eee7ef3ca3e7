import { latestReversal, reinstatement, type SubscriptionEvent } from '@tenbin/billing';
import type { NewPayment, StoredSubscription } from '@tenbin/db';
import { disputeResolved, parseWebhookEvent, type WebhookDispute, type WebhookPayment } from '@tenbin/paypal';
import { findRenewed } from './find-renewed.ts';
import { reconcileSubscription } from './reconcile-subscription.ts';
import type { PaymentScope } from './seller.ts';

/** The end of a dispute brings back what was taken of its payments, if anything was. */
export async function applyDispute(dispute: WebhookDispute, scope: PaymentScope): Promise<void> {
  for (const saleId of dispute.saleIds) {
    const [back] = cameBack(saleId, await factsAround(saleId, scope), [dispute]);
    if (back === undefined) continue;
    const { payments, subscriptions } = scope.organization;
    const subscription = back.subscriptionId === null ? null : await subscriptions.find(back.subscriptionId);
    if (subscription === null) await payments.record([back]);
    else await reinstate(subscription, back, scope);
  }
}

/** It is paid again, and so is what goes on by its payments, unless another of them stays taken back. */
async function reinstate(subscription: StoredSubscription, back: NewPayment, scope: PaymentScope): Promise<void> {
  const known = [...(await scope.organization.payments.listOfUsers([subscription.userId])), back];
  const eventOf = (...ids: readonly string[]): SubscriptionEvent => {
    const own = known.filter(({ subscriptionId }) => subscriptionId !== null && ids.includes(subscriptionId));
    return { type: 'REINSTATED', at: back.at, reversedAt: latestReversal(own) };
  };
  await reconcileSubscription(subscription.id, scope, { events: [eventOf(subscription.id)], facts: [back], isFresh: true });
  const renewed = await findRenewed(subscription, scope);
  if (renewed) await reconcileSubscription(renewed.id, scope, { events: [eventOf(subscription.id, renewed.id)] });
}

/** What came back of a payment already: its dispute ended, and was told of, before it was heard that it was taken. */
export async function backAlready(
  { saleId }: WebhookPayment,
  told: readonly NewPayment[],
  scope: PaymentScope,
): Promise<readonly NewPayment[]> {
  if (saleId === null) return [];
  const known = await factsAround(saleId, scope);
  const recorded = known.filter(({ result }) => result === 'REINSTATED');
  return [...recorded, ...cameBack(saleId, [...known, ...told], await disputesAbout(saleId, scope))];
}

const cameBack = (saleKey: string, facts: readonly NewPayment[], disputes: readonly WebhookDispute[]): NewPayment[] =>
  disputes.flatMap(({ at, refunded }) => reinstatement(facts, { saleKey, at, refunded }) ?? []);

/** What is known of a payment: its facts, and those of what went back of it and came back. */
async function factsAround(saleKey: string, { organization }: PaymentScope): Promise<NewPayment[]> {
  const facts = [...(await organization.payments.listFacts(saleKey)), ...(await organization.payments.listBackOf(saleKey))];
  return facts.map(({ number: _number, recordedAt: _recordedAt, ...fact }) => fact);
}

/** Disputes about a payment that have ended, as long as the provider may tell late what was before. */
async function disputesAbout(saleKey: string, { organization }: PaymentScope): Promise<WebhookDispute[]> {
  const told = await organization.webhookEvents.listOfType(disputeResolved);
  return told.flatMap(({ body }) => parseWebhookEvent(body)?.dispute ?? []).filter(({ saleIds }) => saleIds.includes(saleKey));
}
