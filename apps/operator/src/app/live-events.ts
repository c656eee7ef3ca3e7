import { liveSource } from '@tenbin/app-kit';
import { readBotsAgain } from '@tenbin/app-kit/staff';
import { countPlatformBots, listAllOrganizations, listPlatformBots, watchPlatformEvents } from '@tenbin/contract';

export const liveEvents = liveSource(watchPlatformEvents, readBotsAgain([listPlatformBots, countPlatformBots, listAllOrganizations]));
