import * as z from 'zod/mini';
import { Id, Success, text } from '../shapes.ts';
import { Password } from '../users/shapes.ts';

/** How anybody sets a password by a mailed link: asked for by address, used by its token. */
export const passwordReset = {
  body: z.object({
    email: z.optional(text(254)),
    token: z.optional(text(100)),
    password: z.optional(Password),
    organization: z.optional(Id),
  }),
  reply: Success,
  sensitive: true,
  errors: ['organizationNotFound', 'organizationElsewhere'],
  fieldErrors: {
    email: ['emailRequired', 'invalidEmail'],
    token: ['resetLinkInvalid'],
    password: ['passwordRequired', 'weakPassword'],
  },
} as const;
