import { chargingEnds } from '@tenbin/billing';
import * as z from 'zod/mini';
import { route } from '../route.ts';
import { ById, Id, Language, Success, text } from '../shapes.ts';
import { StopAsked } from '../stops/shapes.ts';
import { AdministeredUser, ExaminedUser } from '../users/administered-user.ts';
import { Email, User } from '../users/shapes.ts';

/** In the words of who does it: kept in the audit log. */
const Reason = text(500);

const reasonBody = z.object({ reason: z.optional(Reason) });

export const inviteUser = route({
  surface: 'organization',
  needs: 'users',
  method: 'POST',
  path: '/admin/users',
  summary: 'Makes a user, who is mailed a link with which they choose their password, once, within seven days.',
  body: z.object({
    email: Email,
    firstName: z.optional(text(100)),
    lastName: z.optional(text(100)),
    language: z.optional(Language),
    isAffiliate: z.optional(z.boolean()),
    /** Given to them without payment. */
    planId: z.optional(Id),
  }),
  reply: AdministeredUser,
  status: 201,
  errors: ['organizationFull', 'userPlanNotFound'],
  fieldErrors: { email: ['invalidEmail', 'emailTaken'] },
});

export const getUser = route({
  surface: 'organization',
  needs: 'read',
  method: 'GET',
  path: '/admin/users/{id}',
  summary: 'A user of the organization.',
  params: ById,
  reply: ExaminedUser,
  errors: ['userNotFound'],
});

export const updateUser = route({
  surface: 'organization',
  needs: 'users',
  method: 'PUT',
  path: '/admin/users/{id}',
  summary:
    'Changes a user. Whoever becomes an affiliate may run no bots: those that run are asked to stop. A new address counts when its owner has entered the code that is mailed to it.',
  params: ById,
  body: z.object({
    isAffiliate: z.optional(z.boolean()),
    firstName: z.optional(text(100)),
    lastName: z.optional(text(100)),
    phoneNumber: z.optional(text(50)),
    address: z.optional(text(300)),
    language: z.optional(Language),
    email: z.optional(Email),
    reason: z.optional(Reason),
  }),
  reply: User,
  errors: ['userNotFound', 'resendTooSoon'],
  fieldErrors: { email: ['invalidEmail', 'currentlyUsedEmail', 'emailTaken'] },
});

/** A stop, and what became of what they are charged for. */
const UserBanned = z.extend(StopAsked, {
  /**
   * - `none`: nothing was charged;
   * - `ended`: cancelled at the payment provider;
   * - `pending`: the provider could not be reached; it is tried again until nothing more is charged.
   */
  charging: z.enum(chargingEnds),
});

export const banUser = route({
  surface: 'organization',
  needs: 'users',
  method: 'PUT',
  path: '/admin/users/{id}/ban',
  summary:
    'Suspends a user: ends their sessions, event streams and links at once, refuses new ones, asks all of their bots to stop, and ends what they pay for at the payment provider.',
  params: ById,
  body: reasonBody,
  reply: UserBanned,
  errors: ['userNotFound'],
});

export const pardonUser = route({
  surface: 'organization',
  needs: 'users',
  method: 'PUT',
  path: '/admin/users/{id}/pardon',
  summary: 'Lets a suspended user sign in again. Their bots stay stopped until they are started, and what they paid for stays ended.',
  params: ById,
  body: reasonBody,
  reply: Success,
  errors: ['userNotFound'],
});

export const noteUser = route({
  surface: 'organization',
  needs: 'users',
  method: 'PUT',
  path: '/admin/users/{id}/note',
  summary: 'Keeps a note of a user, and whether they are flagged, for the administrators.',
  params: ById,
  body: z.object({ note: text(2000), isFlagged: z.boolean() }),
  reply: Success,
  errors: ['userNotFound'],
});
