import type { SecurityRoutes } from '@tenbin/app-kit/security';
import {
  addAuthenticator,
  addPasskey,
  endOtherSessions,
  endSession,
  getFactors,
  listSessions,
  removeAuthenticator,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
  setUpAuthenticator,
  setUpPasskey,
} from '@tenbin/contract';

/** How a user looks after how they sign in. */
export const ownSecurityRoutes: SecurityRoutes = {
  factors: getFactors,
  sessions: listSessions,
  addAuthenticator,
  addPasskey,
  endOtherSessions,
  endSession,
  removeAuthenticator,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
  setUpAuthenticator,
  setUpPasskey,
};
