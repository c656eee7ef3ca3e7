/** PayPal's resources, as far as they are read, and what they are in our words. */
import { type PaymentResult, type ProviderView, parseYen, type Yen } from '@tenbin/billing';
import * as z from 'zod';

const id = z.string().min(1).max(100);
const time = z.iso
  .datetime({ offset: true })
  .max(64)
  .transform((text) => new Date(text));
const yenText = z
  .string()
  .max(32)
  .transform((text, context): Yen => {
    try {
      return parseYen(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'not whole yen' });
      return z.NEVER;
    }
  });

/** Of subscriptions. */
const money = z.object({ value: yenText, currency_code: z.literal('JPY') }).transform(({ value }) => value);
/** Of older payments. */
const amount = z.object({ total: yenText, currency: z.literal('JPY') }).transform(({ total }) => total);

const links = z.array(z.object({ href: z.url().max(2000), rel: z.string().max(50) })).max(50);
const approvalIn = (given: z.infer<typeof links>): string | null => given.find(({ rel }) => rel === 'approve')?.href ?? null;

export const created = z.object({ id });
export const listed = z.object({ webhooks: z.array(z.object({ id, url: z.url().max(2000) })).max(100) });

/** The newest first; `next` is the query of the next page. */
export const events = z
  .object({ events: z.array(z.record(z.string(), z.unknown())).max(1000).default([]), links: links.default([]) })
  .transform((given) => {
    const next = given.links.find(({ rel }) => rel === 'next')?.href;
    return { events: given.events, next: next === undefined ? null : new URL(next).search };
  });

export const createdSubscription = z
  .object({ id, status: z.string().max(24), links })
  .transform((given) => ({ id: given.id, approveUrl: approvalIn(given.links) }));

export const revision = z
  .object({ plan_id: id, plan_overridden: z.boolean().default(false), links: links.default([]) })
  .transform((given) => ({ planId: given.plan_id, isOverridden: given.plan_overridden, approveUrl: approvalIn(given.links) }));

const statuses = {
  APPROVAL_PENDING: 'approvalPending',
  APPROVED: 'approvalPending',
  ACTIVE: 'active',
  SUSPENDED: 'suspended',
  CANCELLED: 'cancelled',
  EXPIRED: 'expired',
} as const satisfies Record<string, ProviderView['status']>;

/** A subscription at PayPal, with what tells whether it is the one that we asked for. */
export interface PaypalSubscription extends ProviderView {
  readonly customId: string | null;
  /** Its price or terms are not the plan's own. */
  readonly isOverridden: boolean;
}

export const subscription = z
  .object({
    id,
    status: z.enum(Object.keys(statuses) as (keyof typeof statuses)[]),
    status_update_time: time.optional(),
    create_time: time,
    plan_id: id,
    custom_id: z.string().max(127).optional(),
    plan_overridden: z.boolean().default(false),
    billing_info: z
      .object({
        outstanding_balance: money.optional(),
        last_payment: z.object({ amount: money, time }).optional(),
        next_billing_time: time.optional(),
        last_failed_payment: z
          .object({ amount: money, time, reason_code: z.string().max(120).optional(), next_payment_retry_time: time.optional() })
          .optional(),
      })
      .default({}),
  })
  .transform((given): PaypalSubscription => {
    const { outstanding_balance, last_payment, next_billing_time, last_failed_payment: failed } = given.billing_info;
    return {
      id: given.id,
      status: statuses[given.status],
      statusAt: given.status_update_time ?? given.create_time,
      planId: given.plan_id,
      nextBillingAt: next_billing_time ?? null,
      outstanding: outstanding_balance ?? parseYen('0'),
      lastPayment: last_payment ? { amount: last_payment.amount, at: last_payment.time } : null,
      lastFailure: failed
        ? { amount: failed.amount, at: failed.time, retryAt: failed.next_payment_retry_time ?? null, reason: failed.reason_code ?? null }
        : null,
      customId: given.custom_id ?? null,
      isOverridden: given.plan_overridden,
    };
  });

const results = {
  COMPLETED: 'COMPLETED',
  DECLINED: 'FAILED',
  PARTIALLY_REFUNDED: 'PARTIALLY_REFUNDED',
  PENDING: 'PENDING',
  REFUNDED: 'REFUNDED',
} as const satisfies Record<string, PaymentResult>;

export interface PaypalTransaction {
  readonly id: string;
  readonly at: Date;
  readonly amount: Yen;
  readonly result: PaymentResult;
}

const transaction = z
  .object({
    id,
    status: z.enum(Object.keys(results) as (keyof typeof results)[]),
    time,
    amount_with_breakdown: z.object({ gross_amount: money }),
  })
  .transform(
    (given): PaypalTransaction => ({
      id: given.id,
      at: given.time,
      amount: given.amount_with_breakdown.gross_amount,
      result: results[given.status],
    }),
  );

export const transactions = z.object({ transactions: z.array(transaction).max(32_767).default([]), total_pages: z.number().default(1) });

export { amount, id, money, time };
