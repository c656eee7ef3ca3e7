import type { BotRoutes } from '@tenbin/bot-views';
import {
  checkBalance,
  countRecords,
  countTimeline,
  getBalanceTransition,
  getBotResult,
  getOrderTruth,
  getVolume,
  listBotCandles,
  listCandleFills,
  listOrders,
  listRebalances,
  listRecords,
  listTimeline,
} from '@tenbin/contract';

/** How a user reads about their own bots. */
export const ownBotRoutes: BotRoutes = {
  balance: checkBalance,
  candleFills: listCandleFills,
  candles: listBotCandles,
  orders: listOrders,
  orderTruth: getOrderTruth,
  rebalances: listRebalances,
  recordCount: countRecords,
  records: listRecords,
  result: getBotResult,
  timeline: listTimeline,
  timelineCount: countTimeline,
  transition: getBalanceTransition,
  volume: getVolume,
};
