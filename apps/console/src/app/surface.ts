import type { SurfaceSettings } from '@tenbin/app-kit';
import { askForPasskey, getSelf, signIn, signInWithFactor, signInWithPasskey, signOut, updateSelf } from '@tenbin/contract';

/** The end user's console. */
export const consoleSurface: SurfaceSettings = {
  surface: 'user',
  basePath: '/',
  signIn,
  secondStep: { signInWithFactor, askForPasskey, signInWithPasskey },
  signOut,
  self: { read: getSelf, update: updateSelf },
  events: async () => (await import('./main-pages.ts')).liveEvents,
};
