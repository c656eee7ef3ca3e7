import type {
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
import { createContext, use } from 'react';

/** The reads behind what is shown of a bot: each surface has calls of its own, of these shapes. */
export interface BotRoutes {
  readonly balance: typeof checkBalance;
  readonly candleFills: typeof listCandleFills;
  readonly candles: typeof listBotCandles;
  readonly orders: typeof listOrders;
  readonly orderTruth: typeof getOrderTruth;
  readonly rebalances: typeof listRebalances;
  readonly recordCount: typeof countRecords;
  readonly records: typeof listRecords;
  readonly result: typeof getBotResult;
  readonly timeline: typeof listTimeline;
  readonly timelineCount: typeof countTimeline;
  readonly transition: typeof getBalanceTransition;
  readonly volume: typeof getVolume;
}

export const BotRoutesContext = createContext<BotRoutes | null>(null);

export function useBotRoutes(): BotRoutes {
  const routes = use(BotRoutesContext);
  if (!routes) throw new Error('useBotRoutes outside of its context');
  return routes;
}
