import * as z from 'zod/mini';
import { route } from '../route.ts';
import { Id } from '../shapes.ts';
import { SignedInAdministrator, SignedInOperator } from '../staff/shapes.ts';
import { Email, Password } from '../users/shapes.ts';

export const signInAdministrator = route({
  surface: 'public',
  method: 'POST',
  path: '/admin/organizations/signin',
  summary: 'Signs an administrator in and hands out the key for `x-organization-key`.',
  body: z.object({ email: Email, password: Password, organization: z.optional(Id) }),
  reply: SignedInAdministrator,
  sensitive: true,
  errors: ['organizationNotFound'],
  fieldErrors: { emailOrPassword: ['emailOrPassword'] },
});

export const signInOperator = route({
  surface: 'public',
  method: 'POST',
  path: '/ango-ya/organizations/signin',
  summary: 'Signs an operator in and hands out the key for `x-ango-ya-key`.',
  body: z.object({ email: Email, password: Password }),
  reply: SignedInOperator,
  sensitive: true,
  fieldErrors: { emailOrPassword: ['emailOrPassword'] },
});
