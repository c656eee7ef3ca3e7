import type { BotRoutes } from '@tenbin/bot-views';
import {
  checkBalanceOfPlatformBot,
  countRecordsOfPlatformBot,
  countTimelineOfPlatformBot,
  getBalanceTransitionOfPlatformBot,
  getOrderTruthOfPlatformBot,
  getResultOfPlatformBot,
  getVolumeOfPlatformBot,
  listCandleFillsOfPlatformBot,
  listCandlesOfPlatformBot,
  listOrdersOfPlatformBot,
  listRebalancesOfPlatformBot,
  listRecordsOfPlatformBot,
  listTimelineOfPlatformBot,
} from '@tenbin/contract';

/** How an operator reads about any bot. */
export const platformBotRoutes: BotRoutes = {
  balance: checkBalanceOfPlatformBot,
  candleFills: listCandleFillsOfPlatformBot,
  candles: listCandlesOfPlatformBot,
  orders: listOrdersOfPlatformBot,
  orderTruth: getOrderTruthOfPlatformBot,
  rebalances: listRebalancesOfPlatformBot,
  recordCount: countRecordsOfPlatformBot,
  records: listRecordsOfPlatformBot,
  result: getResultOfPlatformBot,
  timeline: listTimelineOfPlatformBot,
  timelineCount: countTimelineOfPlatformBot,
  transition: getBalanceTransitionOfPlatformBot,
  volume: getVolumeOfPlatformBot,
};
