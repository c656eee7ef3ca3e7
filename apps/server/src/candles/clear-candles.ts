import type { CandleStore } from '@tenbin/db';
import type { Log } from '@tenbin/telemetry';
import type { Clock } from '../clock.ts';
import { dayMs, utcDay } from './utc-day.ts';

interface Room {
  readonly maxMegabytes: number;
  /** What nobody asked for in so many days goes. */
  readonly keptDays: number;
}

/** Every ten minutes. */
export const clearTimes = '*/10 * * * *';

/** Deletes the stored candles for which there is no room, so that they never fill the disk on which orders are written down. */
export async function clearCandles(
  { store, clock, log }: { readonly store: CandleStore; readonly clock: Clock; readonly log: Log },
  { maxMegabytes, keptDays }: Room,
  signal?: AbortSignal,
): Promise<void> {
  const room = { maxBytes: maxMegabytes * 1_000_000, askedSince: utcDay(clock.now().getTime() - keptDays * dayMs) };
  let days = 0;
  for (let count = 1; count > 0 && !signal?.aborted; days += count) count = await store.clear(room);
  if (days > 0) log.info({ days }, 'candles.cleared');
}
