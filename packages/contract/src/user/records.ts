import * as z from 'zod/mini';
import { ContractRecord } from '../bots/shapes.ts';
import { route } from '../route.ts';
import { Amounts, csvFields, DecimalText, Id, PairText, pageFields, periodFields, Side, timeZoneField } from '../shapes.ts';

/** What a list of records, its totals and its files are filtered by. */
const recordFields = {
  ...periodFields,
  /** Deleted bots have theirs still. */
  botId: z.optional(Id),
  pair: z.optional(PairText),
  side: z.optional(Side),
};

export const listOwnRecords = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/records',
  summary: 'Contract records of the bots of the caller, deleted ones too, newest first.',
  query: z.object({ ...pageFields(1000), ...recordFields }),
  reply: z.array(ContractRecord),
});

export const getRecordTotals = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/records/totals',
  summary: 'What the contract records that a filter finds add up to, exactly.',
  query: z.object(recordFields),
  reply: z.object({
    count: z.number(),
    /** USD. */
    volume: DecimalText,
    basisPoint: z.number(),
    /** USD after fees, each at the prices of its moment. */
    earned: DecimalText,
    /** By the coin in which they were paid. */
    fees: Amounts,
    /** What the trades and their fees changed, by currency. */
    changes: Amounts,
  }),
});

export const downloadRecords = route({
  surface: 'user',
  method: 'GET',
  path: '/api/records/download',
  summary: 'Every trade of all bots of the caller, those of rebalances and of deleted bots too, oldest first.',
  query: z.object({ ...recordFields, ...csvFields }),
  reply: z.string(),
  answers: 'csv',
  columns: {
    createdAt: 'time',
    kind: 'text',
    botId: 'text',
    bot: 'text',
    exchange: 'text',
    pair: 'text',
    side: 'text',
    price: 'number',
    amount: 'number',
    notional: 'number',
    fee: 'number',
    feeCurrency: 'text',
    volume: 'number',
    basisPointChanged: 'number',
    earned: 'number',
    tradeId: 'text',
    orderId: 'text',
  },
});

/** The columns and their order are Cryptact's: see docs/reference/record-files.md. */
export const downloadTaxRecords = route({
  surface: 'user',
  method: 'GET',
  path: '/api/tax-records/download',
  summary: "The same as a custom file of Cryptact, which reckons taxes on crypto assets: times are those of the time zone's clocks.",
  query: z.object({ ...recordFields, ...timeZoneField }),
  reply: z.string(),
  answers: 'csv',
  columns: {
    Timestamp: 'text',
    Action: 'text',
    Source: 'text',
    Base: 'text',
    Volume: 'number',
    Price: 'number',
    Counter: 'text',
    Fee: 'number',
    FeeCcy: 'text',
    Comment: 'text',
  },
});
