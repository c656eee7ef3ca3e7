import * as z from 'zod/mini';
import { route } from '../route.ts';
import { ById, Success, text } from '../shapes.ts';
import { NewPasskey, PasskeyRequest, PasskeyState } from '../users/passkey-shapes.ts';
import { FactorCode, factorCodeErrors, Password } from '../users/shapes.ts';

const PasskeyName = text(60, { least: 1 });

export const setUpPasskey = route({
  surface: 'user',
  method: 'POST',
  path: '/api/users/self/passkeys/options',
  summary: 'What a browser makes a passkey with. Where there is a second factor, a code of it is asked for.',
  body: z.object({ password: Password, code: z.optional(FactorCode) }),
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
  body: z.object({ state: PasskeyState, name: PasskeyName, response: NewPasskey }),
  /** Handed out once; empty where there are some already. */
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
  sensitive: true,
  errors: ['passkeyRefused', 'passkeyExists', 'factorSetUpExpired'],
});

export const renamePasskey = route({
  surface: 'user',
  method: 'PUT',
  path: '/api/users/self/passkeys/{id}',
  summary: 'Calls a passkey something else.',
  params: ById,
  body: z.object({ name: PasskeyName }),
  reply: Success,
  errors: ['passkeyNotFound'],
});

export const removePasskey = route({
  surface: 'user',
  method: 'POST',
  path: '/api/users/self/passkeys/{id}/remove',
  summary: 'Removes a passkey. The recovery codes go with the last factor.',
  params: ById,
  body: z.object({ password: Password, code: FactorCode }),
  reply: Success,
  sensitive: true,
  errors: ['passkeyNotFound'],
  fieldErrors: { password: ['wrongPassword'], code: factorCodeErrors },
});
