import {
  addAuthenticator,
  addPasskey,
  getFactors,
  removeAuthenticator,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
  setUpAuthenticator,
  setUpPasskey,
} from '@tenbin/contract';
import { userHolder } from '../../accounts/account-holder.ts';
import {
  beginAuthenticator,
  confirmAuthenticator,
  endAuthenticator,
  factorsReply,
  replaceRecoveryCodes,
} from '../../factors/own-authenticator.ts';
import { beginPasskey, confirmPasskey, endPasskey, renameOwnPasskey } from '../../factors/own-passkeys.ts';
import { type Implementation, implement } from '../../route/implement.ts';

export const factorCalls: readonly Implementation[] = [
  implement(getFactors, ({ actor }) => factorsReply(userHolder(actor))),
  implement(setUpAuthenticator, ({ body, actor, ...asked }) => beginAuthenticator(body, { holder: userHolder(actor), ...asked })),
  implement(addAuthenticator, ({ body, actor, ...asked }) => confirmAuthenticator(body, { holder: userHolder(actor), ...asked })),
  implement(removeAuthenticator, ({ body, actor, ...asked }) => endAuthenticator(body, { holder: userHolder(actor), ...asked })),
  implement(renewRecoveryCodes, ({ body, actor, ...asked }) => replaceRecoveryCodes(body, { holder: userHolder(actor), ...asked })),
  implement(setUpPasskey, ({ body, actor, ...asked }) => beginPasskey(body, { holder: userHolder(actor), ...asked })),
  implement(addPasskey, ({ body, actor, ...asked }) => confirmPasskey(body, { holder: userHolder(actor), ...asked })),
  implement(renamePasskey, ({ params, body, actor, audit }) => renameOwnPasskey({ params, body }, { holder: userHolder(actor), audit })),
  implement(removePasskey, ({ params, body, actor, ...asked }) => endPasskey({ params, body }, { holder: userHolder(actor), ...asked })),
];
