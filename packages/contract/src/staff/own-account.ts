import * as z from 'zod/mini';
import { route } from '../route.ts';
import { ById, Language, Success } from '../shapes.ts';
import { PasskeyRequest } from '../users/passkey-shapes.ts';
import { factorCodeErrors, NewPassword } from '../users/shapes.ts';
import {
  AuthenticatorSetUp,
  ConfirmedAuthenticator,
  ConfirmedPasskey,
  Factors,
  NamedPasskey,
  OwnSessions,
  PasswordAndCode,
  PasswordWithCode,
  RecoveryCodes,
} from '../users/sign-in-shapes.ts';
import type { StaffSelf } from './shapes.ts';

interface Whose<Self extends z.ZodMiniType> {
  readonly surface: 'organization' | 'operator';
  /** In the words of the reference. */
  readonly who: string;
  readonly Self: Self;
  /** The paths of the account, and of the session that asks. */
  readonly self: string;
  readonly session: string;
}

/**
 * The own account of whoever manages an organization or the platform. What it takes to set up a second factor is open to
 * those who must do that first.
 */
/* @__NO_SIDE_EFFECTS__ */
export function ownAccountRoutes<Self extends z.ZodMiniType>({ surface, who, Self, self, session }: Whose<Self>) {
  const own = { surface, needs: null } as const;

  const signOut = route({
    ...own,
    method: 'DELETE',
    path: session,
    summary: 'Ends the session at once.',
    reply: Success,
    beforeFactor: true,
  });

  const getSelf = route({
    ...own,
    method: 'GET',
    path: self,
    summary: `The ${who} who asks, with their role.`,
    reply: Self,
    beforeFactor: true,
  });

  const updateSelf = route({
    ...own,
    method: 'PUT',
    path: self,
    summary: `Changes the language in which the ${who} is mailed.`,
    body: z.object({ language: Language }),
    reply: Self,
    beforeFactor: true,
  });

  const changePassword = route({
    ...own,
    method: 'PUT',
    path: `${self}/password`,
    summary: `Changes the ${who}'s password, and ends all of their other sessions.`,
    body: NewPassword,
    reply: Success,
    sensitive: true,
    fieldErrors: { password: ['wrongPassword'], newPassword: ['currentlyUsedPassword', 'weakPassword'] },
    beforeFactor: true,
  });

  const listSessions = route({
    ...own,
    method: 'GET',
    path: `${self}/sessions`,
    summary: `Where the ${who} is signed in, the latest use first.`,
    reply: OwnSessions,
    beforeFactor: true,
  });

  const endSession = route({
    ...own,
    method: 'DELETE',
    path: `${self}/sessions/{id}`,
    summary: `Ends one session of the ${who} at once.`,
    params: ById,
    reply: Success,
    errors: ['sessionNotFound'],
    beforeFactor: true,
  });

  const endOtherSessions = route({
    ...own,
    method: 'DELETE',
    path: `${self}/sessions`,
    summary: `Ends every session of the ${who} but the one that asks.`,
    reply: Success,
    beforeFactor: true,
  });

  const getFactors = route({
    ...own,
    method: 'GET',
    path: `${self}/factors`,
    summary: `What the ${who} signs in with beside the password.`,
    reply: Factors,
    beforeFactor: true,
  });

  const setUpAuthenticator = route({
    ...own,
    method: 'POST',
    path: `${self}/authenticator/set-up`,
    summary: 'Makes a secret for an authenticator app. Nothing is changed until a code of the app confirms it.',
    body: PasswordAndCode,
    reply: AuthenticatorSetUp,
    sensitive: true,
    errors: ['authenticatorExists'],
    fieldErrors: { password: ['wrongPassword'], code: factorCodeErrors },
    beforeFactor: true,
  });

  const addAuthenticator = route({
    ...own,
    method: 'POST',
    path: `${self}/authenticator`,
    summary: 'Confirms an authenticator app with one of its codes: from then on every sign-in asks for one.',
    body: ConfirmedAuthenticator,
    reply: RecoveryCodes,
    sensitive: true,
    errors: ['authenticatorExists', 'factorSetUpExpired'],
    fieldErrors: { code: ['factorCodeWrong'] },
    beforeFactor: true,
  });

  const removeAuthenticator = route({
    ...own,
    method: 'POST',
    path: `${self}/authenticator/remove`,
    summary: 'Switches an authenticator app off. The recovery codes go with the last factor.',
    body: PasswordWithCode,
    reply: Success,
    sensitive: true,
    errors: ['authenticatorNotFound'],
    fieldErrors: { password: ['wrongPassword'], code: factorCodeErrors },
  });

  const renewRecoveryCodes = route({
    ...own,
    method: 'POST',
    path: `${self}/recovery-codes`,
    summary: 'Makes new recovery codes; the earlier ones are worth nothing any more.',
    body: PasswordWithCode,
    reply: RecoveryCodes,
    sensitive: true,
    fieldErrors: { password: ['wrongPassword'], code: factorCodeErrors },
  });

  const setUpPasskey = route({
    ...own,
    method: 'POST',
    path: `${self}/passkeys/options`,
    summary: 'What a browser makes a passkey with. Where there is a second factor, a code of it is asked for.',
    body: PasswordAndCode,
    reply: PasskeyRequest,
    sensitive: true,
    errors: ['tooManyPasskeys'],
    fieldErrors: { password: ['wrongPassword'], code: factorCodeErrors },
    beforeFactor: true,
  });

  const addPasskey = route({
    ...own,
    method: 'POST',
    path: `${self}/passkeys`,
    summary: 'Keeps a passkey that a browser made. From then on a password alone is not enough; the passkey is.',
    body: ConfirmedPasskey,
    reply: RecoveryCodes,
    sensitive: true,
    errors: ['passkeyRefused', 'passkeyExists', 'factorSetUpExpired'],
    beforeFactor: true,
  });

  const renamePasskey = route({
    ...own,
    method: 'PUT',
    path: `${self}/passkeys/{id}`,
    summary: 'Calls a passkey something else.',
    params: ById,
    body: NamedPasskey,
    reply: Success,
    errors: ['passkeyNotFound'],
  });

  const removePasskey = route({
    ...own,
    method: 'POST',
    path: `${self}/passkeys/{id}/remove`,
    summary: 'Removes a passkey. The recovery codes go with the last factor.',
    params: ById,
    body: PasswordWithCode,
    reply: Success,
    sensitive: true,
    errors: ['passkeyNotFound'],
    fieldErrors: { password: ['wrongPassword'], code: factorCodeErrors },
  });

  return {
    signOut,
    getSelf,
    updateSelf,
    changePassword,
    listSessions,
    endSession,
    endOtherSessions,
    getFactors,
    setUpAuthenticator,
    addAuthenticator,
    removeAuthenticator,
    renewRecoveryCodes,
    setUpPasskey,
    addPasskey,
    renamePasskey,
    removePasskey,
  };
}

export type OwnAccountRoutes<Self extends z.ZodMiniType = z.ZodMiniType> = ReturnType<typeof ownAccountRoutes<Self>>;

/** The same, whoever it is: for what is shown of it on any surface. */
export type AnyOwnAccountRoutes = OwnAccountRoutes<z.ZodMiniType<StaffSelf>>;
