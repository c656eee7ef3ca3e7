import { botWarnings } from '@tenbin/bots';
import * as z from 'zod/mini';
import { Rebalance } from '../rebalances/shapes.ts';
import { route } from '../route.ts';
import { ById, CandleInterval, Count, Flag, Id, listOf, Moment, PairText, pageFields, periodFields, text, Volume } from '../shapes.ts';
import { accountErrors, exchangeErrors } from '../shared-errors.ts';
import { BotResult } from './result-shapes.ts';
import { BalancePoint, CandleFills, CandleRow, ContractRecord, OrderRow, OrderTruth, Performance, TimelineEntry } from './shapes.ts';

export const listRecords = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/bots/{id}/records',
  summary: 'Contract records, newest first.',
  params: ById,
  query: z.object({ ...pageFields(1000), ...periodFields }),
  reply: z.array(ContractRecord),
  errors: ['botNotFound'],
});

export const countRecords = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/bots/{id}/record_count',
  summary: 'How many contract records there are.',
  params: ById,
  query: z.object(periodFields),
  reply: Count,
  errors: ['botNotFound'],
});

export const getPerformance = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/bots/{id}/performance',
  summary: 'Executions and profit up to a moment, and the annual rate as it stood then.',
  params: ById,
  query: z.object({ targetTimestamp: Moment }),
  reply: Performance,
  errors: ['botNotFound'],
});

export const getBotResult = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/bots/{id}/result',
  summary: 'What the bot brought in money, in all and by the day (UTC): in USD and in each currency, fees, and against buy and hold.',
  params: ById,
  query: z.object(pageFields(366)),
  reply: BotResult,
  errors: ['botNotFound'],
});

export const getVolume = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/bots/{id}/volume',
  summary: 'What the bot traded, in USD.',
  params: ById,
  query: z.object(periodFields),
  reply: Volume,
  errors: ['botNotFound'],
});

export const getVolumeThisMonth = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/bots/{id}/volume/this-month',
  summary: "What the bot traded in this calendar month, by the organization's clocks, in USD.",
  params: ById,
  reply: Volume,
  errors: ['botNotFound'],
});

export const listOrders = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/bots/{id}/orders',
  summary: "The bot's orders that are not ended, as the database knows them.",
  params: ById,
  reply: z.array(OrderRow),
  errors: ['botNotFound'],
});

export const getOrderTruth = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/bots/{id}/order-truth',
  summary:
    "The bot's orders as it wants them, as the database knows them and as the exchange reports them, asked with the bot's key and remembered for two seconds.",
  params: ById,
  reply: OrderTruth,
  errors: ['botNotFound', 'exchangeNotFound'],
});

const timelineFields = {
  kind: z.optional(text(60)),
  pair: z.optional(PairText),
  /**
   * In any fact of the decision: a price, an amount, an order's id, a reason's code. Capitals do not matter. Looked for in
   * the newest 10,000 decisions that the rest of the search finds.
   */
  text: z.optional(text(100)),
  /** Kinds, sides and reasons that mean the text in the reader's language: a decision that has one of them is found too. */
  also: z.optional(listOf(text(60), 60)),
  /** By lines: side by side, what only replaces orders is one, told by its newest entry. Of a search every entry is a line. */
  byLine: z.optional(Flag),
  ...periodFields,
};

export const listTimeline = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/bots/{id}/timeline',
  summary: "The bot's decisions and their reasons, newest first; searched by text, kind, pair and period. By lines where asked for.",
  params: ById,
  query: z.object({ ...pageFields(200), ...timelineFields }),
  reply: z.array(TimelineEntry),
  errors: ['botNotFound', 'searchTooBroad'],
});

export const countTimeline = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/bots/{id}/timeline_count',
  summary: 'How many decisions a search of the timeline finds.',
  params: ById,
  query: z.object(timelineFields),
  reply: Count,
  errors: ['botNotFound', 'searchTooBroad'],
});

const candleFields = {
  pair: PairText,
  interval: z._default(CandleInterval, '1m'),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 300),
};

export const listBotCandles = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/bots/{id}/candles',
  summary: "The candles of the last `limit` intervals of one of the bot's pairs, oldest first.",
  params: ById,
  query: z.object(candleFields),
  reply: z.array(CandleRow),
  errors: ['botNotFound', 'candlesBeingFetched', ...exchangeErrors],
  fieldErrors: { pair: ['pairNotAvailable'] },
});

export const listCandleFills = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/bots/{id}/candle-fills',
  summary: "The contract records of the last `limit` intervals of one of the bot's pairs, gathered by candle and side, oldest first.",
  params: ById,
  query: z.object(candleFields),
  reply: z.array(CandleFills),
  errors: ['botNotFound'],
});

export const getBalanceTransition = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/bots/{id}/balance-transition',
  summary: "The bot's balances and their worth over time, beside what merely holding would be worth.",
  params: ById,
  query: z.object({ ...periodFields, points: z._default(z.coerce.number().check(z.int(), z.minimum(2), z.maximum(500)), 120) }),
  reply: z.object({ initialBalance: z.nullable(z.record(z.string(), z.string())), points: z.array(BalancePoint) }),
  errors: ['botNotFound'],
});

export const checkBalance = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/bots/{id}/balance-check',
  summary: "Whether the wallet is even enough to start, and each currency's share.",
  params: ById,
  reply: z.object({
    balanced: z.boolean(),
    /** Percent that a currency may differ from its even share. */
    tolerance: z.number(),
    warnings: z.array(z.enum(botWarnings)),
    currencies: z.array(z.object({ currency: z.string(), balance: z.string(), usd: z.number(), share: z.number(), evenShare: z.number() })),
  }),
  errors: ['botNotFound', ...accountErrors],
});

export const listRebalances = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/exchanges/auto-rebalance',
  summary: "The caller's rebalances with their turnover and fees, newest first.",
  query: z.object({ ...pageFields(100), botId: z.optional(Id) }),
  reply: z.array(Rebalance),
});
