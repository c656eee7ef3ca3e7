import * as z from 'zod/mini';
import { route } from '../route.ts';
import { ById, skipFields } from '../shapes.ts';
import { Stop, StopAsked } from '../stops/shapes.ts';

export const stopBotsOfPlatform = route({
  surface: 'operator',
  needs: 'operate',
  method: 'PUT',
  path: '/ango-ya/bots/stop_all',
  summary: 'Asks all bots of all organizations to stop.',
  reply: StopAsked,
});

export const getPlatformStop = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/stops/{id}',
  summary: 'What a stop of any scope has done so far, bot by bot; its receipt when it is over.',
  params: ById,
  query: z.object(skipFields(1000)),
  reply: Stop,
  errors: ['stopNotFound'],
});
