import type { BotView } from './bot-view.ts';

/** How many orders a bot has open, of those that it wants while it runs. */
export const OrderCount = ({ bot: { state, openOrderCount, expectedOrderCount } }: { bot: BotView }) =>
  state === 'running' ? `${openOrderCount} / ${expectedOrderCount}` : openOrderCount;
