import { route } from '../route.ts';
import { ById, Success } from '../shapes.ts';
import { PasskeyRequest } from '../users/passkey-shapes.ts';
import { factorCodeErrors } from '../users/shapes.ts';
import { ConfirmedPasskey, NamedPasskey, PasswordAndCode, PasswordWithCode, RecoveryCodes } from '../users/sign-in-shapes.ts';

export const setUpPasskey = route({
  surface: 'user',
  method: 'POST',
  path: '/api/users/self/passkeys/options',
  summary: 'What a browser makes a passkey with. Where there is a second factor, a code of it is asked for.',
  body: PasswordAndCode,
  reply: PasskeyRequest,
  sensitive: true,
  errors: ['tooManyPasskeys'],
  fieldErrors: { password: ['wrongPassword'], code: factorCodeErrors },
});

export const addPasskey = route({
  surface: 'user',
  method: 'POST',
  path: '/api/users/self/passkeys',
  summary: 'Keeps a passkey that a browser made. From then on a password alone is not enough; the passkey is.',
  body: ConfirmedPasskey,
  reply: RecoveryCodes,
  sensitive: true,
  errors: ['passkeyRefused', 'passkeyExists', 'factorSetUpExpired'],
});

export const renamePasskey = route({
  surface: 'user',
  method: 'PUT',
  path: '/api/users/self/passkeys/{id}',
  summary: 'Calls a passkey something else.',
  params: ById,
  body: NamedPasskey,
  reply: Success,
  errors: ['passkeyNotFound'],
});

export const removePasskey = route({
  surface: 'user',
  method: 'POST',
  path: '/api/users/self/passkeys/{id}/remove',
  summary: 'Removes a passkey. The recovery codes go with the last factor.',
  params: ById,
  body: PasswordWithCode,
  reply: Success,
  sensitive: true,
  errors: ['passkeyNotFound'],
  fieldErrors: { password: ['wrongPassword'], code: factorCodeErrors },
});
