import { useEffect, useSyncExternalStore } from 'react';
import { useApp } from '../app/app-context.tsx';
import { followEvents } from './follow-events.ts';

/** Follows the server's events as long as the caller is shown, and may have them. */
export function useLiveUpdates(mayFollow: boolean): void {
  const app = useApp();
  useEffect(() => {
    if (!mayFollow) return;
    const stop = new AbortController();
    void followEvents(app, stop.signal);
    return () => stop.abort();
  }, [app, mayFollow]);
}

/** False while the live connection is lost. */
export function useLive(): boolean {
  const { live } = useApp();
  return useSyncExternalStore(live.onChange, live.isLive);
}

/** When the newest figures arrived, epoch milliseconds; null where none did. */
export function useNewestFigures(): number | null {
  const { live } = useApp();
  return useSyncExternalStore(live.onChange, live.newestAt);
}
