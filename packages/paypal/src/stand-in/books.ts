/** What the stand-in refuses, as PayPal does. */
export class Refused extends Error {
  readonly status: number;
  readonly issue: string;

  constructor(status: number, issue: string) {
    super(issue);
    this.status = status;
    this.issue = issue;
  }
}

/**
 * What the stand-in holds: accounts, plans, subscriptions and their money. A provider of its own: it shares no rule with the
 * product, and moves month ends by its own arithmetic.
 *
 * 1. A charge that fails is tried again after five and ten days; then the subscription is suspended.
 * 2. Every change is told as an event, in the order in which it happened.
 * 3. Money moves by transactions alone: what payers lost is what accounts have.
 */

export interface StandInPlan {
  readonly id: string;
  readonly accountId: string;
  readonly productId: string;
  readonly name: string;
  readonly price: number;
  readonly setupFee: number;
  readonly isActive: boolean;
}

export interface StandInTransaction {
  readonly id: string;
  readonly at: Date;
  readonly amount: number;
  /** `REVERSED`: what was not refunded is with its payer's bank. */
  status: 'COMPLETED' | 'REFUNDED' | 'PARTIALLY_REFUNDED' | 'REVERSED';
  refunded: number;
  /** Of the dispute about it that is open. */
  disputeId?: string | null;
}

/** How a dispute ends: for whom, and what its payer keeps of the payment all the same. */
export interface StandInOutcome {
  readonly code: 'RESOLVED_SELLER_FAVOUR' | 'RESOLVED_BUYER_FAVOUR' | 'CANCELED_BY_BUYER';
  readonly refunded?: number;
}

export interface StandInDispute {
  readonly id: string;
  readonly saleId: string;
  /** Null: it is open. */
  readonly outcome: StandInOutcome | null;
}

export type StandInStatus = 'APPROVAL_PENDING' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED' | 'EXPIRED';

/** A page on which its payer may agree to a plan. */
export interface StandInApproval {
  readonly token: string;
  readonly planId: string;
}

export interface StandInSubscription {
  readonly id: string;
  readonly accountId: string;
  readonly customId: string | null;
  readonly createdAt: Date;
  readonly startsAt: Date | null;
  isOverridden: boolean;
  readonly setupFee: number;
  readonly returnUrl: string;
  readonly cancelUrl: string;
  planId: string;
  status: StandInStatus;
  statusAt: Date;
  nextBillingAt: Date | null;
  /** What the last charge did not get. */
  owed: number;
  /** As much of it as is told. */
  outstanding: number;
  lastPayment: { readonly amount: number; readonly at: Date } | null;
  lastFailure: { readonly amount: number; readonly at: Date; readonly retryAt: Date | null } | null;
  triesLeft: number;
  /** What its payer is asked to agree to; null: nothing. */
  asked: StandInApproval | null;
  /** Pages to which somebody was led before it: they can be agreed to as well. */
  askedBefore?: readonly StandInApproval[];
  /** What it answered last. */
  answered: 'agreed' | 'declined' | null;
  /** Whether its payer's money is there. */
  pays: boolean;
  readonly transactions: StandInTransaction[];
}

/** Something that was told about. */
export interface StandInEvent {
  readonly accountId: string;
  readonly type: string;
  readonly at: Date;
  readonly subscription: StandInSubscription;
  readonly payment: { readonly id: string; readonly amount: number; readonly saleId: string | null; readonly state: string } | null;
  readonly dispute: StandInDispute | null;
}

export interface BooksOptions {
  readonly now: () => Date;
  /** A name that nothing else has. */
  readonly nextId: () => string;
  readonly onEvent: (event: StandInEvent) => void;
  /** Installation and first month as one payment, as some say it is. */
  readonly joinsFirstPayments?: boolean;
  /** The outstanding balance grows with the first try that fails, and not with the last. */
  readonly countsOutstandingAtOnce?: boolean;
}

