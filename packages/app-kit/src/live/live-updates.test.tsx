import { QueryClient } from '@tanstack/react-query';
import type { Client } from '@tenbin/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveSource } from '../app/surface.ts';
import { createLiveUpdates } from './live-updates.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Events that do not come until they may, and how often they were asked for. */
function followed() {
  const queries = new QueryClient();
  const events = { asked: 0, come: false };
  const connect: ReturnType<LiveSource['connect']> = (_, { signal, onHello }) => {
    events.asked += 1;
    if (!events.come) return Promise.reject(new TypeError('no connection'));
    onHello();
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  const live = createLiveUpdates({ client: {} as Client, queries, events: async () => ({ connect: () => connect }) });
  const stop = new AbortController();
  void live.follow(stop.signal);
  const read = () => queries.fetchQuery({ queryKey: ['bots'], queryFn: async () => [], staleTime: 0 });
  return { live, events, read, stop: () => stop.abort() };
}

test('once another answer comes the events are asked for at once, and nothing is told as lost', async () => {
  const { live, events, read, stop } = followed();
  await vi.advanceTimersByTimeAsync(9_000);
  expect([live.isLive(), events.asked]).toEqual([false, 4]);
  events.come = true;
  await read();
  await vi.advanceTimersByTimeAsync(0);
  expect([live.isLive(), events.asked]).toEqual([true, 5]);
  stop();
});

test('where only the events do not come, they are asked for once a second at most', async () => {
  const { events, read, stop } = followed();
  await vi.advanceTimersByTimeAsync(9_000);
  const before = events.asked;
  for (let tenths = 0; tenths < 50; tenths += 1) {
    await read();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(events.asked - before).toBeLessThanOrEqual(6);
  stop();
});
