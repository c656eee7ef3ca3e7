import { liveSource } from '@tenbin/app-kit';
import { createBotUpdates } from '@tenbin/bot-views/live-updates';
import {
  countPayments,
  getNotifications,
  getOwnVolumeUse,
  getPushes,
  getRecordTotals,
  getSelf,
  listActiveStops,
  listAvailablePlans,
  listBots,
  listOwnRecords,
  listPayments,
  watchEvents,
} from '@tenbin/contract';
import { ownBotRoutes } from './bot-routes.ts';

export const liveEvents = liveSource(watchEvents, (queries) =>
  createBotUpdates(queries, {
    ...ownBotRoutes,
    bots: listBots,
    history: listOwnRecords,
    historyTotals: getRecordTotals,
    stops: listActiveStops,
    volumeUse: getOwnVolumeUse,
    account: [getSelf, getOwnVolumeUse, listAvailablePlans, listPayments, countPayments, getNotifications, getPushes],
  }),
);
