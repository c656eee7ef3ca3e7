import { sql } from 'drizzle-orm';
import { boolean, check, doublePrecision, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { HelpPages, OrganizationSettings } from '../organizations/organizations.ts';
import { moment, organizationId } from './columns.ts';
import { ofOwnOrganization, platformOrganizationId } from './tenancy.ts';

export const organizations = pgTable(
  'organizations',
  {
    id: uuid('id').primaryKey(),
    slug: text('slug').notNull().unique(),
    name: text('name').notNull(),
    isFree: boolean('is_free').notNull(),
    /** Only what differs from the defaults. */
    settings: jsonb('settings').$type<Partial<OrganizationSettings>>().notNull(),
    helpPages: jsonb('help_pages').$type<HelpPages>().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    check('organizations_not_the_platform', sql`${table.id} <> '${sql.raw(platformOrganizationId)}'::uuid`),
    ofOwnOrganization(table.id),
  ],
);

/** Shared by all organizations: not a tenant's. */
export const exchanges = pgTable('exchanges', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull().unique(),
  ccxtId: text('ccxt_id').notNull(),
  baseUrl: text('base_url'),
  timeScale: doublePrecision('time_scale').notNull(),
  requiresPassphrase: boolean('requires_passphrase').notNull(),
  enabled: boolean('enabled').notNull(),
  createdAt: moment('created_at').notNull(),
});

export const organizationExchanges = pgTable(
  'organization_exchanges',
  {
    organizationId: organizationId().references(() => organizations.id),
    exchangeId: uuid('exchange_id')
      .notNull()
      .references(() => exchanges.id),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.exchangeId] }), ofOwnOrganization(table.organizationId)],
);
