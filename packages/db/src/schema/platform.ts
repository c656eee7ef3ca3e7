import type { MailRecordStatus, MailStatus } from '@tenbin/accounts';
import { sql } from 'drizzle-orm';
import { date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { ProcessFacts, ProcessKind } from '../processes/processes.ts';
import { bytes, moment, organizationId } from './columns.ts';
import { ofOwnOrganization } from './tenancy.ts';

/** Of organizations, and of the platform to those who operate it. */
export const mails = pgTable(
  'mails',
  {
    organizationId: organizationId(),
    id: uuid('id').notNull(),
    to: text('to').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    unsubscribeUrl: text('unsubscribe_url'),
    status: text('status').$type<MailStatus>().notNull(),
    attempts: integer('attempts').notNull(),
    createdAt: moment('created_at').notNull(),
    sentAt: moment('sent_at'),
    lastError: text('last_error'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('mails_waiting').on(table.organizationId, table.id).where(sql`status = 'waiting'`),
    index('mails_newest').on(table.createdAt),
    ofOwnOrganization(table.organizationId),
  ],
);

/** Which mails somebody was sent, and what became of them: what stays when the mail itself, with its texts, is removed. */
export const mailRecords = pgTable(
  'mail_records',
  {
    organizationId: organizationId(),
    /** Of the mail. */
    id: uuid('id').notNull(),
    recipientId: uuid('recipient_id').notNull(),
    kind: text('kind').notNull(),
    status: text('status').$type<MailRecordStatus>().notNull(),
    at: moment('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('mail_records_of_recipient').on(table.organizationId, table.recipientId, table.at, table.id),
    index('mail_records_time').on(table.at),
    ofOwnOrganization(table.organizationId),
  ],
);

/** How often somebody was mailed who has not proven that they want it. */
export const mailRecipients = pgTable('mail_recipients', {
  /** Keyed: says nothing of whom it is about. */
  keyHash: text('key_hash').primaryKey(),
  /** Oldest first, in ms. */
  sentAt: jsonb('sent_at').$type<readonly number[]>().notNull(),
  lastAt: moment('last_at').notNull(),
  /** What the last turn was taken for, where that has a name. */
  lastTurn: uuid('last_turn'),
});

export const workers = pgTable('workers', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  /** Of the lock that its connection holds while it lives; null where there is none. */
  presence: integer('presence'),
  startedAt: moment('started_at').notNull(),
  heartbeatAt: moment('heartbeat_at').notNull(),
});

/** What runs, as each process says of itself every few seconds. */
export const processes = pgTable('processes', {
  id: uuid('id').primaryKey(),
  kind: text('kind').$type<ProcessKind>().notNull(),
  name: text('name').notNull(),
  startedAt: moment('started_at').notNull(),
  reportedAt: moment('reported_at').notNull(),
  facts: jsonb('facts').$type<ProcessFacts>().notNull(),
});

export const candleBlocks = pgTable(
  'candle_blocks',
  {
    source: text('source').notNull(),
    pair: text('pair').notNull(),
    intervalMs: integer('interval_ms').notNull(),
    /** UTC. */
    day: date('day', { mode: 'string' }).notNull(),
    count: integer('count').notNull(),
    block: bytes('block').notNull(),
    /** The last day on which somebody asked for it, UTC. */
    askedOn: date('asked_on', { mode: 'string' }).notNull().default(sql`current_date`),
  },
  (table) => [primaryKey({ columns: [table.source, table.pair, table.intervalMs, table.day] })],
);

export const exchangeHalts = pgTable(
  'exchange_halts',
  {
    /** The exchange's address, or its name at ccxt. */
    exchange: text('exchange').notNull(),
    /** Which of our addresses. */
    from: text('from').notNull(),
    until: moment('until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.exchange, table.from] })],
);

export const exchangeTurns = pgTable(
  'exchange_turns',
  {
    /** The exchange's address, or its name at ccxt. */
    exchange: text('exchange').notNull(),
    /** Which of our addresses. */
    from: text('from').notNull(),
    /** When a connection was opened lately, oldest first, in ms of the database's clock. */
    taken: jsonb('taken').$type<readonly number[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.exchange, table.from] })],
);
