import { useQuery } from '@tanstack/react-query';
import { type Bot, listBots, type Mapped } from '@tenbin/contract';
import { query } from '../app/query.ts';

/** A bot as the pages see it. */
export type BotView = Mapped<Bot>;

/** A stopping bot changes by itself: until it is stopped it is looked at often, whether or not events come. */
const inChangeMs = 2000;
const restMs = 30_000;

export const botsQuery = query(listBots, { query: {} });

export const useBots = () =>
  useQuery({
    ...botsQuery,
    refetchInterval: ({ state }) => (state.data?.some(({ state: now }) => now !== 'running' && now !== 'stopped') ? inChangeMs : restMs),
  });

/** The bot named by its id, otherwise the first one, or none. */
export const chosenBot = (bots: readonly BotView[], id: string | undefined): BotView | undefined =>
  bots.find((bot) => bot.id === id) ?? bots[0];