const dayMs = 86_400_000;
const retryAfterMs = 5 * dayMs;
const retries = 2;
/** Of the day that a charge is due. */
const dueHour = 10;
const chargedAfterMs = 4 * 3_600_000;

export class Books {
  readonly #options: BooksOptions;
  readonly plans = new Map<string, StandInPlan>();
  readonly products = new Map<string, { readonly id: string; readonly accountId: string }>();
  readonly subscriptions = new Map<string, StandInSubscription>();

  constructor(options: BooksOptions) {
    this.#options = options;
  }

  makeProduct(accountId: string): string {
    const id = `PROD-${this.#options.nextId()}`;
    this.products.set(id, { id, accountId });
    return id;
  }

  makePlan(plan: Omit<StandInPlan, 'id' | 'isActive'>): StandInPlan {
    if (this.products.get(plan.productId)?.accountId !== plan.accountId) throw new Refused(404, 'INVALID_RESOURCE_ID');
    const made = { ...plan, id: `P-${this.#options.nextId()}`, isActive: true };
    this.plans.set(made.id, made);
    return made;
  }

  planOf(accountId: string, id: string): StandInPlan {
    const plan = this.plans.get(id);
    if (plan?.accountId !== accountId) throw new Refused(404, 'INVALID_RESOURCE_ID');
    return plan;
  }

  subscribe(
    given: Pick<StandInSubscription, 'accountId' | 'customId' | 'startsAt' | 'returnUrl' | 'cancelUrl' | 'planId'> & {
      setupFee: number | null;
    },
  ) {
    const plan = this.planOf(given.accountId, given.planId);
    if (!plan.isActive) throw new Refused(422, 'PLAN_STATUS_INVALID');
    const now = this.#options.now();
    if (given.startsAt !== null && given.startsAt <= now) throw new Refused(400, 'INVALID_PARAMETER_VALUE');
    const subscription: StandInSubscription = {
      ...given,
      id: `I-${this.#options.nextId()}`,
      isOverridden: given.setupFee !== null,
      setupFee: given.setupFee ?? plan.setupFee,
      createdAt: now,
      status: 'APPROVAL_PENDING',
      statusAt: now,
      nextBillingAt: null,
      owed: 0,
      outstanding: 0,
      lastPayment: null,
      lastFailure: null,
      triesLeft: 0,
      asked: { token: `BA-${this.#options.nextId()}`, planId: plan.id },
      answered: null,
      pays: true,
      transactions: [],
    };
    this.subscriptions.set(subscription.id, subscription);
    this.#emit('BILLING.SUBSCRIPTION.CREATED', subscription);
    return subscription;
  }

  subscriptionOf(accountId: string, id: string): StandInSubscription {
    const subscription = this.subscriptions.get(id);
    if (subscription?.accountId !== accountId) throw new Refused(404, 'INVALID_RESOURCE_ID');
    return subscription;
  }

  findAsked(token: string): { readonly subscription: StandInSubscription; readonly asked: StandInApproval } | null {
    for (const subscription of this.subscriptions.values())
      for (const asked of approvalsOf(subscription)) if (asked.token === token) return { subscription, asked };
    return null;
  }

  /** Its payer agrees: to begin, or to another plan. */
  agree(subscription: StandInSubscription, asked = subscription.asked): void {
    if (asked === null) throw new Refused(422, 'SUBSCRIPTION_STATUS_INVALID');
    this.#require(subscription, ['APPROVAL_PENDING', 'ACTIVE', 'SUSPENDED']);
    if (asked === subscription.asked) subscription.asked = null;
    subscription.askedBefore = approvalsOf(subscription).filter((one) => one !== asked && one !== subscription.asked);
    subscription.answered = 'agreed';
    if (subscription.status === 'APPROVAL_PENDING') this.#begin(subscription);
    else this.#changePlan(subscription, asked.planId);
  }

