import { liveSource } from '@tenbin/app-kit';
import { readBotsAgain } from '@tenbin/app-kit/staff';
import {
  countActiveBots,
  countBotsOfOrganization,
  getOverview,
  listBotsOfOrganization,
  listBotsOfUser,
  watchOrganizationEvents,
} from '@tenbin/contract';

export const liveEvents = liveSource(
  watchOrganizationEvents,
  readBotsAgain([listBotsOfOrganization, countBotsOfOrganization, countActiveBots, listBotsOfUser, getOverview]),
);
