import { useSyncExternalStore } from 'react';
import { queryClient } from './query.ts';

/** When the newest figures arrived, epoch milliseconds; null where none did. */
export const useNewestFigures = (): number | null =>
  useSyncExternalStore((listener) => queryClient.getQueryCache().subscribe(listener), newest);

function newest(): number | null {
  const times = queryClient
    .getQueryCache()
    .getAll()
    .map(({ state }) => state.dataUpdatedAt);
  const latest = Math.max(0, ...times);
  return latest === 0 ? null : latest;
}
