import * as z from 'zod/mini';
import { route } from '../route.ts';
import { ById, Success } from '../shapes.ts';
import { StopAsked } from '../stops/shapes.ts';
import { User } from '../users/shapes.ts';

export const banUser = route({
  surface: 'organization',
  needs: 'users',
  method: 'PUT',
  path: '/admin/users/{id}/ban',
  summary: 'Suspends a user: ends their sessions at once, refuses new ones, and asks all of their bots to stop.',
  params: ById,
  reply: StopAsked,
  errors: ['userNotFound'],
});

export const pardonUser = route({
  surface: 'organization',
  needs: 'users',
  method: 'PUT',
  path: '/admin/users/{id}/pardon',
  summary: 'Lets a suspended user sign in again. Their bots stay stopped until they are started.',
  params: ById,
  reply: Success,
  errors: ['userNotFound'],
});

export const updateUser = route({
  surface: 'organization',
  needs: 'users',
  method: 'PUT',
  path: '/admin/users/{id}',
  summary: 'Changes a user. Whoever becomes an affiliate may run no bots: those that run are asked to stop.',
  params: ById,
  body: z.object({ isAffiliate: z.optional(z.boolean()) }),
  reply: User,
  errors: ['userNotFound'],
});
