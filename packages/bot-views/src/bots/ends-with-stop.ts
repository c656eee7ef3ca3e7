import type { BotView } from './bot-view.ts';

/** Whether a bot's result is that of its stop. A forced stop may have had no prices: then they are those of the moment of looking. */
export const endsWithStop = ({ state, startDate, stopReceipt }: Pick<BotView, 'state' | 'startDate' | 'stopReceipt'>): boolean =>
  state === 'stopped' && startDate !== null && !stopReceipt?.forced;
