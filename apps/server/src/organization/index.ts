import type { Implementation } from '../route/implement.ts';
import { handleSignOutAdministrator } from './account/sign-out.ts';
import { administeredBotCalls } from './bots/administer-bots.ts';
import { handleWatchOrganization } from './events/index.ts';
import { organizationSettingsCalls } from './settings/organization-settings.ts';
import { stopCalls } from './stops/index.ts';
import { handleBanUser, handlePardonUser } from './users/ban-user.ts';
import { handleUpdateUser } from './users/update-user.ts';

/** What a signed-in administrator of an organization may call. */
export const organizationCalls: readonly Implementation[] = [
  handleSignOutAdministrator,
  handleBanUser,
  handlePardonUser,
  handleUpdateUser,
  ...administeredBotCalls,
  ...stopCalls,
  ...organizationSettingsCalls,
  handleWatchOrganization,
];
