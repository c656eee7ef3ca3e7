import type { PaymentRecord, PaymentResult, PaymentType, RevenueRow } from '@tenbin/billing';

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

/** A payment by its newest fact, as the organization's administrators see it. */
export interface FoundPayment extends StoredPayment {
  /** Of its user; null: nobody that we know. */
  readonly email: string | null;
  /** It failed, or was taken back, and neither came back nor was anything paid since. */
  readonly isOutstanding: boolean;
}

/** What is left out matters not. The span is half-open. */
export interface PaymentFilter {
  readonly result?: PaymentResult | undefined;
  readonly type?: PaymentType | undefined;
  readonly isUnexpected?: boolean | undefined;
  /** Part of the address, any case. */
  readonly email?: string | undefined;
  readonly start?: Date | undefined;
  readonly end?: Date | undefined;
}

/** Payments as facts. Nothing of it is ever changed or taken away. */
export interface Payments {
  /** @returns those that were not known yet, and are now */
  record(facts: readonly NewPayment[]): Promise<readonly NewPayment[]>;
  /** All facts of a payment, in the order in which they were recorded. */
  listFacts(key: string): Promise<StoredPayment[]>;
  /** All facts of what went back of a payment, and of what came back of that, in the order in which they were recorded. */
  listBackOf(key: string): Promise<StoredPayment[]>;
  /** A user's payments, each by its newest fact, newest first. */
  listOfUser(userId: string, page: { readonly offset: number; readonly limit: number }): Promise<StoredPayment[]>;
  countOfUser(userId: string): Promise<number>;
  /** Every fact of a span, half-open, in the order of its time. */
  listFactsBetween(span: { readonly start: Date; readonly end: Date }): Promise<StoredPayment[]>;
  /** Every fact of these users' payments, in the order in which they were recorded. */
  listOfUsers(userIds: readonly string[]): Promise<StoredPayment[]>;
  /** All payments, those first that stand out, then the newest. */
  search(page: PaymentFilter & { readonly offset: number; readonly limit: number }): Promise<FoundPayment[]>;
  /** How many a search finds. */
  count(filter?: PaymentFilter): Promise<number>;
  /** What a search finds, the oldest first, by pages: the next one is read when it is asked for. */
  pages(filter?: PaymentFilter, page?: number): AsyncIterable<readonly FoundPayment[]>;
  /**
   * What payments brought by month and plan, to the yen, the latest month first.
   *
   * @param timeZone - whose months
   * @param from - a month, 'yyyy-mm', before which nothing is asked for; without one all is told
   */
  revenue(timeZone: string, from?: string): Promise<RevenueRow[]>;
}
