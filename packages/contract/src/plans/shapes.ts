import { checkoutPurposes, planRenewals } from '@tenbin/billing';
import * as z from 'zod/mini';
import { Id, IsoTime } from '../shapes.ts';

export const UserPlan = z.object({
  _id: Id,
  name: z.string(),
  /** USD per payment period; null: no upper limit. */
  tradingLimit: z.nullable(z.number()),
  expirationDate: z.nullable(IsoTime),
  /** Yen, tax included. */
  monthlyPrice: z.number(),
  initialInstallationCost: z.number(),
  /** Empty: all that the organization offers. */
  selectableExchanges: z.array(Id),
  paypalPlanId: z.nullable(z.string()),
  availablePlanFeatures: z.array(z.string()),
  availablePlanOptions: z.array(z.string()),
  campaignCode: z.nullable(z.string()),
  paymentMethods: z.nullable(z.array(z.string())),
});

export const Subscription = z.object({
  _id: Id,
  plan: UserPlan,
  /** Takes the plan's place with the next payment period. */
  nextPlan: z.nullable(UserPlan),
  /** Why bots are held back. */
  botStopReasons: z.array(z.string()),
  status: z.string(),
  paypalSubscriptionId: z.nullable(z.string()),
  periodStart: z.nullable(IsoTime),
  periodEnd: z.nullable(IsoTime),
  startedAt: z.nullable(IsoTime),
  endedAt: z.nullable(IsoTime),
  expiresAt: z.nullable(IsoTime),
});

export const PaymentRecord = z.object({
  transactionId: z.string(),
  date: IsoTime,
  planName: z.string(),
  campaignCode: z.nullable(z.string()),
  /** Yen; negative where it goes back. */
  payment: z.number(),
  type: z.string(),
  result: z.string(),
});

export type UserPlan = z.infer<typeof UserPlan>;
export type Subscription = z.infer<typeof Subscription>;
export type PaymentRecord = z.infer<typeof PaymentRecord>;

/** What choosing a plan means: `change` to another one instead of the present one. */
export const PurchasePurpose = z.enum(['new', 'renew', 'change']);
export type PurchasePurpose = z.infer<typeof PurchasePurpose>;

/** All that the final confirmation must show. Yen include tax. */
export const CheckoutTerms = z.object({
  /** Of the words of the confirmation; kept with what was agreed to. */
  termsVersion: z.number(),
  purpose: z.enum(checkoutPurposes),
  planName: z.string(),
  /** USD per payment period; null: no upper limit. */
  tradingLimit: z.nullable(z.number()),
  renews: z.enum(planRenewals),
  /** When the plan ends by itself, whoever is on it; null: never. */
  endsAt: z.nullable(IsoTime),
  installation: z.number(),
  firstPayment: z.number(),
  laterPayments: z.number(),
  totalToday: z.number(),
  /** What the first twelve months come to, or as many as there are until the plan's end. */
  firstYear: z.number(),
  /** Null: nothing is charged. */
  chargedBy: z.nullable(z.string()),
  /** Null: at once. */
  firstChargedAt: z.nullable(IsoTime),
  /** Null: at once, as soon as the provider confirms. */
  beginsAt: z.nullable(IsoTime),
  /** Until when the campaign's code can be entered. */
  campaignEndsAt: z.nullable(IsoTime),
  /** The plan that was to follow, and does not where this one is paid anew; null: none. */
  dropsChangeTo: z.nullable(z.string()),
  cancelling: z.literal('atOnceWithoutRefund'),
  /** USD traded in the period that goes on with the plan; 0 where one begins with it. */
  volume: z.number(),
  /** That is as much as the plan allows, or more: bots would not run until the next period. */
  isLimitUsedUp: z.boolean(),
  /** It is as much as a smaller plan allows, or more, whose limit counts from the next period on. */
  isAboveNextLimit: z.boolean(),
  /** The script that draws the provider's button; null where there is nothing to pay. */
  buttonScript: z.nullable(z.string()),
});
export type CheckoutTerms = z.infer<typeof CheckoutTerms>;

/** A version of a plan as the organization's administrators see it. */
export const AdministeredPlan = z.extend(UserPlan, {
  /** All versions of one plan have the same. */
  series: Id,
  version: z.number(),
  campaignExpiresAt: z.nullable(IsoTime),
  affiliateOnly: z.boolean(),
  /** How many users entered its code. */
  codeUses: z.number(),
  createdAt: IsoTime,
  /** The next version took its place then. */
  replacedAt: z.nullable(IsoTime),
  archivedAt: z.nullable(IsoTime),
  /** Who is on this version, and who comes to it with their next period. */
  subscribers: z.number(),
  coming: z.number(),
});
export type AdministeredPlan = z.infer<typeof AdministeredPlan>;

/** Yen by month and plan. */
export const RevenueRow = z.object({
  /** 'yyyy-mm', in the organization's time zone. */
  month: z.string(),
  planName: z.string(),
  /** How many payments came. */
  count: z.number(),
  /** With what came back of payments that had been taken back. */
  paid: z.number(),
  /** Negative, or nothing. */
  refunded: z.number(),
  total: z.number(),
});
export type RevenueRow = z.infer<typeof RevenueRow>;
