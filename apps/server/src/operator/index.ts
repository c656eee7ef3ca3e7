import type { Implementation } from '../route/implement.ts';
import { handleSignOutOperator } from './account/sign-out.ts';
import { handleWatchPlatform } from './events/index.ts';
import { operatedOrganizationCalls } from './organizations/operate-organizations.ts';
import { stopCalls } from './stops/index.ts';

/** What a signed-in operator of the platform may call. */
export const operatorCalls: readonly Implementation[] = [
  handleSignOutOperator,
  ...operatedOrganizationCalls,
  ...stopCalls,
  handleWatchPlatform,
];
