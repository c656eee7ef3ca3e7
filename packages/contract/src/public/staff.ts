import * as z from 'zod/mini';
import { route } from '../route.ts';
import { Id, Success, text } from '../shapes.ts';
import { SignedInAdministrator, SignedInOperator } from '../staff/shapes.ts';
import { PasskeyRequest, PasskeySignature, PasskeyState } from '../users/passkey-shapes.ts';
import { Email, FactorCode, factorCodeErrors, Password } from '../users/shapes.ts';
import { passwordReset } from './password-reset.ts';

export const signInAdministrator = route({
  surface: 'public',
  method: 'POST',
  path: '/admin/organizations/signin',
  summary:
    'Signs an administrator in and hands out the key for `x-organization-key`. Where the password is not enough it answers `factorRequired` with a challenge, which is good for five minutes and for the second step alone.',
  body: z.object({ email: Email, password: Password, organization: z.optional(Id) }),
  reply: SignedInAdministrator,
  sensitive: true,
  errors: ['organizationNotFound', 'factorRequired'],
  fieldErrors: { emailOrPassword: ['emailOrPassword'] },
});

export const signInAdministratorWithFactor = route({
  surface: 'public',
  method: 'POST',
  path: '/admin/organizations/signin/factor',
  summary: "The second step of an administrator's sign-in: a code of the authenticator app, or a recovery code. Each is good once.",
  body: z.object({ challenge: text(2000), code: FactorCode }),
  reply: SignedInAdministrator,
  sensitive: true,
  errors: ['factorChallengeExpired'],
  fieldErrors: { code: factorCodeErrors, emailOrPassword: ['emailOrPassword'] },
});

export const askForAdministratorPasskey = route({
  surface: 'public',
  method: 'POST',
  path: '/admin/organizations/signin/passkey/options',
  summary:
    "What a browser signs an administrator's sign-in with: with the challenge of `factorRequired` its second step, without one in the place of a password.",
  body: z.object({ challenge: z.optional(text(2000)), organization: z.optional(Id) }),
  reply: PasskeyRequest,
  sensitive: true,
  audited: false,
  errors: ['factorChallengeExpired', 'organizationNotFound'],
});

export const signInAdministratorWithPasskey = route({
  surface: 'public',
  method: 'POST',
  path: '/admin/organizations/signin/passkey',
  summary:
    'Signs an administrator in by what a passkey signed. In the place of a password it must have verified its user, and after a new password that is asked for once.',
  body: z.object({ state: PasskeyState, response: PasskeySignature }),
  reply: SignedInAdministrator,
  sensitive: true,
  errors: ['passkeyRefused', 'passwordRequired', 'factorChallengeExpired'],
  fieldErrors: { emailOrPassword: ['emailOrPassword'] },
});

export const resetAdministratorPassword = route({
  surface: 'public',
  method: 'PUT',
  path: '/admin/organizations/password/reset',
  summary:
    "With an address: mails a link, if the address is an administrator's; the answer is alike for all. With the token of the link, or of an invitation, and a new password: sets it, and ends all of their sessions.",
  ...passwordReset,
});

export const signInOperator = route({
  surface: 'public',
  method: 'POST',
  path: '/ango-ya/organizations/signin',
  summary:
    'Signs an operator in and hands out the key for `x-ango-ya-key`. Where there is a second factor it answers `factorRequired` with a challenge, which is good for five minutes and for the second step alone; who has none can set one up, and nothing else.',
  body: z.object({ email: Email, password: Password }),
  reply: SignedInOperator,
  sensitive: true,
  errors: ['factorRequired'],
  fieldErrors: { emailOrPassword: ['emailOrPassword'] },
});

export const signInOperatorWithFactor = route({
  surface: 'public',
  method: 'POST',
  path: '/ango-ya/organizations/signin/factor',
  summary: "The second step of an operator's sign-in: a code of the authenticator app, or a recovery code. Each is good once.",
  body: z.object({ challenge: text(2000), code: FactorCode }),
  reply: SignedInOperator,
  sensitive: true,
  errors: ['factorChallengeExpired'],
  fieldErrors: { code: factorCodeErrors, emailOrPassword: ['emailOrPassword'] },
});

export const askForOperatorPasskey = route({
  surface: 'public',
  method: 'POST',
  path: '/ango-ya/organizations/signin/passkey/options',
  summary:
    "What a browser signs an operator's sign-in with: with the challenge of `factorRequired` its second step, without one in the place of a password.",
  body: z.object({ challenge: z.optional(text(2000)) }),
  reply: PasskeyRequest,
  sensitive: true,
  audited: false,
  errors: ['factorChallengeExpired'],
});

export const signInOperatorWithPasskey = route({
  surface: 'public',
  method: 'POST',
  path: '/ango-ya/organizations/signin/passkey',
  summary:
    'Signs an operator in by what a passkey signed. In the place of a password it must have verified its user, and after a new password that is asked for once.',
  body: z.object({ state: PasskeyState, response: PasskeySignature }),
  reply: SignedInOperator,
  sensitive: true,
  errors: ['passkeyRefused', 'passwordRequired', 'factorChallengeExpired'],
  fieldErrors: { emailOrPassword: ['emailOrPassword'] },
});

export const resetOperatorPassword = route({
  surface: 'public',
  method: 'PUT',
  path: '/ango-ya/organizations/password/reset',
  summary:
    "With an address: mails a link, if the address is an operator's; the answer is alike for all. With the token of the link, or of an invitation, and a new password: sets it, and ends all of their sessions.",
  body: z.object({ email: z.optional(text(254)), token: z.optional(text(100)), password: z.optional(Password) }),
  reply: Success,
  sensitive: true,
  fieldErrors: {
    email: ['emailRequired', 'invalidEmail'],
    token: ['resetLinkInvalid'],
    password: ['passwordRequired', 'weakPassword'],
  },
});
