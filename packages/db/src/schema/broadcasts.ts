import type { BroadcastKind, BroadcastState, Language } from '@tenbin/accounts';
import { sql } from 'drizzle-orm';
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Audience, BroadcastResults, RecipientStatus } from '../broadcasts/broadcasts.ts';
import { moment, organizationId } from './columns.ts';
import { organizations } from './organizations.ts';
import { ofOwnOrganization } from './tenancy.ts';
import { users } from './users.ts';

export const broadcasts = pgTable(
  'broadcasts',
  {
    organizationId: organizationId().references(() => organizations.id),
    id: uuid('id').notNull(),
    kind: text('kind').$type<BroadcastKind>().notNull(),
    subject: jsonb('subject').$type<Readonly<Record<Language, string>>>().notNull(),
    body: jsonb('body').$type<Readonly<Record<Language, string>>>().notNull(),
    audience: jsonb('audience').$type<Audience>().notNull(),
    state: text('state').$type<BroadcastState>().notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: moment('created_at').notNull(),
    sendAt: moment('send_at').notNull(),
    /** When it is looked at next: its time, or the end of a rest. */
    nextAt: moment('next_at').notNull(),
    startedAt: moment('started_at'),
    endedAt: moment('ended_at'),
    /** Who is to be mailed, counted as it began; null before. */
    recipients: integer('recipients'),
    /** As it ended: its recipients are removed some time later. */
    results: jsonb('results').$type<BroadcastResults>(),
    /** Since it began, or was resumed: taken or refused for good, and of these the latter. */
    tried: integer('tried').notNull().default(0),
    refused: integer('refused').notNull().default(0),
    /** Put off in a row. */
    failures: integer('failures').notNull().default(0),
    lastError: text('last_error'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('broadcasts_due').on(table.organizationId, table.nextAt).where(sql`state in ('scheduled', 'sending')`),
    ofOwnOrganization(table.organizationId),
  ],
);

/** Who is mailed, each once. */
export const broadcastRecipients = pgTable(
  'broadcast_recipients',
  {
    organizationId: organizationId(),
    broadcastId: uuid('broadcast_id').notNull(),
    userId: uuid('user_id').notNull(),
    /** Of the mail: the same however often it is sent. */
    mailId: uuid('mail_id').notNull().default(sql`gen_random_uuid()`),
    status: text('status').$type<RecipientStatus>().notNull(),
    /** Why they are left out, or what the mail server said last. */
    reason: text('reason'),
    attempts: integer('attempts').notNull().default(0),
    /** Since when the mail server puts them off; null: it has not. */
    putOffSince: moment('put_off_since'),
    /** Where they wait: nobody begins before. Whoever sends puts it forward, so that nobody else sends beside them. */
    nextAt: moment('next_at').notNull(),
    sentAt: moment('sent_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.broadcastId, table.userId] }),
    index('broadcast_recipients_waiting')
      .on(table.organizationId, table.broadcastId, table.nextAt, table.userId)
      .where(sql`status = 'waiting'`),
    foreignKey({
      name: 'broadcast_recipients_broadcast',
      columns: [table.organizationId, table.broadcastId],
      foreignColumns: [broadcasts.organizationId, broadcasts.id],
    }),
    foreignKey({
      name: 'broadcast_recipients_user',
      columns: [table.organizationId, table.userId],
      foreignColumns: [users.organizationId, users.id],
    }),
    ofOwnOrganization(table.organizationId),
  ],
);

/** Users' addresses that the mail server refused for good: left out of broadcasts until it takes a mail to them. */
export const mailBounces = pgTable(
  'mail_bounces',
  {
    organizationId: organizationId().references(() => organizations.id),
    emailKey: text('email_key').notNull(),
    /** The server's code: '550 5.1.1'. */
    reason: text('reason').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.emailKey] }), ofOwnOrganization(table.organizationId)],
);
