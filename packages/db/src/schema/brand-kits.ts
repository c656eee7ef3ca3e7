import type { BrandKit } from '@tenbin/brand';
import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, moment, organizationId } from './columns.ts';
import { organizations } from './organizations.ts';
import { ofOwnOrganization } from './tenancy.ts';

/** What an organization is changing of its brand, and nobody sees but who has its address: one at most. */
export const brandDrafts = pgTable(
  'brand_drafts',
  {
    organizationId: organizationId().references(() => organizations.id),
    kit: jsonb('kit').$type<BrandKit>().notNull(),
    /** Counts its changes. */
    revision: integer('revision').notNull(),
    changedBy: uuid('changed_by').notNull(),
    changedAt: moment('changed_at').notNull(),
    /** In its address, until then. It shows how pages look, and opens nothing: so it is kept as it is, to be told again. */
    token: text('token').notNull(),
    shownUntil: moment('shown_until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId] }), ofOwnOrganization(table.organizationId)],
);

/** What was published, and stays as it was. */
export const brandVersions = pgTable(
  'brand_versions',
  {
    organizationId: organizationId().references(() => organizations.id),
    number: integer('number').notNull(),
    kit: jsonb('kit').$type<BrandKit>().notNull(),
    note: text('note').notNull(),
    publishedBy: uuid('published_by').notNull(),
    publishedAt: moment('published_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.number] }), ofOwnOrganization(table.organizationId)],
);

/** Logos, as the server made them of what was given to it. */
export const brandPictures = pgTable(
  'brand_pictures',
  {
    organizationId: organizationId().references(() => organizations.id),
    /** SHA-256 of the bytes. */
    hash: text('hash').notNull(),
    bytes: bytes('bytes').notNull(),
    givenAt: moment('given_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.hash] }), ofOwnOrganization(table.organizationId)],
);
