import type { PaymentResult, PaymentType } from '@tenbin/billing';
import { sql } from 'drizzle-orm';
import { bigint, boolean, date, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment, organizationId, yen } from './columns.ts';
import { organizations } from './organizations.ts';
import { ofOwnOrganization } from './tenancy.ts';
import { users } from './users.ts';

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
    isReversal: boolean('is_reversal').notNull().default(false),
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
      .where(sql`type = 'REFUND' or result in ('PARTIALLY_REFUNDED', 'REFUNDED', 'REVERSED', 'REINSTATED')`),
    index('payment_records_refund').on(table.organizationId, table.refundOf).where(sql`refund_of is not null`),
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
    /** Of its user as long as they are there, wherever they move. */
    emailKey: text('email_key'),
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
      table.emailKey,
    ),
    index('payment_standings_user').on(table.organizationId, table.userId),
    index('payment_standings_missing')
      .on(table.organizationId, table.subscriptionId, table.at, table.key, table.result)
      .where(sql`result in ('FAILED', 'REVERSED')`),
    foreignKey({
      name: 'payment_standings_address',
      columns: [table.organizationId, table.userId, table.emailKey],
      foreignColumns: [users.organizationId, users.id, users.emailKey],
    }).onUpdate('cascade'),
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
    index('webhook_events_disputes').on(table.organizationId).where(sql`type = 'CUSTOMER.DISPUTE.RESOLVED'`),
    ofOwnOrganization(table.organizationId),
  ],
);
