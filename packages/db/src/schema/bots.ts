import type { BotPhase, BotType, CourseType, DuringStop, Reason, StopCause, StopOutcome, StopScope, StoredLedger } from '@tenbin/bots';
import type { PairName } from '@tenbin/market';
import type { StrategySettings } from '@tenbin/strategy';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  doublePrecision,
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
import type { CourseBackTest, InBothLanguages } from '../bots/bot-courses.ts';
import type { StoredMessage, StoredPhase, StoredReceipt } from '../bots/stored-phase.ts';
import { decimal, moment, organizationId } from './columns.ts';
import { exchangeAccounts } from './exchange-accounts.ts';
import { subAccounts } from './ledger.ts';
import { organizations } from './organizations.ts';
import { ofOwnOrganization, ofUserOrPlatform } from './tenancy.ts';
import { users } from './users.ts';

export const botCourses = pgTable(
  'bot_courses',
  {
    organizationId: organizationId().references(() => organizations.id),
    id: uuid('id').notNull(),
    type: text('type').$type<CourseType>().notNull(),
    title: jsonb('title').$type<InBothLanguages>().notNull(),
    description: jsonb('description').$type<InBothLanguages>().notNull(),
    strategy: jsonb('strategy').$type<StrategySettings>().notNull(),
    backTest: jsonb('back_test').$type<CourseBackTest>(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('bot_courses_type').on(table.organizationId, table.type),
    ofOwnOrganization(table.organizationId),
  ],
);

export const bots = pgTable(
  'bots',
  {
    organizationId: organizationId(),
    id: uuid('id').notNull(),
    /** Null: the platform's own. */
    userId: uuid('user_id'),
    exchangeAccountId: uuid('exchange_account_id').notNull(),
    /** What of its exchange account's wallet is its own. */
    subAccountId: uuid('sub_account_id').notNull(),
    botNumber: bigint('bot_number', { mode: 'number' }).notNull().unique(),
    name: text('name').notNull(),
    /** What it trades, and how. */
    strategy: jsonb('strategy').$type<StrategySettings>().notNull(),
    type: text('type').$type<BotType>().notNull(),
    courseId: uuid('course_id'),
    autoRebalance: boolean('auto_rebalance').notNull(),
    autoActivation: boolean('auto_activation').notNull(),
    /** Its orders only rest: one that would take from the book is refused by the exchange. */
    postOnly: boolean('post_only').notNull().default(true),
    active: boolean('active').notNull(),
    /** The rebalance that is requested or under way. */
    rebalanceId: uuid('rebalance_id'),
    requestedBy: text('requested_by'),
    requestedAt: moment('requested_at'),
    /** Why it is not wanted to run any more, and since when; null while it is, and before it ever was. Kept by a trigger. */
    stopCause: text('stop_cause').$type<StopCause>(),
    stoppedAt: moment('stopped_at'),
    /** Who forces the stop that lasts, and since when; gone with its end. */
    forcedBy: text('forced_by'),
    forcedAt: moment('forced_at'),
    /** The kind of `phase`, for conditions. */
    state: text('state').$type<BotPhase['kind']>().notNull(),
    phase: jsonb('phase').$type<StoredPhase>().notNull(),
    duringStop: jsonb('during_stop').$type<DuringStop>().notNull(),
    /** Null before the first start. */
    ledger: jsonb('ledger').$type<StoredLedger>(),
    firstStartedAt: moment('first_started_at'),
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    /** The last step of its journal. */
    lastStep: uuid('last_step'),
    cursors: jsonb('cursors').$type<Readonly<Record<PairName, string>>>().notNull(),
    /** The database was restored: what was done since then may be missing. Null: nothing is. */
    recoverSince: moment('recover_since'),
    messages: jsonb('messages').$type<readonly StoredMessage[]>().notNull(),
    warnings: jsonb('warnings').$type<readonly Reason[]>().notNull(),
    /** Totals of the latest contract record. */
    executionCount: integer('execution_count').notNull(),
    basisPoint: doublePrecision('basis_point').notNull(),
    volume: decimal('volume').notNull(),
    lastRecordAt: moment('last_record_at'),
    /** The month (UTC) of its latest record, and what it had traded before that and before the month before it. Kept by a trigger. */
    volumeMonth: date('volume_month'),
    volumeBefore: decimal('volume_before'),
    volumeBeforeLast: decimal('volume_before_last'),
    /** Where its user's payment period began when it last traded, and what it had traded before. Kept by a trigger. */
    volumePeriod: moment('volume_period'),
    volumeBeforePeriod: decimal('volume_before_period'),
    lastFillAt: moment('last_fill_at'),
    openOrderCount: integer('open_order_count').notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    deletedAt: moment('deleted_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('bots_user').on(table.organizationId, table.userId, table.id),
    index('bots_account').on(table.organizationId, table.exchangeAccountId),
    index('bots_to_run')
      .on(table.organizationId, table.exchangeAccountId)
      .where(sql`deleted_at is null and (active or state <> 'stopped' or rebalance_id is not null)`),
    // A virtual account has one of each kind; where its strategy is `isPerPair`, one for each pair: a test holds the list to that.
    uniqueIndex('bots_of_virtual_account')
      .on(
        table.organizationId,
        table.subAccountId,
        sql`(strategy ->> 'kind')`,
        sql`(case strategy ->> 'kind' when 'balancing' then '' else coalesce(strategy -> 'pairs' ->> 0, '') end)`,
      )
      .where(sql`deleted_at is null and user_id is null`),
    index('bots_standing')
      .on(table.organizationId, table.state, table.stopCause, table.stoppedAt, table.active, table.rebalanceId)
      .where(sql`deleted_at is null and user_id is not null`),
    index('bots_running')
      .on(table.organizationId, table.id)
      .where(sql`deleted_at is null and user_id is not null and active and rebalance_id is null`),
    foreignKey({ name: 'bots_user_fk', columns: [table.organizationId, table.userId], foreignColumns: [users.organizationId, users.id] }),
    foreignKey({
      name: 'bots_account_fk',
      columns: [table.organizationId, table.exchangeAccountId],
      foreignColumns: [exchangeAccounts.organizationId, exchangeAccounts.id],
    }),
    foreignKey({
      name: 'bots_sub_account_fk',
      columns: [table.organizationId, table.subAccountId],
      foreignColumns: [subAccounts.organizationId, subAccounts.id],
    }),
    ofUserOrPlatform('bots_owner', table),
    ofOwnOrganization(table.organizationId),
  ],
);

export const stopReceipts = pgTable(
  'stop_receipts',
  {
    organizationId: organizationId(),
    id: uuid('id').notNull(),
    botId: uuid('bot_id').notNull(),
    receipt: jsonb('receipt').$type<StoredReceipt>().notNull(),
    /** When the stop ended; forced or confirmed, the receipt says. */
    confirmedAt: moment('confirmed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('stop_receipts_bot').on(table.organizationId, table.botId, table.confirmedAt),
    foreignKey({
      name: 'stop_receipts_bot_fk',
      columns: [table.organizationId, table.botId],
      foreignColumns: [bots.organizationId, bots.id],
    }),
    ofOwnOrganization(table.organizationId),
  ],
);

/** A stop of a scope. One of the platform has a row with the same id in every organization and for the platform's own bots. */
export const stops = pgTable(
  'stops',
  {
    organizationId: organizationId(),
    id: uuid('id').notNull(),
    scope: text('scope').$type<StopScope>().notNull(),
    /** The bot or the user; null where the scope is everything. */
    subjectId: uuid('subject_id'),
    by: text('by').notNull(),
    askedAt: moment('asked_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('stops_id').on(table.id),
    ofOwnOrganization(table.organizationId),
  ],
);

/** What became of each bot of a stop. */
export const stopBots = pgTable(
  'stop_bots',
  {
    organizationId: organizationId(),
    stopId: uuid('stop_id').notNull(),
    botId: uuid('bot_id').notNull(),
    /** Null while it is stopping. */
    outcome: text('outcome').$type<StopOutcome>(),
    endedAt: moment('ended_at'),
    /** Null where there was nothing to cancel, or the exchange could not be asked. */
    receiptId: uuid('receipt_id'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.stopId, table.botId] }),
    index('stop_bots_waiting').on(table.organizationId, table.botId).where(sql`outcome is null`),
    foreignKey({
      name: 'stop_bots_stop_fk',
      columns: [table.organizationId, table.stopId],
      foreignColumns: [stops.organizationId, stops.id],
    }),
    foreignKey({
      name: 'stop_bots_bot_fk',
      columns: [table.organizationId, table.botId],
      foreignColumns: [bots.organizationId, bots.id],
    }),
    foreignKey({
      name: 'stop_bots_receipt_fk',
      columns: [table.organizationId, table.receiptId],
      foreignColumns: [stopReceipts.organizationId, stopReceipts.id],
    }),
    ofOwnOrganization(table.organizationId),
  ],
);
