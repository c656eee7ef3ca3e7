/**
 * What comes back of payments that their payers' banks took back: disputes end, and the money is the organization's again.
 *
 * 1. Nothing comes back that was not taken, nor more of it, nor twice, whichever disputes end.
 * 2. In whatever order a reversal and the end of its dispute are told, they come to the same.
 */
import { factKey, latestFacts, type PaymentRecord } from './payment-record.ts';
import { addYen, negateYen, noYen, type Yen } from './yen.ts';

/** A dispute about a payment that has ended. */
export interface EndedDispute {
  /** The payment's key. */
  readonly saleKey: string;
  readonly at: Date;
  /** What its payer was given in the end; null: all of it, or nobody can say how much. */
  readonly refunded: Yen | null;
}

/** A reversal is reinstated once: so it is known by it. */
const reinstatementKey = (reversal: PaymentRecord): string => `reinstated/${reversal.key}`;

/**
 * What came back of a payment as a dispute ended, dated then: a record of its own. The dispute was about the last time that the
 * payment had been taken by then.
 *
 * @param records - the payment's, and those of what went back of it
 * @returns also what is recorded already; null: nothing came back
 */
export function reinstatement<R extends PaymentRecord>(records: readonly R[], { saleKey, at, refunded }: EndedDispute): R | null {
  const facts = latestFacts(records);
  const reversal = facts.find((fact) => fact.isReversal && fact.refundOf === saleKey && fact.at <= at);
  if (reversal === undefined || refunded === null) return null;
  const payment = negateYen(addYen(reversal.payment, refunded));
  if (payment <= noYen) return null;
  const type = facts.find(({ key }) => key === saleKey)?.type ?? 'SUBSCRIPTION_FEE';
  return { ...reversal, key: reinstatementKey(reversal), at, payment, type, result: 'REINSTATED', isReversal: false };
}

/** When a payment was last taken back of which nothing came back; null: of none of these. */
export function latestReversal(records: readonly PaymentRecord[]): Date | null {
  const known = new Set(records.map(factKey));
  const stand = records.filter(
    (record) => record.isReversal && !known.has(factKey({ key: reinstatementKey(record), result: 'REINSTATED' })),
  );
  return stand.reduce<Date | null>((latest, { at }) => (latest === null || at > latest ? at : latest), null);
}
