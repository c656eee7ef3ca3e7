import * as z from 'zod/mini';
import { route } from '../route.ts';
import { Id, Success } from '../shapes.ts';
import { Email, Password } from '../users/shapes.ts';
import { SignedInAdministrator, SignedInOperator } from './shapes.ts';

export const signInAdministrator = route({
  surface: 'public',
  method: 'POST',
  path: '/admin/organizations/signin',
  summary: 'Signs an administrator in and hands out the key for `x-organization-key`.',
  body: z.object({ email: Email, password: Password, organization: z.optional(Id) }),
  reply: SignedInAdministrator,
  sensitive: true,
  faults: ['emailOrPassword', 'organizationNotFound'],
});

export const signOutAdministrator = route({
  surface: 'organization',
  method: 'DELETE',
  path: '/admin/organizations/session',
  summary: 'Ends the session at once.',
  reply: Success,
});

export const signInOperator = route({
  surface: 'public',
  method: 'POST',
  path: '/ango-ya/organizations/signin',
  summary: 'Signs an operator in and hands out the key for `x-ango-ya-key`.',
  body: z.object({ email: Email, password: Password }),
  reply: SignedInOperator,
  sensitive: true,
  faults: ['emailOrPassword'],
});

export const signOutOperator = route({
  surface: 'operator',
  method: 'DELETE',
  path: '/ango-ya/organizations/session',
  summary: 'Ends the session at once.',
  reply: Success,
});
