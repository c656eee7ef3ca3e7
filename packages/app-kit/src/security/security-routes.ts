import type {
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
import { createContext, use } from 'react';

/** The calls by which somebody looks after how they sign in: each surface has its own, of these shapes. */
export interface SecurityRoutes {
  readonly factors: typeof getFactors;
  readonly setUpAuthenticator: typeof setUpAuthenticator;
  readonly addAuthenticator: typeof addAuthenticator;
  readonly removeAuthenticator: typeof removeAuthenticator;
  readonly renewRecoveryCodes: typeof renewRecoveryCodes;
  readonly setUpPasskey: typeof setUpPasskey;
  readonly addPasskey: typeof addPasskey;
  readonly renamePasskey: typeof renamePasskey;
  readonly removePasskey: typeof removePasskey;
  readonly sessions: typeof listSessions;
  readonly endSession: typeof endSession;
  readonly endOtherSessions: typeof endOtherSessions;
}

export const SecurityRoutesContext = createContext<SecurityRoutes | null>(null);

export function useSecurityRoutes(): SecurityRoutes {
  const routes = use(SecurityRoutesContext);
  if (!routes) throw new Error('useSecurityRoutes outside of its context');
  return routes;
}
