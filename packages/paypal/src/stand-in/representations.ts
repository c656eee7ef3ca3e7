/** The stand-in's resources as PayPal writes them: yen with and without a decimal, and two shapes of money. */
import type { StandInDispute, StandInEvent, StandInPlan, StandInSubscription, StandInTransaction } from './books.ts';

const money = (amount: number) => ({ currency_code: 'JPY', value: `${amount}.0` });
const zulu = (moment: Date): string => moment.toISOString().replace(/\.\d{3}Z$/, 'Z');

export const planBody = ({ id, productId, name, price, setupFee, isActive }: StandInPlan) => ({
  id,
  product_id: productId,
  name,
  status: isActive ? 'ACTIVE' : 'INACTIVE',
  billing_cycles: [
    {
      tenure_type: 'REGULAR',
      sequence: 1,
      total_cycles: 0,
      frequency: { interval_unit: 'MONTH', interval_count: 1 },
      pricing_scheme: { version: 1, fixed_price: money(price) },
    },
  ],
  payment_preferences: {
    auto_bill_outstanding: false,
    setup_fee: money(setupFee),
    setup_fee_failure_action: 'CANCEL',
    payment_failure_threshold: 1,
  },
  quantity_supported: false,
});

/** @param fields - `last_failed_payment` is told only to who asks for it */
export function subscriptionBody(given: StandInSubscription, { origin, fields = [] }: { origin: string; fields?: readonly string[] }) {
  const self = `${origin}/v1/billing/subscriptions/${given.id}`;
  const { status, lastPayment, lastFailure, nextBillingAt, asked } = given;
  const isBilled = status !== 'APPROVAL_PENDING';
  return {
    id: given.id,
    plan_id: given.planId,
    status,
    status_update_time: zulu(given.statusAt),
    create_time: zulu(given.createdAt),
    start_time: zulu(given.startsAt ?? given.createdAt),
    quantity: '1',
    ...(given.customId === null ? {} : { custom_id: given.customId }),
    plan_overridden: given.isOverridden,
    ...(isBilled
      ? {
          billing_info: {
            outstanding_balance: money(given.outstanding),
            ...(lastPayment ? { last_payment: { amount: money(lastPayment.amount), time: zulu(lastPayment.at) } } : {}),
            ...(nextBillingAt && status !== 'SUSPENDED' ? { next_billing_time: zulu(nextBillingAt) } : {}),
            // Counts only when all tries of a month have failed.
            failed_payments_count: status === 'SUSPENDED' && given.outstanding > 0 ? 1 : 0,
            ...(lastFailure && fields.includes('last_failed_payment')
              ? {
                  last_failed_payment: {
                    amount: money(lastFailure.amount),
                    time: zulu(lastFailure.at),
                    reason_code: 'PAYER_CANNOT_PAY',
                    ...(lastFailure.retryAt ? { next_payment_retry_time: zulu(lastFailure.retryAt) } : {}),
                  },
                }
              : {}),
          },
        }
      : {}),
    links: [...(asked ? [approveLink(origin, asked.token)] : []), { href: self, rel: 'self', method: 'GET' }],
  };
}

export const approveLink = (origin: string, token: string) => ({
  href: `${origin}/webapps/billing/subscriptions?ba_token=${token}`,
  rel: 'approve',
  method: 'GET',
});

export const transactionBody = ({ id, at, amount, status }: StandInTransaction) => ({
  id,
  status: status === 'REVERSED' ? 'REFUNDED' : status,
  time: zulu(at),
  amount_with_breakdown: { gross_amount: money(amount), fee_amount: money(0), net_amount: money(amount) },
});

/** It names the payment, and nothing of the subscription. */
const disputeBody = ({ id, saleId, outcome }: StandInDispute, at: Date) => ({
  dispute_id: id,
  create_time: zulu(at),
  update_time: zulu(new Date(at.getTime() + 2000)),
  disputed_transactions: [{ seller_transaction_id: saleId, seller: { name: 'Stand-in' } }],
  reason: 'UNAUTHORISED',
  status: outcome === null ? 'OPEN' : 'RESOLVED',
  ...(outcome === null
    ? {}
    : {
        dispute_outcome: {
          outcome_code: outcome.code,
          ...(outcome.refunded === undefined ? {} : { amount_refunded: money(outcome.refunded) }),
        },
      }),
});

/** Of subscriptions, of the older sales, or of disputes. */
export function eventBody(id: string, { type, at, subscription, payment, dispute }: StandInEvent, { isNameless = false } = {}) {
  const head = { id, event_version: '1.0', create_time: at.toISOString(), event_type: type, summary: type };
  if (dispute !== null) return { ...head, resource_type: 'dispute', resource: disputeBody(dispute, at) };
  if (payment === null)
    return { ...head, resource_type: 'subscription', resource_version: '2.0', resource: subscriptionBody(subscription, { origin: '' }) };
  return {
    ...head,
    resource_type: payment.amount < 0 ? 'refund' : 'sale',
    resource: {
      id: payment.id,
      state: payment.state,
      amount: { total: String(payment.amount), currency: 'JPY' },
      ...(subscription.customId === null ? {} : { custom: subscription.customId }),
      ...(isNameless ? {} : { billing_agreement_id: subscription.id }),
      ...(payment.saleId === null
        ? {}
        : { links: [{ href: `https://api.paypal.com/v1/payments/sale/${payment.saleId}`, rel: 'sale', method: 'GET' }] }),
      create_time: zulu(at),
      update_time: zulu(new Date(at.getTime() + 2000)),
    },
  };
}
