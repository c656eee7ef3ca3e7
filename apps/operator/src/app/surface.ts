import type { SurfaceSettings } from '@tenbin/app-kit';
import { signInOperator, signOutOperator } from '@tenbin/contract';

/** What the operators of the platform use. */
export const operatorSurface: SurfaceSettings = {
  surface: 'operator',
  basePath: '/ango-ya',
  signIn: signInOperator,
  secondStep: null,
  signOut: signOutOperator,
  events: null,
};
