import type { SurfaceSettings } from '@tenbin/app-kit';
import { askForPasskey, signIn, signInWithFactor, signInWithPasskey, signOut } from '@tenbin/contract';

/** The end user's console. */
export const consoleSurface: SurfaceSettings = {
  surface: 'user',
  basePath: '/',
  signIn,
  secondStep: { signInWithFactor, askForPasskey, signInWithPasskey },
  signOut,
  events: async () => (await import('./main-pages.ts')).liveEvents,
};
