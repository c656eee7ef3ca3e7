import type { OrganizationPlanName, PlanOption } from '@tenbin/billing';
import type { BrandKit } from '@tenbin/brand';
import type { PairName } from '@tenbin/market';
import { sql } from 'drizzle-orm';
import { boolean, check, doublePrecision, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { HelpPages, OrganizationLimits, OrganizationSettings, OwnPrices } from '../organizations/organizations.ts';
import { moment, organizationId } from './columns.ts';
import { ofOwnOrganization, platformOrganizationId } from './tenancy.ts';

export const organizations = pgTable(
  'organizations',
  {
    id: uuid('id').primaryKey(),
    slug: text('slug').notNull().unique(),
    name: text('name').notNull(),
    isFree: boolean('is_free').notNull(),
    /** What the platform offers it, and charges it for. */
    plan: text('plan').$type<OrganizationPlanName>().notNull().default('BASIC'),
    planOptions: text('plan_options').array().$type<PlanOption[]>().notNull().default([]),
    /** Its own prices, where they are not everybody's. */
    ownPrices: jsonb('own_prices').$type<OwnPrices>().notNull().default({}),
    /** Only what differs from the defaults. */
    settings: jsonb('settings').$type<Partial<OrganizationSettings>>().notNull(),
    helpPages: jsonb('help_pages').$type<HelpPages>().notNull(),
    /** Of the version of its brand that is shown; null: as it is in the brand's folder. */
    brandKit: jsonb('brand_kit').$type<BrandKit>(),
    /** What the platform lets it have at most. Its own administrators do not write here. */
    limits: jsonb('limits').$type<Partial<OrganizationLimits>>().notNull().default({}),
    /** Since then its users read, and nothing trades; null: it is not suspended. */
    suspendedAt: moment('suspended_at'),
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
  /** Pairs that nobody is offered there. */
  omitPairs: text('omit_pairs').array().$type<PairName[]>().notNull().default([]),
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
