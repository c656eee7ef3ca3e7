import * as z from 'zod/mini';
import { route } from '../route.ts';
import { Id, IsoTime, Success, text } from '../shapes.ts';
import { FactorCode, factorCodeErrors, Password } from '../users/shapes.ts';

export const PasskeyOfUser = z.object({ _id: Id, name: z.string(), createdAt: IsoTime, lastUsedAt: z.nullable(IsoTime) });
export type PasskeyOfUser = z.infer<typeof PasskeyOfUser>;

export const getFactors = route({
  surface: 'user',
  method: 'GET',
  path: '/api/users/self/factors',
  summary: 'What the caller signs in with beside the password.',
  reply: z.object({
    authenticator: z.nullable(z.object({ createdAt: IsoTime })),
    passkeys: z.array(PasskeyOfUser),
    recoveryCodesLeft: z.number(),
  }),
});

export const setUpAuthenticator = route({
  surface: 'user',
  method: 'POST',
  path: '/api/users/self/authenticator/set-up',
  summary:
    'Makes a secret for an authenticator app. Where there is a second factor, a code of it is asked for. Nothing is changed until a code of the app confirms it.',
  body: z.object({ password: Password, code: z.optional(FactorCode) }),
  reply: z.object({
    /** Base32. */
    secret: z.string(),
    /** `otpauth://…`, for a QR code. */
    url: z.string(),
    /** Goes with the code. */
    setUp: z.string(),
  }),
  sensitive: true,
  errors: ['authenticatorExists'],
  fieldErrors: { password: ['wrongPassword'], code: factorCodeErrors },
});

/** Handed out once; empty where there are some already. */
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const addAuthenticator = route({
  surface: 'user',
  method: 'POST',
  path: '/api/users/self/authenticator',
  summary: 'Confirms an authenticator app with one of its codes: from then on every sign-in asks for one.',
  body: z.object({ setUp: text(2000), code: FactorCode }),
  reply: RecoveryCodes,
  sensitive: true,
  errors: ['authenticatorExists', 'factorSetUpExpired'],
  fieldErrors: { code: ['factorCodeWrong'] },
});

export const removeAuthenticator = route({
  surface: 'user',
  method: 'POST',
  path: '/api/users/self/authenticator/remove',
  summary: 'Switches an authenticator app off. The recovery codes go with the last factor.',
  body: z.object({ password: Password, code: FactorCode }),
  reply: Success,
  sensitive: true,
  errors: ['authenticatorNotFound'],
  fieldErrors: { password: ['wrongPassword'], code: factorCodeErrors },
});

export const renewRecoveryCodes = route({
  surface: 'user',
  method: 'POST',
  path: '/api/users/self/recovery-codes',
  summary: 'Makes new recovery codes; the earlier ones are worth nothing any more.',
  body: z.object({ password: Password, code: FactorCode }),
  reply: RecoveryCodes,
  sensitive: true,
  fieldErrors: { password: ['wrongPassword'], code: factorCodeErrors },
});
