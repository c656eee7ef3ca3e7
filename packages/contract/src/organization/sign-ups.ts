import * as z from 'zod/mini';
import { route } from '../route.ts';
import { Count, Id, IsoTime, Language, skipFields, text } from '../shapes.ts';

/** Somebody who signed up and has not entered the mailed code yet. */
export const WaitingSignUp = z.object({ _id: Id, email: z.string(), language: Language, createdAt: IsoTime, expiresAt: IsoTime });

export const listWaitingSignUps = route({
  surface: 'organization',
  needs: 'read',
  method: 'GET',
  path: '/admin/users/sign-ups',
  summary: 'Who signed up and has not entered the mailed code yet, newest first.',
  query: z.object({ ...skipFields(100), email: z.optional(text(254)) }),
  reply: z.array(WaitingSignUp),
});

export const countWaitingSignUps = route({
  surface: 'organization',
  needs: 'read',
  method: 'GET',
  path: '/admin/users/sign-ups/count',
  summary: 'How many have signed up and have not entered the mailed code yet.',
  query: z.object({ email: z.optional(text(254)) }),
  reply: Count,
});
