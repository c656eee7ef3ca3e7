import type {
  BillFacts,
  BillIssue,
  BillIssuer,
  BillingStatus,
  BillLine,
  BillTotals,
  CheckoutPurpose,
  CheckoutTerms,
  OrganizationPlanName,
  PaymentResult,
  PaymentType,
  PlanFeature,
  PlanOption,
  SubscriptionSource,
  SubscriptionState,
  Yen,
} from '@tenbin/billing';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { CheckoutOutcome } from '../billing/checkouts.ts';
import type { StoredStatus } from '../billing/stored-status.ts';
import type { Sealed } from '../seal/sealed.ts';
import { decimal, moment, organizationId } from './columns.ts';
import { organizations } from './organizations.ts';
import { ofOwnOrganization } from './tenancy.ts';
import { users } from './users.ts';

const yen = (name: string) => integer(name).$type<Yen>();

/** Versions of plans. What they say never changes: a tenant may not even write it (see the migration). */
export const userPlans = pgTable(
  'user_plans',
  {
    organizationId: organizationId().references(() => organizations.id),
    id: uuid('id').notNull(),
    seriesId: uuid('series_id').notNull(),
    version: integer('version').notNull(),
    name: text('name').notNull(),
    tradingLimit: decimal('trading_limit'),
    expirationDate: moment('expiration_date'),
    monthlyPrice: yen('monthly_price').notNull(),
    initialInstallationCost: yen('initial_installation_cost').notNull(),
    selectableExchanges: text('selectable_exchanges').array().notNull(),
    availablePlanFeatures: text('available_plan_features').array().$type<PlanFeature[]>().notNull(),
    availablePlanOptions: text('available_plan_options').array().$type<PlanOption[]>().notNull(),
    paypalPlanId: text('paypal_plan_id'),
    createdAt: moment('created_at').notNull(),
    replacedAt: moment('replaced_at'),
    archivedAt: moment('archived_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('user_plans_version').on(table.organizationId, table.seriesId, table.version),
    ofOwnOrganization(table.organizationId),
  ],
);

/** A code belongs to a series of plans for good; one of them at a time counts. */
export const campaignCodes = pgTable(
  'campaign_codes',
  {
    organizationId: organizationId().references(() => organizations.id),
    code: text('code').notNull(),
    seriesId: uuid('series_id').notNull(),
    expiresAt: moment('expires_at'),
    affiliateOnly: boolean('affiliate_only').notNull(),
    createdAt: moment('created_at').notNull(),
    /** Its plan has another code, or none, from then on. */
    retiredAt: moment('retired_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.code] }),
    uniqueIndex('campaign_codes_in_force').on(table.organizationId, table.seriesId).where(sql`retired_at is null`),
    ofOwnOrganization(table.organizationId),
  ],
);

/** Who entered which code. */
export const campaignRedemptions = pgTable(
  'campaign_redemptions',
  {
    organizationId: organizationId(),
    userId: uuid('user_id').notNull(),
    code: text('code').notNull(),
    redeemedAt: moment('redeemed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId, table.code] }),
    index('campaign_redemptions_code').on(table.organizationId, table.code),
    foreignKey({
      name: 'campaign_redemptions_user',
      columns: [table.organizationId, table.userId],
      foreignColumns: [users.organizationId, users.id],
    }),
    foreignKey({
      name: 'campaign_redemptions_code_fk',
      columns: [table.organizationId, table.code],
      foreignColumns: [campaignCodes.organizationId, campaignCodes.code],
    }),
    ofOwnOrganization(table.organizationId),
  ],
);

/** An organization's account at PayPal. One is in use; those before it stay until their last subscription has ended. */
export const paypalAccounts = pgTable(
  'paypal_accounts',
  {
    organizationId: organizationId().references(() => organizations.id),
    id: uuid('id').notNull(),
    environment: text('environment').$type<'live' | 'sandbox'>().notNull(),
    clientId: text('client_id').notNull(),
    sealed: text('sealed').$type<Sealed>().notNull(),
    /** Of all its plans; null until one was made. */
    productId: text('product_id'),
    /** Signatures carry it; null until it was made. */
    webhookId: text('webhook_id'),
    /** Events that it told until then are here, whether they were delivered or not. */
    eventsUntil: moment('events_until'),
    createdAt: moment('created_at').notNull(),
    replacedAt: moment('replaced_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('paypal_accounts_in_use').on(table.organizationId).where(sql`replaced_at is null`),
    ofOwnOrganization(table.organizationId),
  ],
);

export const subscriptions = pgTable(
  'subscriptions',
  {
    organizationId: organizationId(),
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull(),
    source: text('source').$type<SubscriptionSource>().notNull(),
    planId: uuid('plan_id').notNull(),
    nextPlanId: uuid('next_plan_id'),
    paidPlanId: uuid('paid_plan_id'),
    /** The kind of `status`, for conditions. */
    state: text('state').$type<SubscriptionState>().notNull(),
    status: jsonb('status').$type<StoredStatus>().notNull(),
    paypalAccountId: uuid('paypal_account_id'),
    paypalSubscriptionId: text('paypal_subscription_id'),
    periodStart: moment('period_start'),
    periodEnd: moment('period_end'),
    anchorDay: integer('anchor_day'),
    paidAt: moment('paid_at'),
    reversedAt: moment('reversed_at'),
    owedUpgradePrice: yen('owed_upgrade_price'),
    startedAt: moment('started_at'),
    expiresAt: moment('expires_at'),
    /** When it is looked at next, also where no event of it arrives. */
    reconcileAt: moment('reconcile_at').notNull().default(sql`'epoch'`),
    /** The beginning of the latest period in which its user was notified that the trading limit is near. */
    nearLimitNotifiedOf: moment('near_limit_notified_of'),
    /** When its user's bots were stopped at the trading limit; null once they were notified that they may start again. */
    stoppedAtLimit: moment('stopped_at_limit'),
    /** Grows with every change: who writes what they read before another's change is refused. */
    revision: integer('revision').notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('subscriptions_one_running').on(table.organizationId, table.userId).where(sql`state not in ('cancelled', 'expired')`),
    unique('subscriptions_paypal').on(table.organizationId, table.paypalSubscriptionId),
    index('subscriptions_user').on(table.organizationId, table.userId, table.createdAt),
    index('subscriptions_by_plan')
      .on(table.organizationId, table.planId, table.createdAt, table.id)
      .where(sql`state not in ('cancelled', 'expired')`),
    index('subscriptions_coming').on(table.organizationId, table.nextPlanId).where(sql`next_plan_id is not null`),
    index('subscriptions_at_limit').on(table.organizationId).where(sql`stopped_at_limit is not null`),
    // How many there were on each day: most have no end.
    index('subscriptions_endless').on(table.organizationId, table.startedAt).where(sql`state = 'active' and expires_at is null`),
    index('subscriptions_ending').on(table.organizationId).where(sql`state not in ('active', 'approvalPending') or expires_at is not null`),
    index('subscriptions_unpaid').on(table.organizationId, table.userId).where(sql`state in ('paymentFailed', 'suspended')`),
    index('subscriptions_limits')
      .on(table.organizationId, table.userId, table.periodStart, table.planId)
      .where(sql`state not in ('cancelled', 'expired')`),
    index('subscriptions_running').on(table.organizationId, table.reconcileAt).where(sql`state not in ('cancelled', 'expired')`),
    foreignKey({
      name: 'subscriptions_user_fk',
      columns: [table.organizationId, table.userId],
      foreignColumns: [users.organizationId, users.id],
    }),
    foreignKey({
      name: 'subscriptions_plan',
      columns: [table.organizationId, table.planId],
      foreignColumns: [userPlans.organizationId, userPlans.id],
    }),
    foreignKey({
      name: 'subscriptions_next_plan',
      columns: [table.organizationId, table.nextPlanId],
      foreignColumns: [userPlans.organizationId, userPlans.id],
    }),
    foreignKey({
      name: 'subscriptions_paid_plan',
      columns: [table.organizationId, table.paidPlanId],
      foreignColumns: [userPlans.organizationId, userPlans.id],
    }),
    foreignKey({
      name: 'subscriptions_paypal_account',
      columns: [table.organizationId, table.paypalAccountId],
      foreignColumns: [paypalAccounts.organizationId, paypalAccounts.id],
    }),
    ofOwnOrganization(table.organizationId),
  ],
);

/** Purchases that wait for their payer. */
export const checkouts = pgTable(
  'checkouts',
  {
    organizationId: organizationId(),
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull(),
    planId: uuid('plan_id').notNull(),
    purpose: text('purpose').$type<CheckoutPurpose>().notNull(),
    /** What was shown, and agreed to. */
    terms: jsonb('terms').$type<CheckoutTerms>().notNull(),
    paypalAccountId: uuid('paypal_account_id').notNull(),
    /** Null until PayPal has made it. */
    paypalSubscriptionId: text('paypal_subscription_id'),
    approveUrl: text('approve_url'),
    createdAt: moment('created_at').notNull(),
    endedAt: moment('ended_at'),
    outcome: text('outcome').$type<CheckoutOutcome>(),
    /** When it is tried again to give it up. */
    retryAt: moment('retry_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('checkouts_one_open').on(table.organizationId, table.userId).where(sql`ended_at is null`),
    index('checkouts_paypal').on(table.organizationId, table.paypalSubscriptionId),
    foreignKey({ name: 'checkouts_user', columns: [table.organizationId, table.userId], foreignColumns: [users.organizationId, users.id] }),
    foreignKey({
      name: 'checkouts_plan',
      columns: [table.organizationId, table.planId],
      foreignColumns: [userPlans.organizationId, userPlans.id],
    }),
    foreignKey({
      name: 'checkouts_paypal_account',
      columns: [table.organizationId, table.paypalAccountId],
      foreignColumns: [paypalAccounts.organizationId, paypalAccounts.id],
    }),
    ofOwnOrganization(table.organizationId),
  ],
);

/** Facts about payments, only added to: a trigger refuses every change, whoever asks. */
export const paymentRecords = pgTable(
  'payment_records',
  {
    organizationId: organizationId().references(() => organizations.id),
    /** See `factKey`. */
    factKey: text('fact_key').notNull(),
    number: bigint('number', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    key: text('key').notNull(),
    at: moment('at').notNull(),
    /** Null: of nobody that we know. */
    userId: uuid('user_id'),
    subscriptionId: uuid('subscription_id'),
    paypalSubscriptionId: text('paypal_subscription_id'),
    planName: text('plan_name').notNull(),
    campaignCode: text('campaign_code'),
    payment: yen('payment').notNull(),
    type: text('type').$type<PaymentType>().notNull(),
    result: text('result').$type<PaymentResult>().notNull(),
    refundOf: text('refund_of'),
    isUnexpected: boolean('is_unexpected').notNull(),
    recordedAt: moment('recorded_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.factKey] }),
    index('payment_records_user').on(table.organizationId, table.userId, table.at),
    index('payment_records_key').on(table.organizationId, table.key),
    index('payment_records_time').on(table.organizationId, table.at),
    index('payment_records_back')
      .on(table.organizationId, table.key)
      .where(sql`type = 'REFUND' or result in ('PARTIALLY_REFUNDED', 'REFUNDED', 'REVERSED')`),
    ofOwnOrganization(table.organizationId),
  ],
);

/**
 * How each payment stands, by its newest fact: all that lists and counts of payments are filtered and ordered by. A trigger
 * keeps it (see the migration `payment_standings`).
 */
export const paymentStandings = pgTable(
  'payment_standings',
  {
    organizationId: organizationId(),
    key: text('key').notNull(),
    factKey: text('fact_key').notNull(),
    at: moment('at').notNull(),
    userId: uuid('user_id'),
    subscriptionId: uuid('subscription_id'),
    planName: text('plan_name').notNull(),
    payment: yen('payment').notNull(),
    type: text('type').$type<PaymentType>().notNull(),
    result: text('result').$type<PaymentResult>().notNull(),
    isUnexpected: boolean('is_unexpected').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.key] }),
    // Pages of any depth are counted off in it, whatever they are filtered by.
    index('payment_standings_time').on(
      table.organizationId,
      table.at,
      table.key,
      table.factKey,
      table.type,
      table.result,
      table.isUnexpected,
    ),
    index('payment_standings_user').on(table.organizationId, table.userId),
    index('payment_standings_missing')
      .on(table.organizationId, table.subscriptionId, table.at, table.key, table.result)
      .where(sql`result in ('FAILED', 'REVERSED')`),
    ofOwnOrganization(table.organizationId),
  ],
);

/**
 * How many payments of a day (UTC) stand alike, and how much they are together: what is counted and added up of payments is
 * taken from here. A trigger keeps it in the transaction of each fact (see the migration `day_counts`).
 */
export const paymentDays = pgTable(
  'payment_days',
  {
    organizationId: organizationId(),
    day: date('day').notNull(),
    planName: text('plan_name').notNull(),
    type: text('type').$type<PaymentType>().notNull(),
    result: text('result').$type<PaymentResult>().notNull(),
    isUnexpected: boolean('is_unexpected').notNull(),
    count: integer('count').notNull(),
    payment: bigint('payment', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({
      name: 'payment_days_pk',
      columns: [table.organizationId, table.day, table.planName, table.type, table.result, table.isUnexpected],
    }),
    ofOwnOrganization(table.organizationId),
  ],
);

/** Genuine webhooks as they came, each once, until they were applied and a while longer. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    organizationId: organizationId().references(() => organizations.id),
    /** The provider's. */
    id: text('id').notNull(),
    type: text('type').notNull(),
    paypalSubscriptionId: text('paypal_subscription_id'),
    body: text('body').notNull(),
    receivedAt: moment('received_at').notNull(),
    /** When it is to be applied: later than it came where that failed. */
    dueAt: moment('due_at').notNull(),
    appliedAt: moment('applied_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('webhook_events_due').on(table.organizationId, table.dueAt).where(sql`applied_at is null`),
    index('webhook_events_time').on(table.receivedAt),
    ofOwnOrganization(table.organizationId),
  ],
);

/** What the platform offers to organizations: not a tenant's. */
export const organizationPlans = pgTable('organization_plans', {
  id: uuid('id').primaryKey(),
  name: text('name').$type<OrganizationPlanName>().notNull().unique(),
  /** In the order of a list. */
  place: integer('place').notNull(),
  monthlyPrice: yen('monthly_price').notNull(),
  pricePerUser: yen('price_per_user').notNull(),
  basisPoints: decimal('basis_points').notNull(),
  features: text('features').array().$type<PlanFeature[]>().notNull(),
});

/** Features and options of those plans, each with its price. */
export const planItems = pgTable(
  'plan_items',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<'feature' | 'option'>().notNull(),
    name: text('name').$type<PlanFeature | PlanOption>().notNull(),
    place: integer('place').notNull(),
    monthlyPrice: yen('monthly_price').notNull(),
  },
  (table) => [unique('plan_items_name').on(table.kind, table.name)],
);

/** What the platform's bills are written with: not a tenant's. */
export const billIssuers = pgTable('bill_issuers', {
  /** There is one. */
  id: integer('id').primaryKey().default(1),
  issuer: jsonb('issuer').$type<BillIssuer>().notNull(),
});

/** By month ('yyyy/mm') what a dollar of volume is billed at. */
export const usdRates = pgTable('usd_rates', {
  month: text('month').primaryKey(),
  yenPerUsd: decimal('yen_per_usd').notNull(),
  source: text('source').notNull(),
  date: text('date').notNull(),
});

/** What an organization owes for a month. One that is issued never changes but by being paid: a trigger holds that. */
export const organizationBills = pgTable(
  'organization_bills',
  {
    organizationId: organizationId().references(() => organizations.id),
    id: uuid('id').notNull(),
    month: text('month').notNull(),
    /** Null before it is issued. Numbers of all organizations have no gap. */
    number: integer('number').unique('organization_bills_number'),
    facts: jsonb('facts').$type<BillFacts>().notNull(),
    lines: jsonb('lines').$type<readonly BillLine[]>().notNull(),
    totals: jsonb('totals').$type<BillTotals>().notNull(),
    issue: jsonb('issue').$type<Omit<BillIssue, 'number' | 'at'>>(),
    issuedAt: moment('issued_at'),
    /** The bill that this one puts right. */
    corrects: uuid('corrects'),
    status: text('status').$type<BillingStatus>().notNull(),
    paidAt: moment('paid_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('organization_bills_issued').on(table.organizationId, table.number),
    check('organization_bills_issue', sql`(number is null) = (issue is null) and (number is null) = (issued_at is null)`),
    foreignKey({
      name: 'organization_bills_corrects',
      columns: [table.organizationId, table.corrects],
      foreignColumns: [table.organizationId, table.id],
    }),
    ofOwnOrganization(table.organizationId),
  ],
);
