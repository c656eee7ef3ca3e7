import type { OrderState, TimelineKind } from '@tenbin/bots';
import type { Balances, Bps, Currency, Facts, Side } from '@tenbin/market';
import type { Activity, PerformanceStart } from '@tenbin/strategy';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import type { JsonFacts } from '../json.ts';
import { bots } from './bots.ts';
import { decimal, moment, organizationId } from './columns.ts';
import { ofOwnOrganization } from './tenancy.ts';

export const orderIntents = pgTable(
  'order_intents',
  {
    organizationId: organizationId(),
    clientOrderId: text('client_order_id').notNull(),
    botId: uuid('bot_id').notNull(),
    exchangeAccountId: uuid('exchange_account_id').notNull(),
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    pair: text('pair').notNull(),
    side: text('side').$type<Side>().notNull(),
    /** Tells the orders of one side of a pair apart. */
    level: integer('level').notNull().default(0),
    price: decimal('price').notNull(),
    amount: decimal('amount').notNull(),
    state: text('state').$type<OrderState>().notNull(),
    /** How far the state is: news of a lower or equal rank do not change the state. */
    rank: smallint('rank')
      .notNull()
      .generatedAlwaysAs(sql`case state when 'pending' then 0 when 'unknown' then 1 when 'open' then 2 else 3 end`),
    exchangeOrderId: text('exchange_order_id'),
    /** By the exchange's reports. */
    reportedFilled: decimal('reported_filled').notNull(),
    /** By the stored trades. */
    traded: decimal('traded').notNull(),
    tradeCount: integer('trade_count').notNull(),
    recordedTrades: integer('recorded_trades').notNull(),
    /** What the bot held after the last of its trades, while more of it may trade. */
    balancesAfter: jsonb('balances_after').$type<Balances>(),
    /** Ended, all its trades here, and all of them in contract records. */
    settled: boolean('settled')
      .notNull()
      .generatedAlwaysAs(
        sql`state in ('filled', 'cancelled', 'rejected', 'neverPlaced') and traded >= reported_filled and recorded_trades >= trade_count`,
      ),
    /** The rebalance that it belongs to; null for an order of the bot's own. */
    rebalanceId: uuid('rebalance_id'),
    /** Middle of its pair's book when it was written; null where none was known. */
    marketPrice: decimal('market_price'),
    /** Its price was moved to the market, or crossed it at a start. */
    isEvening: boolean('is_evening').notNull().default(false),
    /** Of what a buy costs, the fraction that its fee adds; null: none. */
    feeOnTop: decimal('fee_on_top'),
    sentAt: moment('sent_at').notNull(),
    cancelAskedAt: moment('cancel_asked_at'),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.clientOrderId] }),
    unique('order_intents_sequence').on(table.organizationId, table.botId, table.sequence),
    index('order_intents_unsettled').on(table.organizationId, table.botId, table.sequence).where(sql`not settled`),
    index('order_intents_rebalance').on(table.organizationId, table.rebalanceId).where(sql`rebalance_id is not null`),
    index('order_intents_account_open').on(table.organizationId, table.exchangeAccountId, table.sequence).where(sql`rank < 3`),
    foreignKey({ name: 'order_intents_bot', columns: [table.organizationId, table.botId], foreignColumns: [bots.organizationId, bots.id] }),
    ofOwnOrganization(table.organizationId),
  ],
);

