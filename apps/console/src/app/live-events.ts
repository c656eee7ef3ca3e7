import { ApiError, type LiveEvent, type Mapped, UnauthorizedError, watchEvents } from '@tenbin/contract';
import { useEffect, useSyncExternalStore } from 'react';
import { applyLiveEvent } from './apply-live-event.ts';
import { client } from './client.ts';
import { queryClient } from './query.ts';

const retryMs = { first: 1000, most: 15_000 } as const;
/** The server gives a sign of life every 15 s: without one for longer the connection is dead, though nobody closed it. */
const silentMs = 35_000;
/** How often figures are read again while no events come. */
const pollMs = 10_000;

let live = true;
const listeners = new Set<() => void>();

function setLive(next: boolean): void {
  if (live === next) return;
  live = next;
  for (const listener of listeners) listener();
}

/** False while the live connection is lost. */
export const useLive = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => live,
  );

/** Follows the server's events into the query cache; while they do not come, reads what is shown again and again. */
export function useLiveEvents(): void {
  useEffect(() => {
    const stop = new AbortController();
    void follow(stop.signal);
    return () => stop.abort();
  }, []);
}

async function follow(signal: AbortSignal): Promise<void> {
  let waitMs: number = retryMs.first;
  let failures = 0;
  const poll = setInterval(() => {
    if (!live) void queryClient.invalidateQueries({ refetchType: 'active' });
  }, pollMs);
  signal.addEventListener('abort', () => clearInterval(poll));
  const take = (event: Mapped<LiveEvent>) => {
    if (event.type === 'hello') {
      if (failures > 0) void queryClient.invalidateQueries();
      failures = 0;
      waitMs = retryMs.first;
      setLive(true);
    }
    applyLiveEvent(queryClient, event);
  };
  while (!signal.aborted) {
    try {
      if ((await followOnce(take, signal)) === 'silent') setLive(false);
    } catch (error) {
      if (signal.aborted || error instanceof UnauthorizedError || (error instanceof ApiError && error.status === 401)) return;
    }
    if (signal.aborted) return;
    failures += 1;
    if (failures > 1) setLive(false);
    await rest(waitMs, signal);
    waitMs = Math.min(retryMs.most, waitMs * 2);
  }
}

/** @returns `silent` where nothing was heard any more, or the browser says that there is no network */
async function followOnce(take: (event: Mapped<LiveEvent>) => void, signal: AbortSignal): Promise<'ended' | 'silent'> {
  const silence = new AbortController();
  const giveUp = () => silence.abort();
  let timer = setTimeout(giveUp, silentMs);
  const onHeard = () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, silentMs);
  };
  addEventListener('offline', giveUp);
  try {
    await client.follow(watchEvents, {}, take, { signal: AbortSignal.any([signal, silence.signal]), onHeard });
    return 'ended';
  } catch (error) {
    if (silence.signal.aborted) return 'silent';
    throw error;
  } finally {
    clearTimeout(timer);
    removeEventListener('offline', giveUp);
  }
}

/** Waits; coming back to the page or to the network ends the wait. */
const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener('online', done, { once: true });
    signal.addEventListener('abort', done, { once: true });
  });
