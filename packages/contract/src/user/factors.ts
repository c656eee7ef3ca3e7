import { route } from '../route.ts';
import { Success } from '../shapes.ts';
import { factorCodeErrors } from '../users/shapes.ts';
import {
  AuthenticatorSetUp,
  ConfirmedAuthenticator,
  Factors,
  PasswordAndCode,
  PasswordWithCode,
  RecoveryCodes,
} from '../users/sign-in-shapes.ts';

export const getFactors = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/users/self/factors',
  summary: 'What the caller signs in with beside the password.',
  reply: Factors,
});

export const setUpAuthenticator = route({
  surface: 'user',
  method: 'POST',
  path: '/api/users/self/authenticator/set-up',
  summary:
    'Makes a secret for an authenticator app. Where there is a second factor, a code of it is asked for. Nothing is changed until a code of the app confirms it.',
  body: PasswordAndCode,
  reply: AuthenticatorSetUp,
  sensitive: true,
  errors: ['authenticatorExists'],
  fieldErrors: { password: ['wrongPassword'], code: factorCodeErrors },
});

export const addAuthenticator = route({
  surface: 'user',
  method: 'POST',
  path: '/api/users/self/authenticator',
  summary: 'Confirms an authenticator app with one of its codes: from then on every sign-in asks for one.',
  body: ConfirmedAuthenticator,
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
  body: PasswordWithCode,
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
  body: PasswordWithCode,
  reply: RecoveryCodes,
  sensitive: true,
  fieldErrors: { password: ['wrongPassword'], code: factorCodeErrors },
});