  /** Its payer does not agree now; they may be asked again, until they agree. */
  decline(subscription: StandInSubscription): void {
    subscription.answered = 'declined';
  }

  /** Its payer is led to the page once more. */
  askAgain(subscription: StandInSubscription): void {
    subscription.answered = null;
  }

  /** Its payer must agree, to a cheaper plan too; until then the old one goes on. */
  revise(subscription: StandInSubscription, planId: string): void {
    this.#require(subscription, ['ACTIVE', 'SUSPENDED']);
    const present = this.planOf(subscription.accountId, subscription.planId);
    const plan = this.planOf(subscription.accountId, planId);
    if (plan.productId !== present.productId) throw new Refused(422, 'PLAN_PRODUCT_NOT_COMPATIBLE');
    subscription.askedBefore = approvalsOf(subscription);
    subscription.asked = { token: `BA-${this.#options.nextId()}`, planId };
    subscription.answered = null;
  }

  cancel(subscription: StandInSubscription): void {
    this.#require(subscription, ['ACTIVE', 'SUSPENDED']);
    subscription.nextBillingAt = null;
    this.#enter(subscription, 'CANCELLED');
  }

  suspend(subscription: StandInSubscription): void {
    this.#require(subscription, ['ACTIVE']);
    this.#enter(subscription, 'SUSPENDED');
  }

  activate(subscription: StandInSubscription): void {
    this.#require(subscription, ['SUSPENDED']);
    if (subscription.outstanding > 0) throw new Refused(422, 'SUBSCRIPTION_CANNOT_BE_ACTIVATED');
    this.#enter(subscription, 'ACTIVE');
  }

  /** Charges what stands out. One that was suspended for it lives again. */
  capture(subscription: StandInSubscription, amount: number): void {
    this.#require(subscription, ['ACTIVE', 'SUSPENDED', 'EXPIRED']);
    if (subscription.outstanding === 0) throw new Refused(422, 'ZERO_OUTSTANDING_BALANCE');
    if (amount > subscription.outstanding) throw new Refused(422, 'AMOUNT_GREATER_THAN_OUTSTANDING_BALANCE');
    if (!subscription.pays) throw new Refused(422, 'SUBSCRIBER_ACCOUNT_RESTRICTED');
    subscription.owed -= amount;
    subscription.outstanding -= amount;
    this.#pay(subscription, amount);
    if (subscription.outstanding > 0) return;
    subscription.triesLeft = 0;
    if (subscription.status === 'SUSPENDED') this.#enter(subscription, 'ACTIVE');
  }

  /** Gives back a payment or a part of it. */
  refund(subscription: StandInSubscription, transactionId: string, amount: number): void {
    const sale = this.#saleOf(subscription, transactionId);
    if (amount <= 0 || sale.refunded + amount > sale.amount) throw new Refused(422, 'INVALID_PARAMETER_VALUE');
    sale.refunded += amount;
    sale.status = sale.refunded === sale.amount ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
    const payment = { id: `R-${this.#options.nextId()}`, amount: -amount, saleId: sale.id, state: 'completed' };
    this.#emit('PAYMENT.SALE.REFUNDED', subscription, { payment });
  }

  /** The payer’s bank takes a payment back. */
  reverse(subscription: StandInSubscription, transactionId: string): void {
    const sale = this.#saleOf(subscription, transactionId);
    sale.status = 'REVERSED';
    const payment = { id: `R-${this.#options.nextId()}`, amount: -(sale.amount - sale.refunded), saleId: sale.id, state: 'completed' };
    this.#emit('PAYMENT.SALE.REVERSED', subscription, { payment });
  }

  /** Its payer says that it is none of theirs, or not what they paid for. No money moves yet. */
  dispute(subscription: StandInSubscription, transactionId: string): void {
    const sale = this.#saleOf(subscription, transactionId);
    sale.disputeId = `PP-D-${this.#options.nextId()}`;
    this.#emit('CUSTOMER.DISPUTE.CREATED', subscription, { dispute: { id: sale.disputeId, saleId: sale.id, outcome: null } });
  }

