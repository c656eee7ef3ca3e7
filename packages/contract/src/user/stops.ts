import * as z from 'zod/mini';
import { route } from '../route.ts';
import { ActiveStop } from '../stops/shapes.ts';

export const listActiveStops = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/stops',
  summary:
    "Which of the caller's bots the organization or the platform stopped, and how far that is. A stop stands until the bot is started again.",
  reply: z.array(ActiveStop),
});
