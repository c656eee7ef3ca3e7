import type { MailTopic } from '@tenbin/accounts';
import * as z from 'zod/mini';
import { route } from '../route.ts';

/** By topic: whether it is mailed. Security, the account itself and its payments always are. */
const Notifications = z.object({
  botStops: z.boolean(),
  rebalances: z.boolean(),
  tradingVolume: z.boolean(),
  news: z.boolean(),
} satisfies Record<MailTopic, z.ZodMiniBoolean>);

export const getNotifications = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/users/self/notifications',
  summary: 'Which mails the caller wants: when a bot stops, when a rebalance or an automatic start ends, near the trading limit, and news.',
  reply: Notifications,
});

export const updateNotifications = route({
  surface: 'user',
  method: 'PUT',
  path: '/api/users/self/notifications',
  summary: 'Chooses them; what is not named stays. What concerns security, the account or payments is always mailed.',
  body: z.partial(Notifications),
  reply: Notifications,
});
