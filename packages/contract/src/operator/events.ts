import * as z from 'zod/mini';
import { BotDeleted, botSummaryFields, Hello } from '../bots/bot-events.ts';
import { route } from '../route.ts';
import { Id } from '../shapes.ts';

/** What changes of all bots, once a second for each at most. */
export const PlatformEvent = z.discriminatedUnion('type', [Hello, z.object({ ...botSummaryFields, organization: Id }), BotDeleted]);
export type PlatformEvent = z.infer<typeof PlatformEvent>;

export const watchPlatformEvents = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/events',
  summary: 'Live changes of all bots as server-sent events.',
  reply: PlatformEvent,
  answers: 'events',
});
