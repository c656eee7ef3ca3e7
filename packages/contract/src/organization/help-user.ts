import * as z from 'zod/mini';
import { route } from '../route.ts';
import { ById, IsoTime, Success, text } from '../shapes.ts';
import { AdministeredUser } from '../users/administered-user.ts';
import { FactorCode, factorCodeErrors } from '../users/shapes.ts';

export const endSessionsOfUser = route({
  surface: 'organization',
  needs: 'users',
  method: 'DELETE',
  path: '/admin/users/{id}/sessions',
  summary: 'Signs a user out everywhere, at once.',
  params: ById,
  reply: Success,
  errors: ['userNotFound'],
});

export const mailResetLinkToUser = route({
  surface: 'organization',
  needs: 'users',
  method: 'POST',
  path: '/admin/users/{id}/reset-mail',
  summary: 'Mails a user a link with which they choose another password; their invitation again where they have not followed it yet.',
  params: ById,
  reply: Success,
  errors: ['userNotFound', 'userBanned', 'resendTooSoon'],
});

export const verifyUserByHand = route({
  surface: 'organization',
  needs: 'users',
  method: 'PUT',
  path: '/admin/users/{id}/verify',
  summary: 'Takes an address as confirmed: of a user, or of somebody who signed up and has not entered the code, who becomes a user.',
  params: ById,
  body: z.object({ reason: text(500, { least: 1, pattern: /\S/ }) }),
  reply: AdministeredUser,
  errors: ['organizationFull', 'userNotFound', 'alreadyVerified', 'emailTaken', 'sscLinkageFail'],
});

export const removeFactorsOfUser = route({
  surface: 'organization',
  needs: 'users',
  method: 'DELETE',
  path: '/admin/users/{id}/factors',
  summary: 'Takes away whatever a user has lost beside their password: app, passkeys and recovery codes. They are told by mail.',
  params: ById,
  body: z.object({ reason: text(500, { least: 1, pattern: /\S/ }) }),
  reply: Success,
  errors: ['userNotFound', 'authenticatorNotFound'],
});

export const viewUser = route({
  surface: 'organization',
  needs: 'users',
  method: 'POST',
  path: '/admin/users/{id}/view',
  summary:
    'Opens the console as a user sees it, for half an hour, to be read alone, with a code of the second factor. The link is good for two minutes and once. The user is told by mail.',
  params: ById,
  body: z.object({ reason: text(500, { least: 1, pattern: /\S/ }), code: FactorCode }),
  reply: z.object({
    url: z.string(),
    /** Until then the address begins the look. */
    openUntil: IsoTime,
    endsAt: IsoTime,
  }),
  status: 201,
  sensitive: true,
  errors: ['userNotFound', 'userBanned', 'userIsStaff', 'ownFactorMissing'],
  fieldErrors: { code: factorCodeErrors },
});
