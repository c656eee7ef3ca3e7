import * as z from 'zod/mini';
import { route } from '../route.ts';
import { Id, IsoTime, Language, Success, text } from '../shapes.ts';
import { PasskeyRequest, PasskeySignature, PasskeyState } from '../users/passkey-shapes.ts';
import { Email, FactorCode, factorCodeErrors, Password, SignedInUser, SignedUp } from '../users/shapes.ts';
import { passwordReset } from './password-reset.ts';

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
  errors: ['organizationFull', 'organizationNotFound', 'organizationElsewhere', 'signUpClosed'],
  fieldErrors: {
    email: ['invalidEmail'],
    password: ['weakPassword'],
    referralCode: ['referralCodeRequired', 'invalidReferralCode'],
  },
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
  errors: ['organizationFull', 'alreadyVerified', 'sscLinkageFail', 'userBanned', 'organizationNotFound', 'organizationElsewhere'],
  fieldErrors: {
    email: ['emailTaken'],
    password: ['passwordRequired'],
    emailOrPassword: ['emailOrPassword'],
    code: ['verificationCodeWrong', 'verificationCodeExpired', 'verificationCodeUsedUp'],
  },
});

export const resendVerification = route({
  surface: 'public',
  method: 'POST',
  path: '/api/users/resend-verification',
  summary: 'Mails a new code, after pauses that grow, ten times a day at most. Answers alike for addresses that are not registered.',
  body: z.object({ email: Email, organization: z.optional(Id) }),
  reply: z.extend(Success, { resendAfterSeconds: z.number() }),
  errors: ['resendTooSoon', 'organizationNotFound', 'organizationElsewhere'],
  fieldErrors: { email: ['invalidEmail'] },
});

export const signIn = route({
  surface: 'public',
  method: 'POST',
  path: '/api/users/signin',
  summary:
    'Signs in and hands out the key for `x-user-key`. Where the password is not enough it answers `factorRequired` with a challenge, which is good for five minutes and for the second step alone.',
  body: z.object({ email: Email, password: Password, organization: z.optional(Id) }),
  reply: SignedInUser,
  sensitive: true,
  errors: ['userBanned', 'organizationNotFound', 'factorRequired'],
  /** As the specification names them. */
  fieldErrors: { emailOrPassword: ['emailOrPassword'], emailVerified: ['emailVerified'] },
});

export const signInWithFactor = route({
  surface: 'public',
  method: 'POST',
  path: '/api/users/signin/factor',
  summary: 'The second step of a sign-in: a code of the authenticator app, or a recovery code. Each is good once.',
  body: z.object({ challenge: text(2000), code: FactorCode }),
  reply: SignedInUser,
  sensitive: true,
  errors: ['factorChallengeExpired', 'userBanned'],
  fieldErrors: { code: factorCodeErrors, emailOrPassword: ['emailOrPassword'] },
});

export const askForPasskey = route({
  surface: 'public',
  method: 'POST',
  path: '/api/users/signin/passkey/options',
  summary:
    'What a browser signs a sign-in with: with the challenge of `factorRequired` its second step, without one in the place of a password.',
  body: z.object({ challenge: z.optional(text(2000)), organization: z.optional(Id) }),
  reply: PasskeyRequest,
  sensitive: true,
  audited: false,
  errors: ['factorChallengeExpired', 'organizationNotFound'],
});

export const signInWithPasskey = route({
  surface: 'public',
  method: 'POST',
  path: '/api/users/signin/passkey',
  summary:
    'Signs in by what a passkey signed. In the place of a password it must have verified its user, and after a new password that is asked for once.',
  body: z.object({ state: PasskeyState, response: PasskeySignature }),
  reply: SignedInUser,
  sensitive: true,
  errors: ['passkeyRefused', 'passwordRequired', 'factorChallengeExpired', 'userBanned'],
  fieldErrors: { emailOrPassword: ['emailOrPassword'] },
});

export const resetPassword = route({
  surface: 'public',
  method: 'PUT',
  path: '/api/users/self/password/reset',
  summary:
    "With an address: mails a link, if the address is a user's; the answer is alike for all. With the token of the link and a new password: sets it, with the effects of a change.",
  ...passwordReset,
  errors: [...passwordReset.errors, 'sscLinkageFail'],
});

export const claimView = route({
  surface: 'public',
  method: 'POST',
  path: '/api/users/view',
  summary: "Takes up an administrator's look at a user's console, by the token of its link, once. Its key reads and changes nothing.",
  body: z.object({ token: text(100, { least: 1 }) }),
  reply: z.object({ uniqueKey: z.string(), email: z.string(), endsAt: IsoTime }),
  sensitive: true,
  errors: ['viewLinkInvalid'],
});
