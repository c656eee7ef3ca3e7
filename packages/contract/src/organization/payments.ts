import { paymentResults, paymentTypes } from '@tenbin/billing';
import * as z from 'zod/mini';
import { PaymentRecord, RevenueRow } from '../plans/shapes.ts';
import { route } from '../route.ts';
import { Count, Flag, Id, periodFields, skipFields, text } from '../shapes.ts';

/** What a list of payments, its count and its file are filtered by. */
export const paymentFields = {
  ...periodFields,
  result: z.optional(z.enum(paymentResults)),
  type: z.optional(z.enum(paymentTypes)),
  /** Only those that nobody expected: of no subscription here, or of another amount. */
  unexpected: z.optional(Flag),
  /** Part of the user's address. */
  email: z.optional(text(254)),
};

export const OrganizationPayment = z.extend(PaymentRecord, {
  user: z.nullable(Id),
  email: z.nullable(z.string()),
  /** It failed, or was taken back, and neither came back nor was anything paid since. */
  isOutstanding: z.boolean(),
  isUnexpected: z.boolean(),
  /** Of a refund: the payment that it gives back. Of what came back of a payment: that payment. */
  refundOf: z.nullable(z.string()),
  paypalSubscriptionId: z.nullable(z.string()),
});
export type OrganizationPayment = z.infer<typeof OrganizationPayment>;

export const listOrganizationPayments = route({
  surface: 'organization',
  needs: 'money',
  method: 'GET',
  path: '/admin/payments',
  summary: "The payments of the organization's users, each as it is now: those that stand out first, then the newest.",
  query: z.object({ ...skipFields(100), ...paymentFields }),
  reply: z.array(OrganizationPayment),
});

export const countOrganizationPayments = route({
  surface: 'organization',
  needs: 'money',
  method: 'GET',
  path: '/admin/payments/count',
  summary: 'How many payments the same filter finds.',
  query: z.object(paymentFields),
  reply: Count,
});

export const getRevenue = route({
  surface: 'organization',
  needs: 'money',
  method: 'GET',
  path: '/admin/revenue',
  summary:
    'What payments brought by month and plan, in whole yen: what went back counts in the month in which it went back, and what came back of that in the month in which it did.',
  reply: z.array(RevenueRow),
});
