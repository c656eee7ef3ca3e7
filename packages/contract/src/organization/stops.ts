import * as z from 'zod/mini';
import { route } from '../route.ts';
import { ById, skipFields } from '../shapes.ts';
import { Stop, StopAsked } from '../stops/shapes.ts';

export const stopBotAsAdministrator = route({
  surface: 'organization',
  needs: 'stop',
  method: 'PUT',
  path: '/admin/bots/{id}/stop',
  summary: 'Asks a bot to stop. The stop is over when the exchange confirms that none of its orders is open.',
  params: ById,
  reply: StopAsked,
  errors: ['botNotFound'],
});

export const stopBotsOfOrganization = route({
  surface: 'organization',
  needs: 'stop',
  method: 'PUT',
  path: '/admin/bots/stop_all',
  summary: 'Asks all bots of the organization to stop.',
  reply: StopAsked,
});

export const stopBotsOfUser = route({
  surface: 'organization',
  needs: 'stop',
  method: 'PUT',
  path: '/admin/users/{id}/stop',
  summary: 'Asks all bots of a user to stop.',
  params: ById,
  reply: StopAsked,
  errors: ['userNotFound'],
});

export const getStop = route({
  surface: 'organization',
  needs: 'read',
  method: 'GET',
  path: '/admin/stops/{id}',
  summary: 'What a stop has done so far, bot by bot; its receipt when it is over.',
  params: ById,
  query: z.object(skipFields(1000)),
  reply: Stop,
  errors: ['stopNotFound'],
});
