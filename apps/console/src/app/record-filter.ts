import { periodOf } from '@tenbin/app-kit';
import type { HistorySearch } from './history-search.ts';

/** What an address filters records by, as calls take it. */
export const recordFilterOf = ({ bot, pair, side, ...period }: HistorySearch) => ({
  ...(bot !== undefined && { botId: bot }),
  ...(pair !== undefined && { pair }),
  ...(side !== undefined && { side }),
  ...periodOf(period),
});
