import type {
  BillFacts,
  BillIssue,
  BillIssuer,
  BillingStatus,
  BillLine,
  BillTotals,
  OrganizationPlanName,
  PlanFeature,
  PlanOption,
} from '@tenbin/billing';
import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { decimal, moment, organizationId, yen } from './columns.ts';
import { organizations } from './organizations.ts';
import { ofOwnOrganization } from './tenancy.ts';

/** What the platform offers to organizations: not a tenant's. */
export const organizationPlans = pgTable('organization_plans', {
  id: uuid('id').primaryKey(),
  name: text('name').$type<OrganizationPlanName>().notNull().unique(),
  /** In the order of a list. */
  place: integer('place').notNull(),
  monthlyPrice: yen('monthly_price').notNull(),
  pricePerUser: yen('price_per_user').notNull(),
  basisPoints: decimal('basis_points').notNull(),
  features: text('features').array().$type<PlanFeature[]>().notNull(),
});

/** Features and options of those plans, each with its price. */
export const planItems = pgTable(
  'plan_items',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<'feature' | 'option'>().notNull(),
    name: text('name').$type<PlanFeature | PlanOption>().notNull(),
    place: integer('place').notNull(),
    monthlyPrice: yen('monthly_price').notNull(),
  },
  (table) => [unique('plan_items_name').on(table.kind, table.name)],
);

/** What the platform's bills are written with: not a tenant's. */
export const billIssuers = pgTable('bill_issuers', {
  /** There is one. */
  id: integer('id').primaryKey().default(1),
  issuer: jsonb('issuer').$type<BillIssuer>().notNull(),
});

/** By month ('yyyy/mm') what a dollar of volume is billed at. */
export const usdRates = pgTable('usd_rates', {
  month: text('month').primaryKey(),
  yenPerUsd: decimal('yen_per_usd').notNull(),
  source: text('source').notNull(),
  date: text('date').notNull(),
});

/** What an organization owes for a month. One that is issued never changes but by being paid: a trigger holds that. */
export const organizationBills = pgTable(
  'organization_bills',
  {
    organizationId: organizationId().references(() => organizations.id),
    id: uuid('id').notNull(),
    month: text('month').notNull(),
    /** Null before it is issued. Numbers of all organizations have no gap. */
    number: integer('number').unique('organization_bills_number'),
    facts: jsonb('facts').$type<BillFacts>().notNull(),
    lines: jsonb('lines').$type<readonly BillLine[]>().notNull(),
    totals: jsonb('totals').$type<BillTotals>().notNull(),
    issue: jsonb('issue').$type<Omit<BillIssue, 'number' | 'at'>>(),
    issuedAt: moment('issued_at'),
    /** The bill that this one puts right. */
    corrects: uuid('corrects'),
    status: text('status').$type<BillingStatus>().notNull(),
    paidAt: moment('paid_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('organization_bills_issued').on(table.organizationId, table.number),
    check('organization_bills_issue', sql`(number is null) = (issue is null) and (number is null) = (issued_at is null)`),
    foreignKey({
      name: 'organization_bills_corrects',
      columns: [table.organizationId, table.corrects],
      foreignColumns: [table.organizationId, table.id],
    }),
    ofOwnOrganization(table.organizationId),
  ],
);
