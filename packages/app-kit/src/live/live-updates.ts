import type { QueryClient } from '@tanstack/react-query';

/** Whether the server's events come, and how old what is shown is. */
export interface LiveUpdates {
  /** False while the live connection is lost. */
  isLive(): boolean;
  setLive(next: boolean): void;
  /** When the server last told figures, epoch milliseconds; null where it never did. What is only expected does not count. */
  newestAt(): number | null;
  /** The server told something. */
  noteNews(): void;
  /** @returns ends the subscription */
  onChange(listener: () => void): () => void;
}

export function createLiveUpdates(queries: QueryClient): LiveUpdates {
  const listeners = new Set<() => void>();
  let live = true;
  let newestAt: number | null = null;
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const noteNews = (): void => {
    newestAt = Date.now();
    tell();
  };
  queries.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) noteNews();
  });
  return {
    isLive: () => live,
    setLive(next) {
      if (live === next) return;
      live = next;
      tell();
    },
    newestAt: () => newestAt,
    noteNews,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
