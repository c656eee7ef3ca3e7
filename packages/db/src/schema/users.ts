import {
  type ActionFlag,
  type Language,
  type MailTopic,
  operatorRoles,
  organizationRoles,
  type PushTopic,
  type StaffRole,
} from '@tenbin/accounts';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Surface } from '../sessions/sessions.ts';
import type { CodePurpose } from '../users/verification-codes.ts';
import { moment, organizationId } from './columns.ts';
import { organizations } from './organizations.ts';
import { ofOwnOrganization, platformOrganizationId } from './tenancy.ts';

export const users = pgTable(
  'users',
  {
    organizationId: organizationId().references(() => organizations.id),
    id: uuid('id').notNull(),
    email: text('email').notNull(),
    /** The address in lower case. A column, since an index on lower(email) is not used under row-level security. */
    emailKey: text('email_key').notNull(),
    passwordHash: text('password_hash').notNull(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    phoneNumber: text('phone_number'),
    address: text('address'),
    uid: text('uid').notNull(),
    language: text('language').$type<Language>().notNull(),
    referralCode: text('referral_code').notNull(),
    referredBy: uuid('referred_by'),
    isAffiliate: boolean('is_affiliate').notNull().default(false),
    actionFlags: text('action_flags').array().$type<ActionFlag[]>().notNull(),
    mutedMails: text('muted_mails').array().$type<MailTopic[]>().notNull().default([]),
    mutedPushes: text('muted_pushes').array().$type<PushTopic[]>().notNull().default([]),
    verifiedAt: moment('verified_at'),
    bannedAt: moment('banned_at'),
    /** Nothing of them is left but what books refer to. */
    deletedAt: moment('deleted_at'),
    lastSignInAt: moment('last_sign_in_at'),
    /** Hashes of the programs that they signed in with, the latest last. */
    knownDevices: text('known_devices').array().notNull().default([]),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('users_email').on(table.organizationId, table.emailKey),
    // For those who follow a user to another address.
    unique('users_address').on(table.organizationId, table.id, table.emailKey),
    unique('users_uid').on(table.organizationId, table.uid),
    unique('users_referral_code').on(table.organizationId, table.referralCode),
    index('users_referred').on(table.organizationId, table.referredBy),
    index('users_referred_newest').on(table.organizationId, table.createdAt, table.id).where(sql`referred_by is not null`),
    index('users_came').on(table.organizationId, table.createdAt),
    index('users_deleted').on(table.organizationId, table.id).where(sql`deleted_at is not null`),
    foreignKey({
      name: 'users_referred_by',
      columns: [table.organizationId, table.referredBy],
      foreignColumns: [table.organizationId, table.id],
    }),
    ofOwnOrganization(table.organizationId),
  ],
);

/** Who signed up and has not entered the mailed code yet: no user so far. One for each address, whoever has it. */
export const signUps = pgTable(
  'sign_ups',
  {
    organizationId: organizationId().references(() => organizations.id),
    emailKey: text('email_key').notNull(),
    /** Of this sign-up: one that takes its place has another. The user's afterwards. */
    id: uuid('id').notNull(),
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    ticketHash: text('ticket_hash').notNull(),
    language: text('language').$type<Language>().notNull(),
    referredBy: uuid('referred_by'),
    codeHash: text('code_hash'),
    codeExpiresAt: moment('code_expires_at'),
    tries: integer('tries').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.emailKey] }),
    unique('sign_ups_id').on(table.organizationId, table.id),
    index('sign_ups_expiry').on(table.expiresAt),
    foreignKey({
      name: 'sign_ups_referred_by',
      columns: [table.organizationId, table.referredBy],
      foreignColumns: [users.organizationId, users.id],
    }),
    ofOwnOrganization(table.organizationId),
  ],
);

