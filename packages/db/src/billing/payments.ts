import type { PaymentRecord } from '@tenbin/billing';

/** A fact about a payment, and whose it is as far as we know. */
export interface NewPayment extends PaymentRecord {
  readonly userId: string | null;
  readonly paypalSubscriptionId: string | null;
}

export interface StoredPayment extends NewPayment {
  /** The order in which facts were recorded. */
  readonly number: number;
  readonly recordedAt: Date;
}

/** Payments as facts. Nothing of it is ever changed or taken away. */
export interface Payments {
  /** Those of these facts that were not known yet are added. @returns how many */
  record(facts: readonly NewPayment[]): Promise<number>;
  /** All facts of a payment, in the order in which they were recorded. */
  listFacts(key: string): Promise<StoredPayment[]>;
  /** A user's payments, each by its newest fact, newest first. */
  listOfUser(userId: string, page: { readonly offset: number; readonly limit: number }): Promise<StoredPayment[]>;
  countOfUser(userId: string): Promise<number>;
  /** Every fact of a span, half-open, in the order of its time. */
  listFactsBetween(span: { readonly start: Date; readonly end: Date }): Promise<StoredPayment[]>;
}
