/**
 * What an organization owes for a month, as a qualified invoice.
 *
 * 1. Every line can be computed again from what is stored, and comes to the same.
 * 2. Tax is rounded down once for each rate of a bill, never for each line.
 * 3. An issued bill never changes: a correction is another bill that names it.
 */
import { cutOff, type Decimal, multiply } from '@tenbin/market';
import { BillingError } from './billing-error.ts';
import { addYen, sumYen, timesYen, type Yen, yen } from './yen.ts';

export const organizationPlans = ['FREE', 'BASIC', 'PROFESSIONAL', 'ENTERPRISE'] as const;
export type OrganizationPlanName = (typeof organizationPlans)[number];

/** What the platform charges an organization for, a month and without tax. */
export interface OrganizationPrices {
  readonly monthlyPrice: Yen;
  /** For each active user. */
  readonly pricePerUser: Yen;
  /** Of the volume. */
  readonly basisPoints: Decimal;
}

export const billingStatuses = ['PENDING', 'FAILED', 'COMPLETED'] as const;
export type BillingStatus = (typeof billingStatuses)[number];

/** Percent. */
export const taxRates = [10, 8] as const;
export type TaxRate = (typeof taxRates)[number];

export const billSubjects = ['organizationPlan', 'option', 'activeUsers', 'volume'] as const;
export type BillSubject = (typeof billSubjects)[number];

/** One line, without tax. */
export interface BillLine {
  readonly subject: BillSubject;
  /** The plan's or option's name; null where the subject says it. */
  readonly name: string | null;
  /** USD of volume; otherwise a whole number. */
  readonly count: Decimal;
  /** Whole yen, but of volume: yen for each USD. */
  readonly unitPrice: Decimal;
  readonly amount: Yen;
  readonly taxRate: TaxRate;
}

/** What a month came to, and what it costs: stored, so that the bill can be computed again. */
export interface BillFacts {
  /** 'yyyy/mm', in the organization's time zone. */
  readonly month: string;
  readonly plan: { readonly name: string; readonly price: Yen };
  readonly options: readonly { readonly name: string; readonly price: Yen }[];
  /** Users with a contract record in the month. */
  readonly activeUsers: number;
  readonly pricePerUser: Yen;
  /** USD. */
  readonly volume: Decimal;
  /** Of the volume. */
  readonly basisPoints: Decimal;
  /** Null where nothing is charged for volume. */
  readonly usdRate: UsdRate | null;
  readonly taxRate: TaxRate;
}

/** Yen for a US dollar, with where it comes from. */
export interface UsdRate {
  readonly yenPerUsd: Decimal;
  readonly source: string;
  /** 'yyyy-mm-dd' */
  readonly date: string;
}

export interface TaxTotal {
  readonly rate: TaxRate;
  readonly base: Yen;
  readonly tax: Yen;
}

export interface BillTotals {
  /** Rates in the order of {@link taxRates}, those that occur. */
  readonly taxes: readonly TaxTotal[];
  /** With tax. */
  readonly total: Yen;
}

const basisPoint: Decimal = '0.0001';

/** Lines that come to nothing are left out, but for the plan's. */
export function billLines(facts: BillFacts): BillLine[] {
  const { plan, options, activeUsers, pricePerUser, volume, basisPoints, usdRate, taxRate } = facts;
  const yenPerVolume = multiply(multiply(basisPoints, basisPoint), usdRate?.yenPerUsd ?? '0');
  const one = (subject: BillSubject, { name, price }: { name: string; price: Yen }): BillLine => ({
    subject,
    name,
    count: '1',
    unitPrice: String(price),
    amount: price,
    taxRate,
  });
  const metered: BillLine[] = [
    {
      subject: 'activeUsers',
      name: null,
      count: String(activeUsers),
      unitPrice: String(pricePerUser),
      amount: timesYen(pricePerUser, activeUsers),
      taxRate,
    },
    {
      subject: 'volume',
      name: null,
      count: volume,
      unitPrice: yenPerVolume,
      amount: yen(Number(cutOff(multiply(volume, yenPerVolume), '1'))),
      taxRate,
    },
  ];
  return [
    one('organizationPlan', plan),
    ...options.map((option) => one('option', option)).filter(({ amount }) => amount !== 0),
    ...metered.filter(({ amount }) => amount !== 0),
  ];
}

export function billTotals(lines: readonly Pick<BillLine, 'amount' | 'taxRate'>[]): BillTotals {
  const taxes = taxRates.flatMap((rate) => {
    const amounts = lines.filter(({ taxRate }) => taxRate === rate).map(({ amount }) => amount);
    if (amounts.length === 0) return [];
    const base = sumYen(amounts);
    return [{ rate, base, tax: taxOf(base, rate) }];
  });
  return { taxes, total: sumYen(taxes.map(({ base, tax }) => addYen(base, tax))) };
}

/** Whole percents of whole yen: exact before it is rounded, towards zero. */
const taxOf = (base: Yen, rate: TaxRate): Yen => {
  const hundredths = base * rate;
  return yen((hundredths - (hundredths % 100)) / 100);
};

/** Of a qualified invoice's issuer. @throws {DomainError} `invalidRegistrationNumber` */
export function requireRegistrationNumber(text: string): string {
  if (!/^T\d{13}$/.test(text)) throw new BillingError('invalidRegistrationNumber');
  return text;
}

/** Who writes bills: a qualified invoice issuer. */
export interface BillIssuer {
  readonly name: string;
  readonly address: string;
  readonly registrationNumber: string;
}

/** What makes a draft an invoice: who writes it, and to whom, stays as it was then. */
export interface BillIssue {
  /** Without a gap over all that the platform issues. */
  readonly number: number;
  readonly at: Date;
  readonly issuer: BillIssuer;
  /** The organization's name. */
  readonly recipient: string;
}

export interface OrganizationBill {
  readonly id: string;
  readonly month: string;
  readonly lines: readonly BillLine[];
  readonly totals: BillTotals;
  /** By which volume became yen; null where nothing is charged for it. */
  readonly usdRate: UsdRate | null;
  readonly status: BillingStatus;
  /** Null: a draft, which is computed again as often as one likes. */
  readonly issued: BillIssue | null;
  /** The bill that this one puts right. */
  readonly corrects: string | null;
  readonly paidAt: Date | null;
}

export function draftBill(facts: BillFacts, { id, corrects = null }: { id: string; corrects?: string | null }): OrganizationBill {
  const lines = billLines(facts);
  const { month, usdRate } = facts;
  return { id, month, lines, totals: billTotals(lines), usdRate, status: 'PENDING', issued: null, corrects, paidAt: null };
}
