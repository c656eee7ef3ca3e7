import {
  addYen,
  classifyPayment,
  earlyPaymentMs,
  failureKey,
  type PaymentResult,
  type Subscription,
  type UserPlan,
  type Yen,
} from '@tenbin/billing';
import type { NewPayment, StoredPayment } from '@tenbin/db';
import type { PaypalSubscription, PaypalTransaction, WebhookPayment } from '@tenbin/paypal';

/** Whose a payment is, as far as we know. */
export type Payer = Pick<Subscription, 'id' | 'userId' | 'plan' | 'nextPlan' | 'period' | 'paypalSubscriptionId'>;

/** What the provider holds of a subscription's payments, and the failure that it tells of. */
export function paymentFacts(
  payer: Payer,
  { view, transactions }: { readonly view: PaypalSubscription | null; readonly transactions: readonly PaypalTransaction[] },
): NewPayment[] {
  const paid = transactions.map(({ id, at, amount, result }) => saleFact(payer, { key: id, at, payment: amount, result }));
  const failure = view?.lastFailure;
  if (!failure || payer.paypalSubscriptionId === null) return paid;
  const key = failureKey(payer.paypalSubscriptionId, failure.at);
  return [...paid, saleFact(payer, { key, at: failure.at, payment: failure.amount, result: 'FAILED' })];
}

interface Webhook {
  readonly payment: WebhookPayment;
  readonly paypalSubscriptionId: string | null;
  /** What it gives back, where that is known: what was paid then, and who paid it. */
  readonly sale: NewPayment | null;
}

/** @param payer - null: nobody that we know, or nobody who has anything for it */
export function webhookFact(payer: Payer | null, { payment, paypalSubscriptionId, sale }: Webhook): NewPayment {
  const { id: key, at, amount } = payment;
  const known = payer ?? { paypalSubscriptionId };
  if (payment.kind === 'sale') {
    const result =
      payment.state.toLowerCase() === 'pending' ? 'PENDING' : payment.state.toLowerCase() === 'denied' ? 'FAILED' : 'COMPLETED';
    return saleFact(known, { key, at, payment: amount, result });
  }
  return {
    ...saleFact(known, { key, at, payment: amount, result: 'COMPLETED' }),
    ...(sale && { userId: sale.userId, planName: sale.planName, campaignCode: sale.campaignCode }),
    type: 'REFUND',
    refundOf: payment.saleId,
    isReversal: payment.kind === 'reversal',
    isUnexpected: payer === null,
  };
}

/**
 * A payment that its payer's bank took back. It stays where it was paid; what went back is told by a fact of its own.
 *
 * @param back - all that went back of it, negative: of what is left something the payment is none that went back whole
 */
export function reversedSale({ number: _number, recordedAt: _recordedAt, ...sale }: StoredPayment, back: Yen): NewPayment {
  return { ...sale, result: addYen(sale.payment, back) > 0 ? 'PARTIALLY_REFUNDED' : 'REVERSED' };
}

interface Sale {
  readonly key: string;
  readonly at: Date;
  readonly payment: Yen;
  readonly result: PaymentResult;
}

function saleFact(payer: Payer | { readonly paypalSubscriptionId: string | null }, sale: Sale): NewPayment {
  const { paypalSubscriptionId } = payer;
  const unknown = {
    userId: null,
    subscriptionId: null,
    planName: '',
    campaignCode: null,
    type: 'SUBSCRIPTION_FEE',
    isUnexpected: true,
  } as const;
  if (!('plan' in payer)) return { ...sale, ...unknown, paypalSubscriptionId, refundOf: null };
  const { plan, type, isUnexpected } = paidPlan(payer, sale);
  const { id: subscriptionId, userId } = payer;
  const campaignCode = plan.campaign?.code ?? null;
  return { ...sale, userId, subscriptionId, paypalSubscriptionId, planName: plan.name, campaignCode, type, refundOf: null, isUnexpected };
}

/** Which of their plans a payment is for: the one that it fits; where it fits both, the one of the period that it is for. */
function paidPlan(
  { plan, nextPlan, period }: Payer,
  { payment, at }: Pick<Sale, 'payment' | 'at'>,
): { readonly plan: UserPlan } & ReturnType<typeof classifyPayment> {
  const next = nextPlan && classifyPayment(payment, nextPlan);
  const present = classifyPayment(payment, plan);
  const isOfNext = period !== null && at.getTime() >= period.end.getTime() - earlyPaymentMs;
  return nextPlan && next && !next.isUnexpected && (present.isUnexpected || isOfNext) ? { plan: nextPlan, ...next } : { plan, ...present };
}
