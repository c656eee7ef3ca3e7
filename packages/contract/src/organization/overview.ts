import * as z from 'zod/mini';
import { StopCause } from '../bots/administered-bot.ts';
import { route } from '../route.ts';

export const getOverview = route({
  surface: 'organization',
  needs: 'read',
  method: 'GET',
  path: '/admin/overview',
  summary: 'How the organization is doing: its users, what they trade, its bots, and what needs somebody.',
  reply: z.object({
    users: z.object({
      all: z.number(),
      verified: z.number(),
      paid: z.number(),
      /** With at least one bot that runs. */
      running: z.number(),
      newThisMonth: z.number(),
    }),
    /** USD, in calendar months (UTC). */
    volume: z.object({ thisMonth: z.number(), lastMonth: z.number() }),
    bots: z.object({
      running: z.number(),
      stopped: z.number(),
      /** Starting, stopping or rebalancing. */
      between: z.number(),
      /** Of those that are stopped: why, most frequent first; null: they never ran. */
      byCause: z.array(z.object({ cause: z.nullable(StopCause), count: z.number() })),
    }),
    attention: z.object({
      /** Users whose payment is missing. */
      failedPayments: z.number(),
      /** Bots that stopped by a fault in the last 24 hours, and have not run since. */
      faultedBots: z.number(),
      flaggedUsers: z.number(),
    }),
  }),
});
