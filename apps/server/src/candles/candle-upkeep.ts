import type { CandleStore } from '@tenbin/db';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { dayMs, utcDay } from './utc-day.ts';

/** Keeps the stored candles within their room, so that they never fill the disk on which orders are written down. */
export interface CandleUpkeep {
  /** Deletes what there is no room for. Throws never. */
  clear(): Promise<void>;
  /** Ends the clearing. */
  close(): Promise<void>;
}

interface Settings {
  readonly mostMegabytes: number;
  /** What nobody asked for in so many days goes. */
  readonly keptDays: number;
  readonly everyMs?: number;
}

const usuallyEveryMs = 10 * 60_000;
const firstAfterMs = 30_000;

export function startCandleUpkeep(
  { store, clock, log }: { readonly store: CandleStore; readonly clock: Clock; readonly log: Log },
  { mostMegabytes, keptDays, everyMs = usuallyEveryMs }: Settings,
): CandleUpkeep {
  let underWay: Promise<void> | null = null;
  let isClosed = false;

  async function clearAll(): Promise<void> {
    const room = { mostBytes: mostMegabytes * 1_000_000, askedSince: utcDay(clock.now().getTime() - keptDays * dayMs) };
    let days = 0;
    try {
      for (let count = 1; count > 0 && !isClosed; days += count) count = await store.clear(room);
      if (days > 0) log.info({ days }, 'candles.cleared');
    } catch (error) {
      log.warn({ error: String(error) }, 'candles.notCleared');
    }
  }

  const clear = (): Promise<void> => {
    underWay ??= clearAll().finally(() => {
      underWay = null;
    });
    return underWay;
  };
  const timers = [setTimeout(() => void clear(), firstAfterMs), setInterval(() => void clear(), everyMs)];
  for (const timer of timers) timer.unref();
  return {
    clear,
    async close() {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
      await underWay;
    },
  };
}
