import type { PushTopic } from '@tenbin/accounts';
import * as z from 'zod/mini';
import { route } from '../route.ts';
import { ById, Id, IsoTime, Success, text } from '../shapes.ts';

const PushTopics = { botStops: z.boolean(), rebalances: z.boolean(), tradingVolume: z.boolean() } satisfies Record<
  PushTopic,
  z.ZodMiniBoolean
>;

const Pushes = z.object({
  ...PushTopics,
  /** By which a browser knows who may send to it: a point on P-256, base64url. */
  publicKey: z.string(),
  /** Those that are told, for as long as they are signed in. */
  browsers: z.array(z.object({ _id: Id, device: z.nullable(z.string()), createdAt: IsoTime, isThis: z.boolean() })),
});

export const getPushes = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/users/self/pushes',
  summary: 'Which of the caller’s browsers are told what happens to their bots, and of what.',
  reply: Pushes,
});

export const updatePushes = route({
  surface: 'user',
  method: 'PUT',
  path: '/api/users/self/pushes',
  summary: 'Chooses what all of them are told; what is not named stays. Mails are chosen apart.',
  body: z.partial(z.object(PushTopics)),
  reply: Pushes,
});

export const addPushBrowser = route({
  surface: 'user',
  method: 'POST',
  path: '/api/users/self/pushes/browsers',
  summary: 'The browser of this session is told from now on, until it is removed, or signed out. Given: what it got from its push service.',
  body: z.object({
    endpoint: text(1000, { pattern: /^https?:\/\/\S+$/ }),
    p256dh: text(88, { pattern: /^[\w-]{87}=?$/ }),
    auth: text(24, { pattern: /^[\w-]{22}(?:==)?$/ }),
  }),
  reply: Pushes,
});

export const removePushBrowser = route({
  surface: 'user',
  method: 'DELETE',
  path: '/api/users/self/pushes/browsers/{id}',
  summary: 'A browser is told nothing any more.',
  params: ById,
  reply: Success,
  errors: ['notFound'],
});
