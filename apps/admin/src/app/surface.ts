import type { SurfaceSettings } from '@tenbin/app-kit';
import {
  askForAdministratorPasskey,
  getAdministratorSelf,
  signInAdministrator,
  signInAdministratorWithFactor,
  signInAdministratorWithPasskey,
  signOutAdministrator,
  updateAdministratorSelf,
} from '@tenbin/contract';

/** What the administrators of an organization use. */
export const adminSurface: SurfaceSettings = {
  surface: 'organization',
  basePath: '/admin',
  signIn: signInAdministrator,
  secondStep: {
    signInWithFactor: signInAdministratorWithFactor,
    askForPasskey: askForAdministratorPasskey,
    signInWithPasskey: signInAdministratorWithPasskey,
  },
  signOut: signOutAdministrator,
  self: { read: getAdministratorSelf, update: updateAdministratorSelf },
  events: async () => (await import('../shell/pages.ts')).liveEvents,
};
