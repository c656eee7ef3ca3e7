import * as z from 'zod/mini';
import { BotDeleted, botSummaryFields, Hello } from '../bots/bot-events.ts';
import { route } from '../route.ts';
import { Id } from '../shapes.ts';

/** What changes of an organization's bots, once a second for each at most. */
export const OrganizationEvent = z.discriminatedUnion('type', [
  Hello,
  z.object({ ...botSummaryFields, name: z.string(), user: Id }),
  BotDeleted,
]);
export type OrganizationEvent = z.infer<typeof OrganizationEvent>;

export const watchOrganizationEvents = route({
  surface: 'organization',
  needs: 'read',
  method: 'GET',
  path: '/admin/events',
  summary: "Live changes of the organization's bots as server-sent events.",
  reply: OrganizationEvent,
  answers: 'events',
});
