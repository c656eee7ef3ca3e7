import { administeredBot } from '@tenbin/bot-views/testing';
import type { PlatformBot } from '@tenbin/contract';
import { organization } from './open-operator.ts';

/** One that runs and has traded. */
export const platformBot: PlatformBot = {
  ...administeredBot,
  organization: organization._id,
  kind: 'balancing',
  virtualAccount: null,
};
