import * as z from 'zod/mini';
import { route } from '../route.ts';
import { ById, Id, Language, Success, text, Volume } from '../shapes.ts';
import { StopAsked } from '../stops/shapes.ts';
import { Email, Password, SignedInUser, SignedUp, User } from './shapes.ts';

export const createUser = route({
  surface: 'public',
  method: 'POST',
  path: '/api/users',
  summary:
    'Signs somebody up and mails a code. A later sign-up takes the place of one that is not verified. Answers alike for new and for registered addresses.',
  body: z.object({
    email: Email,
    password: Password,
    organization: z.optional(Id),
    referralCode: z.optional(text(60)),
    language: z.optional(Language),
  }),
  reply: SignedUp,
  status: 201,
  sensitive: true,
  faults: [
    'invalidEmail',
    'weakPassword',
    'referralCodeRequired',
    'invalidReferralCode',
    'organizationNotFound',
    'organizationElsewhere',
    'signUpClosed',
  ],
});

export const verifyUser = route({
  surface: 'public',
  method: 'POST',
  path: '/api/users/verify',
  summary:
    'Confirms the e-mail address with the mailed code and signs in. The code counts only with the ticket or the password of the sign-up.',
  body: z.object({
    email: Email,
    code: text(20),
    ticket: z.optional(text(100)),
    password: z.optional(Password),
    organization: z.optional(Id),
  }),
  reply: SignedInUser,
  sensitive: true,
  faults: [
    'passwordRequired',
    'emailOrPassword',
    'verificationCodeWrong',
    'verificationCodeExpired',
    'verificationCodeUsedUp',
    'alreadyVerified',
    'emailTaken',
    'userBanned',
    'organizationNotFound',
    'organizationElsewhere',
  ],
});

export const resendVerification = route({
  surface: 'public',
  method: 'POST',
  path: '/api/users/resend-verification',
  summary: 'Mails a new code, after pauses that grow, ten times a day at most. Answers alike for addresses that are not registered.',
  body: z.object({ email: Email, organization: z.optional(Id) }),
  reply: z.extend(Success, { resendAfterSeconds: z.number() }),
  faults: ['resendTooSoon', 'invalidEmail', 'organizationNotFound', 'organizationElsewhere'],
});

export const signIn = route({
  surface: 'public',
  method: 'POST',
  path: '/api/users/signin',
  summary: 'Signs in and hands out the key for `x-user-key`.',
  body: z.object({ email: Email, password: Password, organization: z.optional(Id) }),
  reply: SignedInUser,
  sensitive: true,
  faults: ['emailOrPassword', 'emailVerified', 'userBanned', 'organizationNotFound'],
});

export const signOut = route({
  surface: 'user',
  method: 'DELETE',
  path: '/api/users/session',
  summary: 'Ends the session at once.',
  reply: Success,
});

export const getSelf = route({ surface: 'user', method: 'GET', path: '/api/users/self', summary: 'The caller.', reply: User });

/** Characters that a user's own data have at most. */
export const longestOfSelf = { firstName: 100, lastName: 100, phoneNumber: 30, address: 300 } as const;

const userFields = z.object({
  firstName: z.optional(text(longestOfSelf.firstName)),
  lastName: z.optional(text(longestOfSelf.lastName)),
  phoneNumber: z.optional(text(longestOfSelf.phoneNumber)),
  address: z.optional(text(longestOfSelf.address)),
  language: z.optional(Language),
  actionFlags: z.optional(z.array(text(60)).check(z.maxLength(20))),
});

export const updateSelf = route({
  surface: 'user',
  method: 'PUT',
  path: '/api/users/self',
  summary: "Changes the caller's own data. Action flags are added to those already there.",
  body: userFields,
  reply: User,
  faults: ['invalidActionFlags'],
});

export const patchSelf = route({
  surface: 'user',
  method: 'PATCH',
  path: '/api/users/self',
  summary: 'The same as PUT.',
  body: userFields,
  reply: User,
  faults: ['invalidActionFlags'],
});

export const getOwnVolumeThisMonth = route({
  surface: 'user',
  method: 'GET',
  path: '/api/users/self/volume/this-month',
  summary: 'What all bots of the caller traded in this calendar month (UTC), in USD.',
  reply: Volume,
});

export const banUser = route({
  surface: 'organization',
  method: 'PUT',
  path: '/admin/users/{id}/ban',
  summary: 'Suspends a user: ends their sessions at once, refuses new ones, and asks all of their bots to stop.',
  params: ById,
  reply: StopAsked,
  faults: ['notFound'],
});

export const pardonUser = route({
  surface: 'organization',
  method: 'PUT',
  path: '/admin/users/{id}/pardon',
  summary: 'Lets a suspended user sign in again. Their bots stay stopped until they are started.',
  params: ById,
  reply: Success,
  faults: ['notFound'],
});
