import * as z from 'zod/mini';
import { route } from '../route.ts';
import { ById, skipFields } from '../shapes.ts';
import { StandingStop, Stop, StopAsked } from './shapes.ts';

export const listStandingStops = route({
  surface: 'user',
  method: 'GET',
  path: '/api/stops',
  summary:
    "Which of the caller's bots the organization or the platform stopped, and how far that is. A stop stands until the bot is started again.",
  reply: z.array(StandingStop),
});

export const stopBotAsAdministrator = route({
  surface: 'organization',
  method: 'PUT',
  path: '/admin/bots/{id}/stop',
  summary: 'Asks a bot to stop. The stop is over when the exchange confirms that none of its orders is open.',
  params: ById,
  reply: StopAsked,
  faults: ['botNotFound'],
});

export const stopBotsOfOrganization = route({
  surface: 'organization',
  method: 'PUT',
  path: '/admin/bots/stop_all',
  summary: 'Asks all bots of the organization to stop.',
  reply: StopAsked,
});

export const stopBotsOfUser = route({
  surface: 'organization',
  method: 'PUT',
  path: '/admin/users/{id}/stop',
  summary: 'Asks all bots of a user to stop.',
  params: ById,
  reply: StopAsked,
  faults: ['notFound'],
});

export const getStop = route({
  surface: 'organization',
  method: 'GET',
  path: '/admin/stops/{id}',
  summary: 'What a stop has done so far, bot by bot; its receipt when it is over.',
  params: ById,
  query: z.object(skipFields(1000)),
  reply: Stop,
  faults: ['stopNotFound'],
});

export const stopBotsOfPlatform = route({
  surface: 'operator',
  method: 'PUT',
  path: '/ango-ya/bots/stop_all',
  summary: 'Asks all bots of all organizations to stop.',
  reply: StopAsked,
});

export const getPlatformStop = route({
  surface: 'operator',
  method: 'GET',
  path: '/ango-ya/stops/{id}',
  summary: 'What a stop of any scope has done so far, bot by bot; its receipt when it is over.',
  params: ById,
  query: z.object(skipFields(1000)),
  reply: Stop,
  faults: ['stopNotFound'],
});