export const verificationCodes = pgTable(
  'verification_codes',
  {
    organizationId: organizationId(),
    userId: uuid('user_id').notNull(),
    purpose: text('purpose').$type<CodePurpose>().notNull(),
    codeHash: text('code_hash').notNull(),
    target: text('target'),
    tries: integer('tries').notNull(),
    sentAt: moment('sent_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId, table.purpose] }),
    index('verification_codes_hash').on(table.organizationId, table.purpose, table.codeHash),
    foreignKey({
      name: 'verification_codes_user',
      columns: [table.organizationId, table.userId],
      foreignColumns: [users.organizationId, users.id],
    }),
    ofOwnOrganization(table.organizationId),
  ],
);

/** Mailed with what concerns an account's security: whoever has the link takes the account back to the mailbox that got it. */
export const notMeLinks = pgTable(
  'not_me_links',
  {
    organizationId: organizationId(),
    tokenHash: text('token_hash').notNull(),
    userId: uuid('user_id').notNull(),
    /** The address that was mailed. */
    email: text('email').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.tokenHash] }),
    index('not_me_links_user').on(table.organizationId, table.userId),
    foreignKey({
      name: 'not_me_links_of_user',
      columns: [table.organizationId, table.userId],
      foreignColumns: [users.organizationId, users.id],
    }),
    ofOwnOrganization(table.organizationId),
  ],
);

const oneOf = (roles: Readonly<Record<string, unknown>>) =>
  sql.raw(
    `role in (${Object.keys(roles)
      .map((role) => `'${role}'`)
      .join(', ')})`,
  );

/** Who manages an organization, or the platform: its operators. Those who left stay by name, for what they did. */
export const administrators = pgTable(
  'administrators',
  {
    organizationId: organizationId(),
    id: uuid('id').notNull(),
    email: text('email').notNull(),
    /** The address in lower case. */
    emailKey: text('email_key').notNull(),
    /** Null: invited, and has not chosen one yet. */
    passwordHash: text('password_hash'),
    role: text('role').$type<StaffRole>().notNull().default('owner'),
    language: text('language').$type<Language>().notNull().default('ja'),
    createdAt: moment('created_at').notNull(),
    removedAt: moment('removed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    check(
      'administrators_role',
      sql`case when ${table.organizationId} = '${sql.raw(platformOrganizationId)}'::uuid then ${oneOf(operatorRoles)} else ${oneOf(organizationRoles)} end`,
    ),
    uniqueIndex('administrators_email').on(table.organizationId, table.emailKey).where(sql`${table.removedAt} is null`),
    ofOwnOrganization(table.organizationId),
  ],
);

/** What an administrator was mailed to choose a password with, once: the last link alone is good. */
export const administratorLinks = pgTable(
  'administrator_links',
  {
    organizationId: organizationId(),
    administratorId: uuid('administrator_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.administratorId] }),
    unique('administrator_links_token').on(table.organizationId, table.tokenHash),
    foreignKey({
      name: 'administrator_links_administrator',
      columns: [table.organizationId, table.administratorId],
      foreignColumns: [administrators.organizationId, administrators.id],
    }),
    ofOwnOrganization(table.organizationId),
  ],
);

/** The platform's: a key is looked up before its organization is known. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    keyHash: text('key_hash').notNull().unique(),
    surface: text('surface').$type<Surface>().notNull(),
    organizationId: uuid('organization_id').references(() => organizations.id),
    subjectId: uuid('subject_id').notNull(),
    /** The browser's own name, and the network that it signed in from; null where that was not noted. */
    agent: text('agent'),
    address: text('address'),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** Of an administrator who looks at the console as its user sees it, and the session that they do it from; null: it is the user's. */
    viewerId: uuid('viewer_id'),
    viewerSessionId: uuid('viewer_session_id').references((): AnyPgColumn => sessions.id, { onDelete: 'cascade' }),
  },
  (table) => [
    index('sessions_subject').on(table.surface, table.subjectId),
    index('sessions_expiry').on(table.expiresAt),
    index('sessions_of_viewer').on(table.viewerSessionId).where(sql`${table.viewerSessionId} is not null`),
    check('sessions_viewer', sql`(${table.viewerId} is null) = (${table.viewerSessionId} is null)`),
  ],
);
