import * as z from 'zod/mini';
import { Bot } from '../bots/shapes.ts';
import { route } from '../route.ts';
import { ById, Success, skipFields } from '../shapes.ts';
import { startErrors } from '../shared-errors.ts';

export const startBotAsAdministrator = route({
  surface: 'organization',
  needs: 'bots',
  method: 'PUT',
  path: '/admin/bots/{id}/start',
  summary: 'Asks a bot of the organization to run, with the same checks as for its user, who must not be suspended.',
  params: ById,
  reply: Success,
  errors: [...startErrors, 'userBanned'],
});

export const listBotsOfOrganization = route({
  surface: 'organization',
  needs: 'read',
  method: 'GET',
  path: '/admin/bots',
  summary: 'The bots of the organization, newest first.',
  query: z.object(skipFields(100)),
  reply: z.array(Bot),
});
