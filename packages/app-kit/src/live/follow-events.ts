import { ApiError, UnauthorizedError } from '@tenbin/contract';
import type { App } from '../app/create-app.ts';
import type { FollowOptions, LiveSource } from '../app/surface.ts';
import type { LiveUpdates } from './live-updates.ts';

const retryMs = { first: 1000, max: 15_000 } as const;
/** The server gives a sign of life every 15 s: without one for longer the connection is dead, though nobody closed it. */
const silentMs = 35_000;
/** How often figures are read again while no events come. */
const pollMs = 10_000;

type Connect = ReturnType<LiveSource['connect']>;

/** Brings the server's events into the query cache; while they do not come, what is shown is read again and again. */
export async function followEvents({ client, queries, live, events }: App, signal: AbortSignal): Promise<void> {
  if (!events) return;
  let connect: Connect | null = null;
  let waitMs: number = retryMs.first;
  let failures = 0;
  const poll = setInterval(() => {
    if (!live.isLive()) void queries.invalidateQueries({ refetchType: 'active' });
  }, pollMs);
  signal.addEventListener('abort', () => clearInterval(poll));
  let wasGreeted = false;
  // What came between two of them may not have been told.
  const onHello = () => {
    if (wasGreeted || failures > 0) void queries.invalidateQueries();
    wasGreeted = true;
    failures = 0;
    waitMs = retryMs.first;
    live.setLive(true);
  };
  while (!signal.aborted) {
    try {
      connect ??= (await events()).connect(queries);
      const ending = await untilSilent(connect, client, { signal, onHello, onNews: live.noteNews });
      if (ending === 'silent') live.setLive(false);
    } catch (error) {
      if (signal.aborted || isSignedOut(error) || isNotTheirs(error)) return;
    }
    if (signal.aborted) return;
    failures += 1;
    if (failures > 1) live.setLive(false);
    if (!(await rest(retryMs.first, signal))) await rest(waitMs - retryMs.first, signal, live);
    waitMs = Math.min(retryMs.max, waitMs * 2);
  }
}

const isSignedOut = (error: unknown): boolean => error instanceof UnauthorizedError || (error instanceof ApiError && error.status === 401);

/** Their role does not include it: what is shown is read again as it gets old. */
const isNotTheirs = (error: unknown): boolean => error instanceof ApiError && error.status === 403;

/**
 * A page that is left may be kept for going back to: its stream would hold one of the few connections that the browser has
 * to this server for all its pages.
 *
 * @returns `silent` where nothing was heard any more, the page is left, or the browser says that there is no network
 */
async function untilSilent(
  connect: Connect,
  client: App['client'],
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
  const ends = ['offline', 'pagehide'] as const;
  for (const end of ends) addEventListener(end, giveUp);
  try {
    await connect(client, { signal: AbortSignal.any([signal, silence.signal]), onHello, onActivity });
    return 'ended';
  } catch (error) {
    if (silence.signal.aborted) return 'silent';
    throw error;
  } finally {
    clearTimeout(timer);
    for (const end of ends) removeEventListener(end, giveUp);
  }
}

/**
 * Waits; coming back to the network ends the wait.
 *
 * @param live - where given, an answer to any other call ends it too: the server is there again
 * @returns whether it was ended before its time
 */
function rest(ms: number, signal: AbortSignal, live?: LiveUpdates): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(true);
  return new Promise((resolve) => {
    const before = live?.newestAt();
    const end = (isEarly: boolean): void => {
      clearTimeout(timer);
      removeEventListener('online', endEarly);
      signal.removeEventListener('abort', endEarly);
      unsubscribe?.();
      resolve(isEarly);
    };
    const endEarly = () => end(true);
    const timer = setTimeout(() => end(false), ms);
    const unsubscribe = live?.onChange(() => live.newestAt() !== before && endEarly());
    addEventListener('online', endEarly);
    signal.addEventListener('abort', endEarly);
  });
}
