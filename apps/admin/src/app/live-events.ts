import { keyOf, liveSource } from '@tenbin/app-kit';
import {
  countActiveBots,
  countBotsOfOrganization,
  getOverview,
  listBotsOfOrganization,
  listBotsOfUser,
  type Route,
  watchOrganizationEvents,
} from '@tenbin/contract';

/** Reads that a bot's change makes old: those of them that are shown are made again. */
const botReads: readonly Route[] = [listBotsOfOrganization, countBotsOfOrganization, countActiveBots, listBotsOfUser, getOverview];

/** Of many bots something changes every second: what is shown of them is read again once for all that came meanwhile. */
const gatherMs = 5000;

export const liveEvents = liveSource(watchOrganizationEvents, (queries) => {
  let isDue = false;
  const readAgain = (): void => {
    isDue = false;
    for (const route of botReads) void queries.invalidateQueries({ queryKey: keyOf(route) });
  };
  return ({ type }) => {
    if (type === 'hello' || isDue) return;
    isDue = true;
    setTimeout(readAgain, gatherMs);
  };
});
