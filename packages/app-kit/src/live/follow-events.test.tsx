import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { App } from '../app/create-app.ts';
import type { FollowOptions } from '../app/surface.ts';
import { followEvents } from './follow-events.ts';
import { createLiveUpdates } from './live-updates.ts';

let stop: AbortController;

beforeEach(() => {
  stop = new AbortController();
  vi.useFakeTimers();
});
afterEach(() => {
  stop.abort();
  vi.useRealTimers();
});

/** A page whose server refuses every connection until `isBack`. */
function openLive() {
  const queries = new QueryClient();
  const live = createLiveUpdates(queries);
  const server = { isBack: false, tries: 0, open: 0 };
  const connect =
    () =>
    async (_: App['client'], { signal, onHello }: FollowOptions) => {
      server.tries += 1;
      if (!server.isBack) throw new TypeError('the server is gone');
      onHello();
      server.open += 1;
      await new Promise<void>((resolve) =>
        signal.addEventListener('abort', () => {
          server.open -= 1;
          resolve();
        }),
      );
    };
  const app = { client: {}, queries, live, events: async () => ({ connect }) } as unknown as App;
  void followEvents(app, stop.signal);
  return { live, server };
}

test('a connection that is lost is tried ever more rarely, and at once when another call was answered', async () => {
  const { live, server } = openLive();
  await vi.advanceTimersByTimeAsync(59_000);
  expect([server.tries, live.isLive()]).toEqual([7, false]);
  await vi.advanceTimersByTimeAsync(1100);
  expect(server.tries).toBe(8);
  // It has just been tried: an answer does not make it be asked again within a second.
  server.isBack = true;
  for (let answers = 0; answers < 20; answers += 1) live.noteNews();
  expect(server.tries).toBe(8);
  await vi.advanceTimersByTimeAsync(1500);
  live.noteNews();
  await vi.advanceTimersByTimeAsync(0);
  expect([server.tries, live.isLive()]).toEqual([9, true]);
});

test('a page that is left holds no connection, and has one again when it is shown again', async () => {
  const { live, server } = openLive();
  server.isBack = true;
  await vi.advanceTimersByTimeAsync(2000);
  const tries = server.tries;
  expect([live.isLive(), server.open]).toEqual([true, 1]);
  dispatchEvent(new Event('pagehide'));
  expect(server.open).toBe(0);
  await vi.advanceTimersByTimeAsync(1100);
  expect([server.tries, server.open, live.isLive()]).toEqual([tries + 1, 1, true]);
});
