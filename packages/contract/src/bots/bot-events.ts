import * as z from 'zod/mini';
import { BotState, Id } from '../shapes.ts';

/** Status and counts of a bot, for who watches over bots of others. */
export const botSummaryFields = {
  type: z.literal('bot'),
  botId: Id,
  state: BotState,
  /** It is wanted to run. */
  active: z.boolean(),
  openOrderCount: z.number(),
  executionCount: z.number(),
  lastFillAt: z.nullable(z.string()),
};

/** First after every connect, and whenever something may have been missed: read anew. */
export const Hello = z.object({ type: z.literal('hello'), at: z.string() });
export const BotDeleted = z.object({ type: z.literal('botDeleted'), botId: Id });
