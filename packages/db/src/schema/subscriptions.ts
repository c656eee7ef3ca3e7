import type {
  CheckoutPurpose,
  CheckoutTerms,
  PaypalEnvironment,
  PlanFeature,
  PlanOption,
  SubscriptionSource,
  SubscriptionState,
} from '@tenbin/billing';
import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { CheckoutOutcome } from '../billing/checkouts.ts';
import type { StoredStatus } from '../billing/stored-status.ts';
import type { Sealed } from '../seal/sealed.ts';
import { decimal, moment, organizationId, yen } from './columns.ts';
import { organizations } from './organizations.ts';
import { ofOwnOrganization } from './tenancy.ts';
import { users } from './users.ts';

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
    environment: text('environment').$type<PaypalEnvironment>().notNull(),
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
      .on(table.organizationId, table.planId, table.userId, table.periodStart)
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
