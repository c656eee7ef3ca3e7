/**
 * Payments as facts that are only added: what the newest fact of a payment says is so.
 *
 * 1. In whatever order facts come, and however often, they come to the same.
 * 2. What is left of all payments is what went through, less what went back, with what came back of that: exact to the yen.
 */
import { addYen, noYen, sumYen, type Yen, yen } from './yen.ts';

export const paymentTypes = ['INITIAL_PURCHASE_FEE', 'SUBSCRIPTION_FEE', 'REFUND'] as const;
export type PaymentType = (typeof paymentTypes)[number];

/** In the order in which one may follow another. */
export const paymentResults = ['PENDING', 'FAILED', 'COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED', 'REVERSED', 'REINSTATED'] as const;
export type PaymentResult = (typeof paymentResults)[number];

/** One fact about a payment. */
export interface PaymentRecord {
  /** The provider's transaction, or what stands for one that failed: see {@link failureKey}. */
  readonly key: string;
  /** When it became so, at the provider. */
  readonly at: Date;
  /** Null: of none that we know. */
  readonly subscriptionId: string | null;
  readonly planName: string;
  readonly campaignCode: string | null;
  /** What was charged; of a refund negative. */
  readonly payment: Yen;
  readonly type: PaymentType;
  readonly result: PaymentResult;
  /** Of a refund: what it gives back, as far as the provider says. Of what came back of a payment: that payment. */
  readonly refundOf: string | null;
  /** A refund that the payer's bank took, and nobody gave. */
  readonly isReversal?: boolean;
  /** Nobody expected it: no such subscription, another amount, another plan. */
  readonly isUnexpected: boolean;
}

/** A payment that failed has no transaction: it is known by its subscription and its moment. */
export const failureKey = (subscriptionId: string, failedAt: Date): string => `failed/${subscriptionId}/${failedAt.toISOString()}`;

/** Tells facts apart: the same fact, told again, has the same one. */
export const factKey = ({ key, result }: Pick<PaymentRecord, 'key' | 'result'>): string => `${result}/${key}`;

/** Each payment by its newest fact, newest payments first. */
export function latestFacts<R extends PaymentRecord>(records: readonly R[]): R[] {
  const latest = new Map<string, R>();
  for (const record of records) {
    const known = latest.get(record.key);
    if (known === undefined || isNewer(record, known)) latest.set(record.key, record);
  }
  return [...latest.values()].toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.key < b.key ? 1 : -1));
}

/** By what may follow what: sources differ in when the same fact became so. */
const isNewer = (a: PaymentRecord, b: PaymentRecord): boolean => paymentResults.indexOf(a.result) > paymentResults.indexOf(b.result);

/**
 * What is left of these payments. Of one that went back whole nothing is left, whatever became known of its refunds; of one
 * in part the amount comes with the refund's own record. A refund that names no payment is taken for what a payment of its
 * subscription that went back whole lacks of refunds.
 */
export function balanceOf(records: readonly PaymentRecord[]): Yen {
  const facts = latestFacts(records);
  const gone = new Map(facts.filter(wentBack).map((sale) => [sale.key, sale]));
  const left: Yen[] = [];
  /** By subscription: payments that went back whole, less the refunds that are known. */
  const lacking = new Map<string | null, Yen>();
  const addTo = (subscriptionId: string | null, money: Yen) =>
    lacking.set(subscriptionId, addYen(lacking.get(subscriptionId) ?? noYen, money));
  for (const fact of facts) {
    const sale = gone.get(fact.refundOf ?? fact.key);
    if (fact.result === 'REINSTATED') left.push(moneyOf(fact));
    else if (fact === sale) addTo(sale.subscriptionId, sale.payment);
    else if (sale) addTo(sale.subscriptionId, moneyOf(fact));
    else if (fact.type === 'REFUND' && fact.refundOf === null) addTo(fact.subscriptionId, moneyOf(fact));
    else left.push(moneyOf(fact));
  }
  return sumYen([...left, ...[...lacking.values()].map((money) => yen(Math.min(0, money)))]);
}

/** All of it. */
export const wentBack = ({ type, result }: PaymentRecord): boolean => type !== 'REFUND' && (result === 'REFUNDED' || result === 'REVERSED');

/** What one fact alone adds to what is left. */
export function moneyOf({ payment, result }: PaymentRecord): Yen {
  switch (result) {
    case 'COMPLETED':
    case 'PARTIALLY_REFUNDED':
    case 'REFUNDED':
    case 'REINSTATED':
      return payment;
    case 'PENDING':
    case 'FAILED':
    case 'REVERSED':
      return noYen;
    default:
      return result satisfies never;
  }
}

/**
 * What a charge was for, by its amount. The provider may take installation and first month as one payment or as two.
 *
 * @returns `isUnexpected` where it is neither the plan's price nor its installation, nor both
 */
export function classifyPayment(
  payment: Yen,
  { monthlyPrice, initialInstallationCost }: { readonly monthlyPrice: Yen; readonly initialInstallationCost: Yen },
): { readonly type: Exclude<PaymentType, 'REFUND'>; readonly isUnexpected: boolean } {
  if (payment === monthlyPrice) return { type: 'SUBSCRIPTION_FEE', isUnexpected: false };
  const isInitial =
    initialInstallationCost > 0 && (payment === initialInstallationCost || payment === initialInstallationCost + monthlyPrice);
  return { type: isInitial ? 'INITIAL_PURCHASE_FEE' : 'SUBSCRIPTION_FEE', isUnexpected: !isInitial };
}
