import type { QueryClient } from '@tanstack/react-query';
import { ApiError, type Client, UnauthorizedError } from '@tenbin/contract';
import type { FollowOptions, LiveSource } from '../app/surface.ts';

const retryMs = { first: 1000, max: 15_000 } as const;
/** The server gives a sign of life every 15 s: without one for longer the connection is dead, though nobody closed it. */
const silentMs = 35_000;
/** How often figures are read again while no events come. */
const pollMs = 10_000;

/** The server's events, brought into the query cache; while they do not come, what is shown is read again and again. */
export interface LiveUpdates {
  /** False while the live connection is lost. */
  isLive(): boolean;
  /** When the server last told figures, epoch milliseconds; null where it never did. What is only expected does not count. */
  newestAt(): number | null;
  /** @returns ends the subscription */
  onChange(listener: () => void): () => void;
  follow(signal: AbortSignal): Promise<unknown>;
}

type Connect = ReturnType<LiveSource['connect']>;

interface Given {
  readonly client: Client;
  readonly queries: QueryClient;
  readonly events: (() => Promise<LiveSource>) | null;
}

export function createLiveUpdates({ client, queries, events }: Given): LiveUpdates {
  const listeners = new Set<() => void>();
  let live = true;
  let newestAt: number | null = null;
  const noteNews = (): void => {
    newestAt = Date.now();
    for (const listener of listeners) listener();
  };
  queries.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) noteNews();
  });
  const setLive = (next: boolean): void => {
    if (live === next) return;
    live = next;
    for (const listener of listeners) listener();
  };

  async function followEvents(fetchSource: () => Promise<LiveSource>, signal: AbortSignal): Promise<void> {
    let connect: Connect | null = null;
    let waitMs: number = retryMs.first;
    let failures = 0;
    const poll = setInterval(() => {
      if (!live) void queries.invalidateQueries({ refetchType: 'active' });
    }, pollMs);
    signal.addEventListener('abort', () => clearInterval(poll));
    let wasGreeted = false;
    // What came between two of them may not have been told.
    const onHello = () => {
      if (wasGreeted || failures > 0) void queries.invalidateQueries();
      wasGreeted = true;
      failures = 0;
      waitMs = retryMs.first;
      setLive(true);
    };
    while (!signal.aborted) {
      try {
        connect ??= (await fetchSource()).connect(queries);
        if ((await untilSilent(connect, client, { signal, onHello, onNews: noteNews })) === 'silent') setLive(false);
      } catch (error) {
        if (signal.aborted || isSignedOut(error) || isNotTheirs(error)) return;
      }
      if (signal.aborted) return;
      failures += 1;
      if (failures > 1) setLive(false);
      await rest(waitMs, signal);
      waitMs = Math.min(retryMs.max, waitMs * 2);
    }
  }

  return {
    isLive: () => live,
    newestAt: () => newestAt,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    follow: async (signal) => events && followEvents(events, signal),
  };
}

const isSignedOut = (error: unknown): boolean => error instanceof UnauthorizedError || (error instanceof ApiError && error.status === 401);

/** Their role does not include it: what is shown is read again as it gets old. */
const isNotTheirs = (error: unknown): boolean => error instanceof ApiError && error.status === 403;

/** @returns `silent` where nothing was heard any more, or the browser says that there is no network */
async function untilSilent(
  connect: Connect,
  client: Client,
  { signal, onHello, onNews }: Omit<FollowOptions, 'onActivity'> & { readonly onNews: () => void },
): Promise<'ended' | 'silent'> {
  const silence = new AbortController();
  const giveUp = () => silence.abort();
  let timer = setTimeout(giveUp, silentMs);
  const onActivity = () => {
    onNews();
    clearTimeout(timer);
    timer = setTimeout(giveUp, silentMs);
  };
  addEventListener('offline', giveUp);
  try {
    await connect(client, { signal: AbortSignal.any([signal, silence.signal]), onHello, onActivity });
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
