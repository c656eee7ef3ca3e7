import * as z from 'zod/mini';
import { route } from '../route.ts';
import { csvFields, Id, PairText, periodFields } from '../shapes.ts';

export const downloadRecords = route({
  surface: 'user',
  method: 'GET',
  path: '/api/records/download',
  summary: 'The contract records of all bots of the caller, deleted ones too, oldest first.',
  query: z.object({
    ...periodFields,
    botId: z.optional(Id),
    pair: z.optional(PairText),
    side: z.optional(z.enum(['buy', 'sell'])),
    ...csvFields,
  }),
  reply: z.string(),
  answers: 'csv',
  columns: {
    _id: 'text',
    createdAt: 'time',
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
  },
});
