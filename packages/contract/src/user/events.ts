import * as z from 'zod/mini';
import { ContractRecord } from '../bots/shapes.ts';
import { route } from '../route.ts';
import { Id } from '../shapes.ts';

/** What changes while one looks. Figures that were missed come by reading again after `hello`. */
export const LiveEvent = z.discriminatedUnion('type', [
  /** First after every connect. */
  z.object({ type: z.literal('hello'), at: z.string() }),
  /** State, messages, balances or settings of a bot changed: read it again. */
  z.object({ type: z.literal('bot'), botId: Id }),
  z.object({ type: z.literal('record'), botId: Id, record: ContractRecord }),
  z.object({ type: z.literal('orders'), botId: Id }),
  z.object({ type: z.literal('timeline'), botId: Id }),
  /** The caller's profile, plan or payments changed: read them again. */
  z.object({ type: z.literal('account') }),
  /** At most once a second and pair. */
  z.object({
    type: z.literal('price'),
    exchangeId: Id,
    pair: z.string(),
    bestBid: z.string(),
    bestAsk: z.string(),
    last: z.string(),
    at: z.string(),
  }),
]);
export type LiveEvent = z.infer<typeof LiveEvent>;

export const watchEvents = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/events',
  summary: "Live changes of the caller's bots, plan and profile as server-sent events.",
  reply: LiveEvent,
  answers: 'events',
});
