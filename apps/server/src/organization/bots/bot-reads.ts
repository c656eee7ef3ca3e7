import {
  checkBalanceOfBot,
  countRecordsOfBot,
  countTimelineOfBot,
  getBalanceTransitionOfBot,
  getOrderTruthOfBot,
  getPerformanceOfBot,
  getResultOfBot,
  getVolumeOfBot,
  listCandleFillsOfBot,
  listCandlesOfBot,
  listOrdersOfBot,
  listRebalancesOfBot,
  listRecordsOfBot,
  listTimelineOfBot,
  type Route,
} from '@tenbin/contract';
import { readAsItsUser } from '../../bots/read-as-its-user.ts';
import type { Administrator } from '../../route/caller.ts';
import { type Implementation, implementForAdministrator } from '../../route/implement.ts';

/** What a bot's user reads of it, read by an administrator of their organization. */
const reads: readonly Route[] = [
  checkBalanceOfBot,
  countRecordsOfBot,
  countTimelineOfBot,
  getBalanceTransitionOfBot,
  getOrderTruthOfBot,
  getPerformanceOfBot,
  getResultOfBot,
  getVolumeOfBot,
  listCandleFillsOfBot,
  listCandlesOfBot,
  listOrdersOfBot,
  listRebalancesOfBot,
  listRecordsOfBot,
  listTimelineOfBot,
];

/** @param userCalls - among which those of the bots' users are found */
export const botReadCalls = (userCalls: readonly Implementation[]): Implementation[] =>
  reads.map((route) =>
    implementForAdministrator(
      route,
      readAsItsUser<{ readonly actor: Administrator }>(route, {
        userCalls,
        async findOwner(botId, { actor: { organization, organizationId } }) {
          const bot = await organization.bots.find(botId);
          return bot?.userId ? { userId: bot.userId, organizationId, organization } : null;
        },
      }),
    ),
  );