  /** The dispute ends, and what a bank took comes back but for what the payer keeps. Nothing else tells of that money. */
  resolve(subscription: StandInSubscription, transactionId: string, outcome: StandInOutcome): void {
    const sale = this.#saleOf(subscription, transactionId);
    if (sale.disputeId == null) throw new Refused(404, 'INVALID_RESOURCE_ID');
    const dispute = { id: sale.disputeId, saleId: sale.id, outcome };
    sale.disputeId = null;
    const comesBack = outcome.code !== 'RESOLVED_BUYER_FAVOUR' || outcome.refunded !== undefined;
    if (sale.status === 'REVERSED' && comesBack) {
      sale.refunded += outcome.refunded ?? 0;
      sale.status = sale.refunded === 0 ? 'COMPLETED' : sale.refunded < sale.amount ? 'PARTIALLY_REFUNDED' : 'REFUNDED';
    }
    this.#emit('CUSTOMER.DISPUTE.RESOLVED', subscription, { dispute });
  }

  /** What this account has of its payers. */
  balanceOf(accountId: string): number {
    const sales = [...this.subscriptions.values()]
      .filter((given) => given.accountId === accountId)
      .flatMap(({ transactions }) => transactions);
    return sales.reduce((total, { amount, refunded, status }) => total + (status === 'REVERSED' ? 0 : amount - refunded), 0);
  }

  /** When something is to be charged next; null: never. */
  nextDue(): Date | null {
    const dues = [...this.subscriptions.values()].flatMap((given) => dueOf(given) ?? []);
    return dues.length === 0 ? null : new Date(Math.min(...dues.map((due) => due.getTime())));
  }

  /** Charges what is due. */
  chargeDue(): void {
    for (const subscription of this.subscriptions.values()) {
      const due = dueOf(subscription);
      if (due === null || due > this.#options.now()) continue;
      if (subscription.lastFailure?.retryAt != null && subscription.triesLeft > 0) this.#retry(subscription);
      else this.#chargeMonth(subscription);
    }
  }

  #begin(subscription: StandInSubscription): void {
    const now = this.#options.now();
    const { price } = this.planOf(subscription.accountId, subscription.planId);
    const { startsAt, setupFee } = subscription;
    if (startsAt === null && !subscription.pays) {
      this.#emit('BILLING.SUBSCRIPTION.PAYMENT.FAILED', subscription);
      this.#enter(subscription, 'CANCELLED');
      return;
    }
    subscription.nextBillingAt = startsAt === null ? monthAfter(atDueHour(now)) : atDueHour(startsAt);
    this.#enter(subscription, 'ACTIVE', 'BILLING.SUBSCRIPTION.ACTIVATED');
    if (startsAt !== null) {
      if (setupFee > 0) this.#pay(subscription, setupFee);
    } else if (this.#options.joinsFirstPayments) this.#pay(subscription, setupFee + price);
    else {
      if (setupFee > 0) this.#pay(subscription, setupFee);
      this.#pay(subscription, price);
    }
  }

  #changePlan(subscription: StandInSubscription, planId: string): void {
    subscription.planId = planId;
    subscription.isOverridden = false;
    this.#emit('BILLING.SUBSCRIPTION.UPDATED', subscription);
  }

  #chargeMonth(subscription: StandInSubscription): void {
    const { price } = this.planOf(subscription.accountId, subscription.planId);
    subscription.nextBillingAt = monthAfter(subscription.nextBillingAt ?? this.#options.now());
    subscription.triesLeft = retries;
    subscription.owed += price;
    this.#collect(subscription);
  }

