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
    /** What payments brought, in whole yen, in calendar months of the organization's zone; null: money is none of the caller's business. */
    revenue: z.nullable(
      z.object({
        thisMonth: z.number(),
        lastMonth: z.number(),
        /** The last twelve months, the present one last: 'yyyy-mm'. */
        months: z.array(z.object({ month: z.string(), total: z.number() })),
      }),
    ),
    /** Each bot is counted once, as the filter `standing` finds it. */
    bots: z.object({
      running: z.number(),
      stopped: z.number(),
      between: z.number(),
      /** Of those that are stopped: why, most frequent first; null: no cause is known. */
      byCause: z.array(z.object({ cause: z.nullable(StopCause), count: z.number() })),
    }),
    attention: z.object({
      /** Users of whom a payment is missing (`isPaymentMissing`). */
      failedPayments: z.number(),
      /** Bots that stopped by a fault in the last 24 hours, and have not run since (`cause=fault&stoppedWithinHours=24`). */
      faultedBots: z.number(),
      flaggedUsers: z.number(),
      /** Users who are not suspended, and whose address bounces (`isBouncing=true&isBanned=false`). */
      bouncingUsers: z.number(),
      /** Bots whose key ends in the next 14 days, where the exchange tells (`keyEndsWithinDays=14`). */
      endingKeys: z.number(),
    }),
  }),
});
