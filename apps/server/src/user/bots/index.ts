import type { Implementation } from '../../route/implement.ts';
import { handleGetBalanceTransition } from './balance-transition.ts';
import { handleGetBotResult } from './bot-result.ts';
import { handleListCandles } from './candles.ts';
import { handleCheckBalance } from './check-balance.ts';
import { handleCreateBot } from './create-bot.ts';
import { handleDeleteBot, handleDeleteErrorMessage, handleListDeletedBots } from './delete-bot.ts';
import { handleForceStopBot } from './force-stop.ts';
import { handleListBots, handleShowApiKeys } from './list-bots.ts';
import { handleGetMinimumOrderWidth } from './minimum-order-width.ts';
import { handleGetOrderTruth } from './order-truth.ts';
import { orderCalls } from './orders.ts';
import { recordCalls } from './records.ts';
import { handleStartBot, handleStopBot } from './start-bot.ts';
import { handleUpdateBot } from './update-bot.ts';

export const botCalls: readonly Implementation[] = [
  handleCreateBot,
  handleListBots,
  handleShowApiKeys,
  handleUpdateBot,
  handleDeleteBot,
  handleListDeletedBots,
  handleDeleteErrorMessage,
  handleStartBot,
  handleStopBot,
  handleForceStopBot,
  handleCheckBalance,
  handleGetMinimumOrderWidth,
  ...recordCalls,
  ...orderCalls,
  handleGetOrderTruth,
  handleListCandles,
  handleGetBalanceTransition,
  handleGetBotResult,
];
