import type { ActivityScale, BulkAct, FilteredList, StaffRole, TargetOutcome } from '@tenbin/accounts';
import { sql } from 'drizzle-orm';
import { boolean, check, date, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { moment, organizationId } from './columns.ts';
import { ofOwnOrganization } from './tenancy.ts';
import { users } from './users.ts';

/**
 * How each user stands, in one narrow row: all that lists and counts of users are filtered by. Triggers keep it (see the
 * migration `user_standings`), whoever changes a user, a bot, a subscription or a session; a deleted user has none.
 */
export const userStandings = pgTable(
  'user_standings',
  {
    organizationId: organizationId(),
    userId: uuid('user_id').notNull(),
    emailKey: text('email_key').notNull(),
    verifiedAt: moment('verified_at'),
    bannedAt: moment('banned_at'),
    isSetUp: boolean('is_set_up').notNull(),
    referredBy: uuid('referred_by'),
    lastSeenAt: moment('last_seen_at'),
    botCount: integer('bot_count').notNull().default(0),
    runningCount: integer('running_count').notNull().default(0),
    /** Of which they are the payer, whatever became of them. */
    paymentCount: integer('payment_count').notNull().default(0),
    /** The one that runs. */
    subscriptionId: uuid('subscription_id'),
    /** Of its plan's versions. */
    seriesId: uuid('series_id'),
    /** Counts as paid until then, should nobody hear anything more; null: does not. */
    paidUntil: moment('paid_until'),
    periodEnd: moment('period_end'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId] }),
    index('user_standings_by_email').on(table.organizationId, table.emailKey, table.userId),
    // The orders of lists that are paged to any depth.
    index('user_standings_seen').on(
      table.organizationId,
      sql`${table.lastSeenAt} desc nulls last`,
      sql`${table.userId} desc`,
      table.paidUntil,
    ),
    // Whom the usual filters find, in the usual order, without a look at the table.
    index('user_standings_facts').on(
      table.organizationId,
      table.userId,
      table.lastSeenAt,
      table.paidUntil,
      table.botCount,
      table.runningCount,
    ),
    index('user_standings_paid').on(table.organizationId, table.paidUntil).where(sql`paid_until is not null`),
    index('user_standings_trading').on(table.organizationId).where(sql`running_count > 0`),
    index('user_standings_plan').on(table.organizationId, table.seriesId, table.userId).where(sql`series_id is not null`),
    index('user_standings_period').on(table.organizationId, sql`${table.periodEnd} asc nulls last`, sql`${table.userId} desc`),
    index('user_standings_period_down').on(table.organizationId, sql`${table.periodEnd} desc nulls last`, table.userId),
    // Over all organizations, for operators.
    index('user_standings_newest').on(table.userId),
    foreignKey({
      name: 'user_standings_user',
      columns: [table.organizationId, table.userId],
      foreignColumns: [users.organizationId, users.id],
    }),
    ofOwnOrganization(table.organizationId),
  ],
);

/** In which days, months and years (UTC) a user's bots traded. */
export const userActivity = pgTable(
  'user_activity',
  {
    organizationId: organizationId(),
    scale: text('scale').$type<ActivityScale>().notNull(),
    /** Its first day. */
    at: date('at').notNull(),
    userId: uuid('user_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.scale, table.at, table.userId] }),
    foreignKey({
      name: 'user_activity_user',
      columns: [table.organizationId, table.userId],
      foreignColumns: [users.organizationId, users.id],
    }),
    ofOwnOrganization(table.organizationId),
  ],
);

/** How many users each day, month and year (UTC) has in `user_activity`. A trigger keeps it (see the migration `day_counts`). */
export const activityCounts = pgTable(
  'activity_counts',
  {
    organizationId: organizationId(),
    scale: text('scale').$type<ActivityScale>().notNull(),
    at: date('at').notNull(),
    users: integer('users').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.scale, table.at] }), ofOwnOrganization(table.organizationId)],
);

/** How many users came on each day (UTC), and were verified, of those who are not deleted. Kept as well (see the same migration). */
export const userDays = pgTable(
  'user_days',
  {
    organizationId: organizationId(),
    day: date('day').notNull(),
    came: integer('came').notNull(),
    verified: integer('verified').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.day] }), ofOwnOrganization(table.organizationId)],
);

/** What the administrators noted of a user, for each other. */
export const userNotes = pgTable(
  'user_notes',
  {
    organizationId: organizationId(),
    userId: uuid('user_id').notNull(),
    note: text('note').notNull(),
    isFlagged: boolean('is_flagged').notNull(),
    /** Of the administrator who wrote last. */
    by: uuid('by').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId] }),
    foreignKey({
      name: 'user_notes_user',
      columns: [table.organizationId, table.userId],
      foreignColumns: [users.organizationId, users.id],
    }),
    ofOwnOrganization(table.organizationId),
  ],
);

/** What administrators look for again, under names. */
export const savedFilters = pgTable(
  'saved_filters',
  {
    organizationId: organizationId(),
    id: uuid('id').notNull(),
    /** The administrator whose it is. */
    by: uuid('by').notNull(),
    list: text('list').$type<FilteredList>().notNull(),
    name: text('name').notNull(),
    search: jsonb('search').$type<Readonly<Record<string, string>>>().notNull(),
    isShared: boolean('is_shared').notNull(),
    savedAt: moment('saved_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('saved_filters_name').on(table.organizationId, table.by, table.list, table.name),
    ofOwnOrganization(table.organizationId),
  ],
);

/** One act of an administrator on many users, whose ids were settled when it was asked for. */
export const bulkActs = pgTable(
  'bulk_acts',
  {
    organizationId: organizationId(),
    id: uuid('id').notNull(),
    act: text('act').$type<BulkAct>().notNull(),
    reason: text('reason').notNull(),
    by: uuid('by').notNull(),
    /** Of whoever asked, as it was then; null in acts of before it was kept. */
    role: text('role').$type<StaffRole>(),
    sessionId: uuid('session_id'),
    askedAt: moment('asked_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    check('bulk_acts_act', sql`act in ('stop', 'ban')`),
    ofOwnOrganization(table.organizationId),
  ],
);

export const bulkActTargets = pgTable(
  'bulk_act_targets',
  {
    organizationId: organizationId(),
    actId: uuid('act_id').notNull(),
    userId: uuid('user_id').notNull(),
    /** Null: not yet its turn. */
    outcome: text('outcome').$type<TargetOutcome>(),
    /** Why it was refused. */
    code: text('code'),
    stopId: uuid('stop_id'),
    endedAt: moment('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.actId, table.userId] }),
    index('bulk_act_targets_waiting').on(table.organizationId, table.actId, table.userId).where(sql`outcome is null`),
    foreignKey({
      name: 'bulk_act_targets_act',
      columns: [table.organizationId, table.actId],
      foreignColumns: [bulkActs.organizationId, bulkActs.id],
    }),
    foreignKey({
      name: 'bulk_act_targets_user',
      columns: [table.organizationId, table.userId],
      foreignColumns: [users.organizationId, users.id],
    }),
    ofOwnOrganization(table.organizationId),
  ],
);
