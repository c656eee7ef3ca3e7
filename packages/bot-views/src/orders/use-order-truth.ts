import { useQuery } from '@tanstack/react-query';
import { query } from '@tenbin/app-kit';
import type { Mapped, OrderTruth } from '@tenbin/contract';
import { useBotRoutes } from '../bot-routes.ts';
import type { BotView } from '../bots/bot-view.ts';

type Truth = Mapped<OrderTruth>;

/** Events bring changes of ours; what others do at the exchange, and what is not settled, has to be asked for. */
const againMs = { settled: 15_000, unsettled: 2_500 } as const;

const isSettled = ({ exchange, slots }: Truth): boolean => exchange.isCurrent && slots.every(({ verdict }) => verdict === 'matched');

/** The bot's orders as it wants them, as the database knows them, and as the exchange reports them now. */
export const useOrderTruth = ({ id }: BotView) =>
  useQuery({
    ...query(useBotRoutes().orderTruth, { params: { id } }),
    refetchInterval: ({ state }) => (state.data && !isSettled(state.data) ? againMs.unsettled : againMs.settled),
  });

export type OrderTruthQuery = ReturnType<typeof useOrderTruth>;
