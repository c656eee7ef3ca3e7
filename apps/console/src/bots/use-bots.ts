import { useQuery } from '@tanstack/react-query';
import { query } from '@tenbin/app-kit';
import type { BotView } from '@tenbin/bot-views';
import { type ActiveStop, listActiveStops, listBots } from '@tenbin/contract';
import { useSwitchedBots } from './switched-bots.ts';

/** A stopping bot changes by itself: until it is stopped it is looked at often, whether or not events come. */
const inChangeMs = 2000;
const restMs = 30_000;

export const botsQuery = query(listBots, { query: {} });

/** The user's bots. They are there once it is known, too, who else has stopped one: nothing is to come in between later. */
export function useBots() {
  const bots = useQuery({ ...botsQuery, refetchInterval: ({ state }) => (state.data?.some(isInChange) ? inChangeMs : restMs) });
  const stops = useActiveStops();
  const isPending = bots.isPending || (stops.isPending && !bots.isLoadingError);
  const { error, isLoadingError, refetch } = bots;
  const data = useSwitchedBots(bots.data);
  return { data: isPending ? undefined : data, isPending: isPending && !isLoadingError, isLoadingError, error, refetch };
}

const isInChange = ({ state }: BotView): boolean => state !== 'running' && state !== 'stopped';

/** What the organization or the platform stopped, until it is started again. */
export const useActiveStops = () =>
  useQuery({ ...query(listActiveStops, {}), refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? inChangeMs : false) });

const isUnderWay = ({ state }: ActiveStop): boolean => state === 'stopping' || state === 'unreachable';

/** The bot named by its id, otherwise the first one, or none. */
export const chosenBot = <One extends Pick<BotView, 'id'>>(bots: readonly One[], id: string | undefined): One | undefined =>
  bots.find((bot) => bot.id === id) ?? bots[0];