export const fills = pgTable(
  'fills',
  {
    organizationId: organizationId(),
    exchangeAccountId: uuid('exchange_account_id').notNull(),
    pair: text('pair').notNull(),
    tradeId: text('trade_id').notNull(),
    /** The order of booking. */
    number: bigint('number', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    botId: uuid('bot_id').notNull(),
    clientOrderId: text('client_order_id'),
    exchangeOrderId: text('exchange_order_id').notNull(),
    side: text('side').$type<Side>().notNull(),
    price: decimal('price').notNull(),
    amount: decimal('amount').notNull(),
    /** As the exchange told it. */
    notional: decimal('notional').notNull(),
    fee: decimal('fee').notNull(),
    feeCurrency: text('fee_currency').notNull(),
    isMaker: boolean('is_maker').notNull(),
    growth: doublePrecision('growth').notNull(),
    volume: decimal('volume'),
    earned: decimal('earned'),
    at: moment('at').notNull(),
  },
  (table) => [
    /** An account that trades with itself has one trade on two of its orders. */
    primaryKey({
      name: 'fills_trade_of_order',
      columns: [table.organizationId, table.exchangeAccountId, table.pair, table.tradeId, table.exchangeOrderId],
    }),
    index('fills_latest').on(table.organizationId, table.exchangeAccountId, table.pair, table.number),
    index('fills_order').on(table.organizationId, table.clientOrderId),
    index('fills_time').on(table.organizationId, table.botId, table.at, table.number),
    foreignKey({ name: 'fills_bot_fk', columns: [table.organizationId, table.botId], foreignColumns: [bots.organizationId, bots.id] }),
    ofOwnOrganization(table.organizationId),
  ],
);

export const contractRecords = pgTable(
  'contract_records',
  {
    organizationId: organizationId(),
    id: uuid('id').notNull(),
    botId: uuid('bot_id').notNull(),
    /** 1, 2, 3 … within the bot, without a gap, in the order of booking; never changes. */
    number: integer('number').notNull(),
    /** 1, 2, 3 … within the bot, without a gap, in the order of `createdAt`: one that comes late moves those behind it on. */
    place: integer('place').notNull(),
    clientOrderId: text('client_order_id'),
    createdAt: moment('created_at').notNull(),
    pair: text('pair').notNull(),
    side: text('side').$type<Side>().notNull(),
    price: decimal('price').notNull(),
    amount: decimal('amount').notNull(),
    notional: decimal('notional').notNull(),
    fee: decimal('fee').notNull(),
    feeCurrency: text('fee_currency').notNull(),
    basisPointChanged: doublePrecision('basis_point_changed').$type<Bps>().notNull(),
    annualRate: doublePrecision('annual_rate'),
    /** What the bot's strategy told of its settings. */
    facts: jsonb('facts').$type<Facts>().notNull(),
    volume: decimal('volume'),
    earned: decimal('earned'),
    balances: jsonb('balances').$type<Balances>().notNull(),
    tradeIds: text('trade_ids').array().notNull(),
    /** The bot's totals up to and including this record, by `place`. */
    basisPointTotal: doublePrecision('basis_point_total').notNull(),
    volumeTotal: decimal('volume_total').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('contract_records_number').on(table.organizationId, table.botId, table.number),
    index('contract_records_place').on(table.organizationId, table.botId, table.place),
    index('contract_records_time').on(table.organizationId, table.botId, table.createdAt, table.place),
    foreignKey({
      name: 'contract_records_bot',
      columns: [table.organizationId, table.botId],
      foreignColumns: [bots.organizationId, bots.id],
    }),
    ofOwnOrganization(table.organizationId),
  ],
);

/** What a bot's days brought, each with the prices with which it ended. */
export const botDays = pgTable(
  'bot_days',
  {
    organizationId: organizationId(),
    botId: uuid('bot_id').notNull(),
    /** Since when the bot's performance is kept: it begins anew with other currencies. */
    since: moment('since').notNull(),
    /** What it is measured from; null of a beginning that was over before this was kept. */
    start: jsonb('start').$type<PerformanceStart>(),
    /** '2026-01-31', UTC. */
    day: text('day').notNull(),
    activity: jsonb('activity').$type<Activity>().notNull(),
    /** When its prices were looked at last; null where nobody looked. */
    endedAt: moment('ended_at'),
    usd: jsonb('usd').$type<Readonly<Record<Currency, number>>>(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.botId, table.since, table.day] }),
    foreignKey({ name: 'bot_days_bot_fk', columns: [table.organizationId, table.botId], foreignColumns: [bots.organizationId, bots.id] }),
    ofOwnOrganization(table.organizationId),
  ],
);

export const timelineEntries = pgTable(
  'timeline_entries',
  {
    organizationId: organizationId(),
    id: uuid('id').notNull(),
    /** The order of writing, which is not that of ids when two processes write. */
    number: bigint('number', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    botId: uuid('bot_id').notNull(),
    kind: text('kind').$type<TimelineKind>().notNull(),
    facts: jsonb('facts').$type<JsonFacts>().notNull(),
    foldKey: text('fold_key'),
    at: moment('at').notNull(),
    lastAt: moment('last_at').notNull(),
    count: integer('count').notNull(),
    /** On its line, from the oldest: what only replaces orders is one line with others. */
    place: integer('place').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('timeline_entries_lines').on(table.organizationId, table.botId, table.number).where(sql`place = 0`),
    index('timeline_entries_bot').on(table.organizationId, table.botId, table.number),
    foreignKey({
      name: 'timeline_entries_bot_fk',
      columns: [table.organizationId, table.botId],
      foreignColumns: [bots.organizationId, bots.id],
    }),
    ofOwnOrganization(table.organizationId),
  ],
);
