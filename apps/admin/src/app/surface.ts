import type { SurfaceSettings } from '@tenbin/app-kit';
import { signInAdministrator, signOutAdministrator } from '@tenbin/contract';

/** What the administrators of an organization use. */
export const adminSurface: SurfaceSettings = {
  surface: 'organization',
  basePath: '/admin',
  signIn: signInAdministrator,
  secondStep: null,
  signOut: signOutAdministrator,
  events: null,
};
