import type { RebalanceStatus } from '@tenbin/bots';
import type { Balances, Currency } from '@tenbin/market';
import type { RebalanceOrder } from '@tenbin/strategy';
import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { JsonFacts } from '../json.ts';
import { bots } from './bots.ts';
import { moment, organizationId } from './columns.ts';
import { ofOwnOrganization } from './tenancy.ts';

export const rebalances = pgTable(
  'rebalances',
  {
    organizationId: organizationId(),
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull(),
    botId: uuid('bot_id').notNull(),
    exchangeId: uuid('exchange_id').notNull(),
    status: text('status').$type<RebalanceStatus>().notNull(),
    /** As it was asked for: the bot is to start afterwards. */
    startsBot: boolean('starts_bot').notNull(),
    /** Of all plans, in the order in which they were made. */
    orders: jsonb('orders').$type<readonly RebalanceOrder[]>().notNull(),
    balancesBefore: jsonb('balances_before').$type<Balances>(),
    balancesAfter: jsonb('balances_after').$type<Balances>(),
    /** Percent of the turnover by currency, as it was when it was asked for. */
    feePercents: jsonb('fee_percents').$type<Readonly<Record<Currency, number>>>().notNull(),
    /** Why it failed. */
    reason: text('reason'),
    facts: jsonb('facts').$type<JsonFacts>().notNull(),
    askedAt: moment('asked_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('rebalances_user').on(table.organizationId, table.userId, table.id),
    uniqueIndex('rebalances_one_at_a_time').on(table.organizationId, table.botId).where(sql`status in ('requested', 'running')`),
    foreignKey({ name: 'rebalances_bot_fk', columns: [table.organizationId, table.botId], foreignColumns: [bots.organizationId, bots.id] }),
    ofOwnOrganization(table.organizationId),
  ],
);
