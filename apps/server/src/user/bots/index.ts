import type { Implementation } from '../../route/implement.ts';
import { botReadCalls } from './bot-reads.ts';
import { handleCreateBot } from './create-bot.ts';
import { handleDeleteBot, handleDeleteErrorMessage, handleListDeletedBots } from './delete-bot.ts';
import { handleForceStopBot } from './force-stop.ts';
import { handleListBots, handleShowApiKeys } from './list-bots.ts';
import { handleGetMinimumOrderWidth } from './minimum-order-width.ts';
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
  handleGetMinimumOrderWidth,
  ...botReadCalls,
];
