import { isSettled } from '@tenbin/bots';
import type { BotState } from './bot-state.ts';

type Ended = Pick<BotState, 'phase' | 'funds' | 'orders'>;

/**
 * A bot of a virtual account that has stopped while an order of its might still trade, as when its stop was forced: the
 * order's money is held until the exchange says that it is over, and its trades are booked.
 */
export const isWindingUp = ({ phase, funds, orders }: Ended): boolean =>
  phase.kind === 'stopped' && Boolean(funds) && !orders.every(isSettled);

/** Whether it has stopped, and nothing follows from whatever happens. */
export const isOver = (state: Ended): boolean => state.phase.kind === 'stopped' && !isWindingUp(state);
