import type { Bot, Mapped } from '@tenbin/contract';

/** How many orders a bot has open, of those that it wants while it runs. */
export const OrderCount = ({ bot: { state, openOrderCount, expectedOrderCount } }: { bot: BotView }) =>
  state === 'running' ? `${openOrderCount} / ${expectedOrderCount}` : openOrderCount;

/** A bot as the pages see it, whosesoever it is. */
export type BotView = Omit<Mapped<Bot>, 'user'>;
