import type { Entry, MovementCause } from '@tenbin/bots';
import type { Balances } from '@tenbin/market';
import { sql } from 'drizzle-orm';
import { bigint, check, foreignKey, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, organizationId } from './columns.ts';
import { exchangeAccounts } from './exchange-accounts.ts';
import { ofOwnOrganization, ofUserOrPlatform } from './tenancy.ts';
import { users } from './users.ts';

/** Whose which part of an exchange account's wallet is. What none of them has is the rest. */
export const subAccounts = pgTable(
  'sub_accounts',
  {
    organizationId: organizationId(),
    id: uuid('id').notNull(),
    exchangeAccountId: uuid('exchange_account_id').notNull(),
    userId: uuid('user_id'),
    /** The sum of its movements. */
    balances: jsonb('balances').$type<Balances>().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('sub_accounts_account').on(table.organizationId, table.exchangeAccountId),
    foreignKey({
      name: 'sub_accounts_account_fk',
      columns: [table.organizationId, table.exchangeAccountId],
      foreignColumns: [exchangeAccounts.organizationId, exchangeAccounts.id],
    }),
    foreignKey({
      name: 'sub_accounts_user_fk',
      columns: [table.organizationId, table.userId],
      foreignColumns: [users.organizationId, users.id],
    }),
    ofUserOrPlatform('sub_accounts_owner', table),
    ofOwnOrganization(table.organizationId),
  ],
);

/** Each adds up to nothing in every currency. They are only added to. */
export const movements = pgTable(
  'movements',
  {
    organizationId: organizationId(),
    /** Whose step it belongs to. */
    subAccountId: uuid('sub_account_id').notNull(),
    number: bigint('number', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    cause: text('cause').$type<MovementCause>().notNull(),
    entries: jsonb('entries').$type<readonly Entry[]>().notNull(),
    /** Of a trade only. */
    pair: text('pair'),
    tradeId: text('trade_id'),
    exchangeOrderId: text('exchange_order_id'),
    at: moment('at').notNull(),
    /** The other one of a transfer between two virtual accounts. */
    counterpartId: uuid('counterpart_id'),
    /** Who moved it, and why; null where nobody did. */
    by: text('by'),
    reason: text('reason'),
    /** The movement that it takes back: each once. */
    reverses: bigint('reverses', { mode: 'number' }),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.subAccountId, table.number] }),
    index('movements_counterpart').on(table.organizationId, table.counterpartId, table.number).where(sql`counterpart_id is not null`),
    uniqueIndex('movements_reversed_once').on(table.organizationId, table.reverses).where(sql`reverses is not null`),
    foreignKey({
      name: 'movements_sub_account_fk',
      columns: [table.organizationId, table.subAccountId],
      foreignColumns: [subAccounts.organizationId, subAccounts.id],
    }),
    check('movements_add_up', sql`adds_up(${table.entries})`),
    ofOwnOrganization(table.organizationId),
  ],
);