  #retry(subscription: StandInSubscription): void {
    subscription.triesLeft -= 1;
    this.#collect(subscription);
  }

  #collect(subscription: StandInSubscription): void {
    const amount = subscription.owed;
    if (subscription.pays) {
      subscription.owed = 0;
      subscription.outstanding = 0;
      subscription.triesLeft = 0;
      this.#pay(subscription, amount);
      return;
    }
    const at = this.#options.now();
    const retryAt = subscription.triesLeft > 0 ? new Date(at.getTime() + retryAfterMs) : null;
    subscription.lastFailure = { amount, at, retryAt };
    if (retryAt === null || this.#options.countsOutstandingAtOnce) subscription.outstanding = amount;
    this.#emit('BILLING.SUBSCRIPTION.PAYMENT.FAILED', subscription);
    if (retryAt === null) this.#enter(subscription, 'SUSPENDED');
  }

  #pay(subscription: StandInSubscription, amount: number): void {
    const at = this.#options.now();
    const sale: StandInTransaction = { id: this.#options.nextId(), at, amount, status: 'COMPLETED', refunded: 0 };
    subscription.transactions.push(sale);
    subscription.lastPayment = { amount, at };
    this.#emit('PAYMENT.SALE.COMPLETED', subscription, { payment: { id: sale.id, amount, saleId: null, state: 'completed' } });
  }

  #saleOf(subscription: StandInSubscription, id: string): StandInTransaction {
    const sale = subscription.transactions.find((given) => given.id === id);
    if (!sale) throw new Refused(404, 'INVALID_RESOURCE_ID');
    return sale;
  }

  #require(subscription: StandInSubscription, statuses: readonly StandInStatus[]): void {
    if (!statuses.includes(subscription.status)) throw new Refused(422, 'SUBSCRIPTION_STATUS_INVALID');
  }

  #enter(subscription: StandInSubscription, status: StandInStatus, event = endings[status]): void {
    subscription.status = status;
    subscription.statusAt = this.#options.now();
    if (status !== 'ACTIVE') subscription.triesLeft = 0;
    this.#emit(event, subscription);
  }

  #emit(type: string, subscription: StandInSubscription, about: Partial<Pick<StandInEvent, 'payment' | 'dispute'>> = {}): void {
    const { accountId } = subscription;
    this.#options.onEvent({
      accountId,
      type,
      at: this.#options.now(),
      subscription: { ...subscription },
      payment: null,
      dispute: null,
      ...about,
    });
  }
}

const endings: Readonly<Record<StandInStatus, string>> = {
  APPROVAL_PENDING: 'BILLING.SUBSCRIPTION.CREATED',
  ACTIVE: 'BILLING.SUBSCRIPTION.RE-ACTIVATED',
  SUSPENDED: 'BILLING.SUBSCRIPTION.SUSPENDED',
  CANCELLED: 'BILLING.SUBSCRIPTION.CANCELLED',
  EXPIRED: 'BILLING.SUBSCRIPTION.EXPIRED',
};

/** All that are open, the newest last. */
const approvalsOf = ({ asked, askedBefore = [] }: StandInSubscription): readonly StandInApproval[] =>
  asked === null ? askedBefore : [...askedBefore, asked];

function dueOf({ status, nextBillingAt, triesLeft, lastFailure }: StandInSubscription): Date | null {
  if (status !== 'ACTIVE') return null;
  if (triesLeft > 0 && lastFailure !== null) return lastFailure.retryAt;
  return nextBillingAt && new Date(nextBillingAt.getTime() + chargedAfterMs);
}

const atDueHour = (moment: Date): Date => new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate(), dueHour));

/** A day that the next month lacks moves on to the first of the month after it, and stays there. */
function monthAfter(moment: Date): Date {
  const year = moment.getUTCFullYear();
  const month = moment.getUTCMonth() + 1;
  const day = moment.getUTCDate();
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return day > lastDay ? new Date(Date.UTC(year, month + 1, 1, dueHour)) : new Date(Date.UTC(year, month, day, dueHour));
}
