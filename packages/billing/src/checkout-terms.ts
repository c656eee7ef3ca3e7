import type { Decimal } from '@tenbin/market';
import { type Period, periodAfter } from './payment-period.ts';
import { planChangeKinds } from './plan-change.ts';
import { isFreePlan, type PaymentMethod, type UserPlan } from './user-plan.ts';
import { addYen, noYen, timesYen, type Yen } from './yen.ts';

/** Changes whenever the words of the final confirmation do; kept with what was agreed to. */
export const termsVersion = 3;

/** `monthly`: until it is cancelled. */
export const planRenewals = ['monthly', 'never'] as const;

/** What somebody is about to agree to: everything that the final confirmation must show. Yen include tax. */
export interface CheckoutTerms {
  readonly termsVersion: number;
  readonly purpose: CheckoutPurpose;
  readonly planName: string;
  /** USD per period; null: no upper limit. */
  readonly tradingLimit: Decimal | null;
  readonly renews: (typeof planRenewals)[number];
  /** When the plan ends by itself, whoever is on it; null: never. */
  readonly endsAt: Date | null;
  readonly installation: Yen;
  readonly firstPayment: Yen;
  readonly laterPayments: Yen;
  readonly totalToday: Yen;
  /** A guide: what the first twelve months come to, or as many as there are until the plan's end. */
  readonly firstYear: Yen;
  /** Null: nothing is charged. */
  readonly chargedBy: PaymentMethod | null;
  /** Null: at once. */
  readonly firstChargedAt: Date | null;
  /** Null: at once, as soon as the provider confirms. */
  readonly beginsAt: Date | null;
  /** Until when the campaign's code can be entered; null: no campaign, or an endless one. */
  readonly campaignEndsAt: Date | null;
  /** The plan that was to follow, and does not where this is paid anew; null: none. */
  readonly dropsChangeTo: string | null;
  /** At once, and without a refund of remaining days. */
  readonly cancelling: 'atOnceWithoutRefund';
}

/** `renew`: the same plan, paid anew; the others are a `PlanChange`. */
export const checkoutPurposes = ['new', 'renew', ...planChangeKinds] as const;
export type CheckoutPurpose = (typeof checkoutPurposes)[number];

const monthsOfYear = 12;

interface Agreed {
  readonly now: Date;
  /** The period that is paid already; null where there is none. */
  readonly present: Period | null;
  /** Paid anew while another plan was to follow: its name. */
  readonly dropsChangeTo?: string | null;
}

export function checkoutTerms(plan: UserPlan, purpose: CheckoutPurpose, { now, present, dropsChangeTo = null }: Agreed): CheckoutTerms {
  const { monthlyPrice, initialInstallationCost } = plan;
  const isNew = purpose === 'new';
  const paidUntil = isNew ? null : (present?.end ?? null);
  const installation = isNew ? initialInstallationCost : noYen;
  return {
    termsVersion,
    purpose,
    planName: plan.name,
    tradingLimit: plan.tradingLimit,
    renews: isFreePlan(plan) ? 'never' : 'monthly',
    endsAt: plan.expirationDate,
    installation,
    firstPayment: addYen(installation, monthlyPrice),
    laterPayments: monthlyPrice,
    totalToday: paidUntil === null ? addYen(installation, monthlyPrice) : noYen,
    firstYear: addYen(installation, timesYen(monthlyPrice, paymentsUntil(plan.expirationDate, paidUntil ?? now))),
    chargedBy: isFreePlan(plan) ? null : 'PAYPAL',
    firstChargedAt: paidUntil,
    beginsAt: purpose === 'downgrade' ? paidUntil : null,
    campaignEndsAt: plan.campaign?.expiresAt ?? null,
    dropsChangeTo,
    cancelling: 'atOnceWithoutRefund',
  };
}

/** How many monthly payments begin before an end, of a year at most. */
function paymentsUntil(end: Date | null, start: Date): number {
  let period = { start, end: start };
  let payments = 0;
  for (; payments < monthsOfYear && (end === null || period.end < end); payments += 1) period = periodAfter(period);
  return payments;
}
