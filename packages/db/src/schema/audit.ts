import type { StaffRole } from '@tenbin/accounts';
import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { AuditFacts } from '../audit/audit.ts';
import { moment, organizationId } from './columns.ts';
import { ofOwnOrganization } from './tenancy.ts';

/**
 * Only added to: triggers refuse every change, whoever asks. In PostgreSQL it is divided by month (see the migration
 * `audit_by_month`), so that a month of the past can go whole.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: uuid('id').notNull(),
    /** Null: of the platform. */
    organizationId: uuid('organization_id'),
    at: moment('at').notNull(),
    actor: text('actor').notNull(),
    actorId: uuid('actor_id'),
    action: text('action').notNull(),
    refusal: text('refusal'),
    network: text('network'),
    agent: text('agent'),
    facts: jsonb('facts').$type<AuditFacts>().notNull(),
    /** Of who manages something, at that moment. */
    role: text('role').$type<StaffRole>(),
    sessionId: uuid('session_id'),
    /** In the words of who did it, where they were asked. */
    reason: text('reason'),
  },
  (table) => [
    // A table that is divided by `at` has it in its key.
    primaryKey({ columns: [table.id, table.at] }),
    index('audit_entries_place').on(table.organizationId, table.id),
    index('audit_entries_of_actor').on(table.organizationId, table.actorId, table.id),
    index('audit_entries_of_action').on(table.organizationId, table.action, table.id),
    index('audit_entries_refused').on(table.organizationId, table.id).where(sql`${table.refusal} is not null`),
    // What an entry names: `audit_ids` and `audit_about` of the migration `audit_about`.
    index('audit_entries_named').using('gin', sql`audit_ids(${table.facts})`).with({ fastupdate: false }),
    index('audit_entries_of_platform').on(table.id).where(sql`${table.organizationId} is null`),
    ofOwnOrganization(table.organizationId),
  ],
);

/** A day of the log that is over, sealed with all that it held; the platform's under the id of no organization. A tenant only reads. */
export const auditDays = pgTable(
  'audit_days',
  {
    organizationId: organizationId(),
    /** UTC. */
    day: date('day').notNull(),
    entries: integer('entries').notNull(),
    /** The seal of the day before; empty before the first. */
    previous: text('previous').notNull(),
    seal: text('seal').notNull(),
    sealedAt: moment('sealed_at').notNull(),
    checkedAt: moment('checked_at').notNull(),
    /** As of then: it held what was sealed. */
    isSound: boolean('is_sound').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.day] }),
    index('audit_days_broken').on(table.organizationId).where(sql`not is_sound`),
    ofOwnOrganization(table.organizationId),
  ],
);
