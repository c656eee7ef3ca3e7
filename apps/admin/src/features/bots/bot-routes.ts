import type { BotRoutes } from '@tenbin/bot-views';
import {
  checkBalanceOfBot,
  countRecordsOfBot,
  countTimelineOfBot,
  getBalanceTransitionOfBot,
  getOrderTruthOfBot,
  getResultOfBot,
  getVolumeOfBot,
  listCandleFillsOfBot,
  listCandlesOfBot,
  listOrdersOfBot,
  listRebalancesOfBot,
  listRecordsOfBot,
  listTimelineOfBot,
} from '@tenbin/contract';

/** How an administrator reads about any bot of their organization. */
export const administeredBotRoutes: BotRoutes = {
  balance: checkBalanceOfBot,
  candleFills: listCandleFillsOfBot,
  candles: listCandlesOfBot,
  orders: listOrdersOfBot,
  orderTruth: getOrderTruthOfBot,
  rebalances: listRebalancesOfBot,
  recordCount: countRecordsOfBot,
  records: listRecordsOfBot,
  result: getResultOfBot,
  timeline: listTimelineOfBot,
  timelineCount: countTimelineOfBot,
  transition: getBalanceTransitionOfBot,
  volume: getVolumeOfBot,
};
