import type { Hold } from '@tenbin/bots';
import type { Balances, Side } from '@tenbin/market';
import { sql } from 'drizzle-orm';
import { bigint, boolean, foreignKey, index, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { Json } from '../json.ts';
import { bots } from './bots.ts';
import { decimal, moment, organizationId } from './columns.ts';
import { exchangeAccounts } from './exchange-accounts.ts';
import { subAccounts } from './ledger.ts';
import { ofOwnOrganization } from './tenancy.ts';

/** What a sub-account has that several bots, and orders by hand, spend from. Its balances are its sub-account's. */
export const virtualAccounts = pgTable(
  'virtual_accounts',
  {
    organizationId: organizationId(),
    /** Its sub-account's. */
    id: uuid('id').notNull(),
    exchangeAccountId: uuid('exchange_account_id').notNull(),
    /** Null: what none of the others has of the wallet. */
    name: text('name'),
    /** By client order id: what open orders may still spend. */
    holds: jsonb('holds').$type<Readonly<Record<string, Hold>>>().notNull(),
    /** Fees that the rest has paid for it. */
    owed: jsonb('owed').$type<Balances>().notNull(),
    frozenAt: moment('frozen_at'),
    closedAt: moment('closed_at'),
    /** Counts its changes. */
    version: bigint('version', { mode: 'number' }).notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('virtual_accounts_name').on(table.organizationId, table.exchangeAccountId, table.name).nullsNotDistinct(),
    foreignKey({
      name: 'virtual_accounts_sub_account_fk',
      columns: [table.organizationId, table.id],
      foreignColumns: [subAccounts.organizationId, subAccounts.id],
    }),
    foreignKey({
      name: 'virtual_accounts_account_fk',
      columns: [table.organizationId, table.exchangeAccountId],
      foreignColumns: [exchangeAccounts.organizationId, exchangeAccounts.id],
    }),
    ofOwnOrganization(table.organizationId),
  ],
);

/** What somebody asked to be sent for a virtual account: its money is held from then on, and its worker sends it once. */
export const handOrders = pgTable(
  'hand_orders',
  {
    organizationId: organizationId(),
    clientOrderId: text('client_order_id').notNull(),
    virtualAccountId: uuid('virtual_account_id').notNull(),
    botId: uuid('bot_id').notNull(),
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    pair: text('pair').notNull(),
    side: text('side').$type<Side>().notNull(),
    price: decimal('price').notNull(),
    amount: decimal('amount').notNull(),
    /** At a price that nobody would let pass: what is not filled at once ends. */
    isMarket: boolean('is_market').notNull(),
    by: text('by').notNull(),
    at: moment('at').notNull(),
    cancelAskedAt: moment('cancel_asked_at'),
    /** It was never sent, and will not be; null where it was, or may still be. */
    withdrawnAt: moment('withdrawn_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.clientOrderId] }),
    index('hand_orders_account').on(table.organizationId, table.virtualAccountId, table.sequence),
    index('hand_orders_of_bot').on(table.organizationId, table.botId, table.sequence).where(sql`withdrawn_at is null`),
    foreignKey({
      name: 'hand_orders_account_fk',
      columns: [table.organizationId, table.virtualAccountId],
      foreignColumns: [virtualAccounts.organizationId, virtualAccounts.id],
    }),
    foreignKey({
      name: 'hand_orders_bot_fk',
      columns: [table.organizationId, table.botId],
      foreignColumns: [bots.organizationId, bots.id],
    }),
    ofOwnOrganization(table.organizationId),
  ],
);

/** What was answered to a call that named itself, so that it is done once however often it comes. */
export const answeredCalls = pgTable(
  'answered_calls',
  {
    organizationId: organizationId(),
    /** Who called, and what they named the call. */
    caller: text('caller').notNull(),
    key: text('key').notNull(),
    /** Of the call and all that was given with it. */
    requestHash: text('request_hash').notNull(),
    answer: jsonb('answer').$type<Json>(),
    at: moment('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.caller, table.key] }),
    index('answered_calls_at').on(table.organizationId, table.at),
    ofOwnOrganization(table.organizationId),
  ],
);
