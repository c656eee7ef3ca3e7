import { sql } from 'drizzle-orm';
import { bigint, boolean, foreignKey, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { Sealed } from '../seal/sealed.ts';
import { moment, organizationId } from './columns.ts';
import { exchanges } from './organizations.ts';
import { ofOwnOrganization, ofUserOrPlatform } from './tenancy.ts';
import { users } from './users.ts';

export const exchangeAccounts = pgTable(
  'exchange_accounts',
  {
    organizationId: organizationId(),
    id: uuid('id').notNull(),
    /** Null: the platform's own. */
    userId: uuid('user_id'),
    exchangeId: uuid('exchange_id')
      .notNull()
      .references(() => exchanges.id),
    sealed: text('sealed').$type<Sealed>().notNull(),
    /** Since when only what is still being stopped may use the key. */
    withdrawnAt: moment('withdrawn_at'),
    keyFingerprint: text('key_fingerprint').notNull(),
    keyLastFour: text('key_last_four').notNull(),
    hasPassphrase: boolean('has_passphrase').notNull(),
    /** Whose account it is at the exchange; null where that does not tell, or was not asked yet. */
    exchangeUser: text('exchange_user'),
    /** When the key's rights are looked at again; null: as soon as a bot runs with it. */
    rightsDueAt: moment('rights_due_at'),
    /** When the key ends by itself, as its exchange told with its rights; null: never, or nobody told. */
    keyEndsAt: moment('key_ends_at'),
    epoch: bigint('epoch', { mode: 'number' }).notNull(),
    ownerWorkerId: uuid('owner_worker_id'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('exchange_accounts_key').on(table.organizationId, table.exchangeId, table.keyFingerprint),
    // Over all organizations: two rows would each take the whole of one wallet.
    unique('exchange_accounts_exchange_user').on(table.exchangeUser),
    index('exchange_accounts_user').on(table.organizationId, table.userId),
    index('exchange_accounts_owner').on(table.ownerWorkerId),
    index('exchange_accounts_key_ends').on(table.organizationId, table.keyEndsAt, table.id).where(sql`key_ends_at is not null`),
    foreignKey({
      name: 'exchange_accounts_user_fk',
      columns: [table.organizationId, table.userId],
      foreignColumns: [users.organizationId, users.id],
    }),
    ofUserOrPlatform('exchange_accounts_owner', table),
    ofOwnOrganization(table.organizationId),
  ],
);
