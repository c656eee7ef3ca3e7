import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { AuditFacts } from '../audit/audit.ts';
import { moment } from './columns.ts';
import { ofOwnOrganization } from './tenancy.ts';

/** Only added to: a trigger refuses every change, whoever asks. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: uuid('id').primaryKey(),
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
    index('audit_entries_place').on(table.organizationId, table.id),
    index('audit_entries_of_platform').on(table.id).where(sql`${table.organizationId} is null`),
    ofOwnOrganization(table.organizationId),
  ],
);
