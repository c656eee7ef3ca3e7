import type { SurfaceSettings } from '@tenbin/app-kit';
import {
  askForOperatorPasskey,
  getOperatorSelf,
  signInOperator,
  signInOperatorWithFactor,
  signInOperatorWithPasskey,
  signOutOperator,
  updateOperatorSelf,
} from '@tenbin/contract';

/** What the operators of the platform use. */
export const operatorSurface: SurfaceSettings = {
  surface: 'operator',
  basePath: '/ango-ya',
  signIn: signInOperator,
  secondStep: {
    signInWithFactor: signInOperatorWithFactor,
    askForPasskey: askForOperatorPasskey,
    signInWithPasskey: signInOperatorWithPasskey,
  },
  signOut: signOutOperator,
  self: { read: getOperatorSelf, update: updateOperatorSelf },
  events: async () => (await import('../shell/pages.ts')).liveEvents,
};
