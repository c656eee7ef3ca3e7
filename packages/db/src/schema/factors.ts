import { bigint, boolean, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { TriedCode } from '../factors/code-try-log.ts';
import type { Sealed } from '../seal/sealed.ts';
import { bytes, moment, organizationId } from './columns.ts';
import { ofOwnOrganization } from './tenancy.ts';

/** What somebody signs in with beside their password. Whose it is may be a user, an administrator or an operator. */
const holderId = () => uuid('holder_id').notNull();

export const authenticators = pgTable(
  'authenticators',
  {
    organizationId: organizationId(),
    holderId: holderId(),
    sealed: text('sealed').$type<Sealed>().notNull(),
    /** The time step of the last code that was used: neither it nor an earlier one is good again. */
    lastStep: integer('last_step').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.holderId] }), ofOwnOrganization(table.organizationId)],
);

/** Each is deleted when it is used. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  { organizationId: organizationId(), holderId: holderId(), codeHash: text('code_hash').notNull() },
  (table) => [primaryKey({ columns: [table.organizationId, table.holderId, table.codeHash] }), ofOwnOrganization(table.organizationId)],
);

export const passkeys = pgTable(
  'passkeys',
  {
    organizationId: organizationId(),
    id: uuid('id').notNull(),
    holderId: holderId(),
    name: text('name').notNull(),
    /** As the authenticator names it, base64url. */
    credentialId: text('credential_id').notNull(),
    /** COSE. */
    publicKey: bytes('public_key').notNull(),
    transports: text('transports').array().notNull(),
    /** The host that it was made for. */
    relyingParty: text('relying_party').notNull(),
    /** Of its signatures; 0 where it does not count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** When what it signed last was asked for: what was asked for before is not good again. */
    askedAt: moment('asked_at').notNull(),
    createdAt: moment('created_at').notNull(),
    /** Signs in without a password: the present one was given with it once. */
    standsAlone: boolean('stands_alone').notNull().default(true),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('passkeys_credential').on(table.organizationId, table.credentialId),
    unique('passkeys_holder').on(table.organizationId, table.holderId, table.id),
    ofOwnOrganization(table.organizationId),
  ],
);

/** Codes that somebody tried since their last right one. */
export const codeTries = pgTable(
  'code_tries',
  {
    organizationId: organizationId(),
    holderId: holderId(),
    kind: text('kind').$type<TriedCode>().notNull(),
    tries: integer('tries').notNull(),
    since: moment('since').notNull(),
    locks: integer('locks').notNull(),
    lockedUntil: moment('locked_until'),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.holderId, table.kind] }), ofOwnOrganization(table.organizationId)],
);
