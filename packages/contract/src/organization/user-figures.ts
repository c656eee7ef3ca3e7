import { activityScales } from '@tenbin/accounts';
import * as z from 'zod/mini';
import { route } from '../route.ts';
import { Count, monthFields } from '../shapes.ts';

export const countActiveUsers = route({
  surface: 'organization',
  needs: 'read',
  method: 'GET',
  path: '/admin/users/active_count',
  summary: 'How many users had at least one contract record in a month (UTC); in the present one unless another is named.',
  query: z.object(monthFields),
  reply: Count,
});

export const countVerifiedUsers = route({
  surface: 'organization',
  needs: 'read',
  method: 'GET',
  path: '/admin/users/verified_count',
  summary: 'How many users have confirmed their address.',
  reply: Count,
});

export const getUserHistory = route({
  surface: 'organization',
  needs: 'read',
  method: 'GET',
  path: '/admin/users/count_history',
  summary: 'How many users there were at the end of each of the last 60 days, 24 months, or of each of the last 10 years (UTC).',
  query: z.object({ scale: z._default(z.enum(activityScales), 'month') }),
  reply: z.array(
    z.object({
      /** Its first day, '2026-01-01'. */
      at: z.string(),
      all: z.number(),
      verified: z.number(),
      paid: z.number(),
      /** Traded in it. */
      active: z.number(),
    }),
  ),
});
