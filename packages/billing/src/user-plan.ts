import { compare, type Decimal, parseDecimal } from '@tenbin/market';
import { BillingError } from './billing-error.ts';
import type { Campaign } from './campaign-code.ts';
import type { Yen } from './yen.ts';

/** Names of the API. */
export const planFeatures = [
  'BASIC_FEATURE',
  'INITIAL_EXCHANGE',
  'INITIAL_BOT_LICENSE',
  'SUPPORT_MAIL_CHAT',
  'CUSTOMIZE_UI',
  'AFFILIATE_FEATURE',
  'ADD_EXCHANGE',
  'FREE_CAMPAIGN',
  'AUTO_ADJUST_BOT_SPREAD',
  'DOCUMENTATION_FOR_CS',
  'REMOVE_INITIAL_EXCHANGE',
  'INDIVISUAL_SUPPORT',
  'ADD_PAYMENT_METHOD',
] as const;
export type PlanFeature = (typeof planFeatures)[number];

export const planOptions = [
  'TROLL_BOX',
  'CREATE_LP',
  'SUPPORT_ZENDESK',
  'ADD_EXCHANGE',
  'CUSTOMIZE_UI',
  'ADD_PAYMENT_METHOD',
  'PAIR_LIMIT',
] as const;
export type PlanOption = (typeof planOptions)[number];

export const paymentMethods = ['PAYPAL'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** What an administrator decides about a plan. */
export interface PlanTerms {
  readonly name: string;
  /** USD per payment period; null: no upper limit. */
  readonly tradingLimit: Decimal | null;
  /** From here on it is neither offered nor lived on; null: endless. */
  readonly expirationDate: Date | null;
  readonly monthlyPrice: Yen;
  readonly initialInstallationCost: Yen;
  /** Ids; empty: all that the organization has. */
  readonly selectableExchanges: readonly string[];
  readonly availablePlanFeatures: readonly PlanFeature[];
  readonly availablePlanOptions: readonly PlanOption[];
  /** Null: everybody sees it. */
  readonly campaign: Campaign | null;
}
export type PlanField = keyof PlanTerms;

/**
 * One version of an organization's offer. Its terms never change: an edit makes the next version of the series, and
 * whoever is subscribed to this one stays on it until they change.
 */
export interface UserPlan extends PlanTerms {
  readonly id: string;
  readonly seriesId: string;
  /** 1, 2, 3 … within the series. */
  readonly version: number;
  /** The provider's plan with this version's price; null where nothing is to be paid, or it was not made yet. */
  readonly paypalPlanId: string | null;
  readonly createdAt: Date;
  /** When the next version took its place. */
  readonly replacedAt: Date | null;
  readonly archivedAt: Date | null;
}

/** As long as the provider takes it. */
export const maxPlanNameLength = 127;
/** Yen. */
export const maxPlanPrice = 10_000_000;
export const planLimitDigits = 4;

export const isFreePlan = (plan: Pick<PlanTerms, 'monthlyPrice'>): boolean => plan.monthlyPrice === 0;

/** @returns the fields that cannot be so, in the order of the form */
export function planFaults(terms: PlanTerms): PlanField[] {
  const isPrice = (price: number): boolean => Number.isSafeInteger(price) && price >= 0 && price <= maxPlanPrice;
  const name = terms.name.trim();
  const faults: Partial<Record<PlanField, boolean>> = {
    name: name === '' || name.length > maxPlanNameLength,
    tradingLimit: terms.tradingLimit !== null && !isLimit(terms.tradingLimit),
    monthlyPrice: !isPrice(terms.monthlyPrice),
    // What costs nothing has no provider that could charge it.
    initialInstallationCost: !isPrice(terms.initialInstallationCost) || (isFreePlan(terms) && terms.initialInstallationCost > 0),
  };
  return (Object.keys(faults) as PlanField[]).filter((field) => faults[field]);
}

function isLimit(limit: Decimal): boolean {
  const [, fraction = ''] = parseDecimal(limit).split('.');
  return compare(limit, '0') >= 0 && fraction.length <= planLimitDigits;
}

/** @throws {DomainError} `invalidUserPlan` */
export function firstVersion(terms: PlanTerms, { id, at }: { id: string; at: Date }): UserPlan {
  requireTerms(terms);
  return { ...terms, id, seriesId: id, version: 1, paypalPlanId: null, createdAt: at, replacedAt: null, archivedAt: null };
}

/** What an edit makes; the version before is `replacedAt` the same moment. @throws {DomainError} `invalidUserPlan` */
export function nextVersion(before: UserPlan, terms: PlanTerms, { id, at }: { id: string; at: Date }): UserPlan {
  requireTerms(terms);
  const { seriesId, version } = before;
  return { ...terms, id, seriesId, version: version + 1, paypalPlanId: null, createdAt: at, replacedAt: null, archivedAt: null };
}

function requireTerms(terms: PlanTerms): void {
  const fields = planFaults(terms);
  if (fields.length > 0) throw new BillingError('invalidUserPlan', { fields });
}

/** Whether somebody may newly choose it, campaigns aside. */
export const isOnOffer = (plan: UserPlan, now: Date): boolean =>
  plan.archivedAt === null && plan.replacedAt === null && (plan.expirationDate === null || now < plan.expirationDate);

/**
 * Whether a user is shown it: it is on offer and free of a campaign code, or of a code that they redeemed; or it is theirs.
 *
 * @param user - `redeemedSeries`: whose campaign codes they entered
 */
export function isShownTo(
  plan: UserPlan,
  user: { readonly redeemedSeries: readonly string[]; readonly planId: string | null },
  now: Date,
): boolean {
  if (plan.id === user.planId) return true;
  return isOnOffer(plan, now) && (plan.campaign === null || user.redeemedSeries.includes(plan.seriesId));
}
