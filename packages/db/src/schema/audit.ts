import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { AuditFacts } from '../audit/audit.ts';
import { moment } from './columns.ts';
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
  },
  (table) => [
    // A table that is divided by `at` has it in its key.
    primaryKey({ columns: [table.id, table.at] }),
    index('audit_entries_place').on(table.organizationId, table.id),
    index('audit_entries_of_actor').on(table.organizationId, table.actorId, table.id),
    index('audit_entries_of_platform').on(table.id).where(sql`${table.organizationId} is null`),
    ofOwnOrganization(table.organizationId),
  ],
);
