import { channels, type LiveSignal, type PriceSignal } from '@tenbin/bots';
import type { LiveEvent } from '@tenbin/contract';
import type { Database } from '@tenbin/db';
import type { Log } from '../log.ts';

/** Somebody who looks on. */
export interface Watcher {
  readonly userId: string;
  readonly organizationId: string;
  /** Whether prices of this exchange and pair are theirs to see. */
  readonly wantsPrice: (price: PriceSignal) => boolean;
  /** Something of one of their bots changed. */
  readonly onNews: (news: LiveSignal) => void;
  /** May be left out when the reader is slow. */
  readonly onPrice: (price: Extract<LiveEvent, { type: 'price' }>) => void;
  /** The database was out of reach: what happened meanwhile was not seen. */
  readonly onGap: () => void;
}

/** Hands what workers tell to those whose it is. One subscription at the database, however many look on. */
export interface EventHub {
  watch(watcher: Watcher): () => void;
  countOf(userId: string): number;
  close(): Promise<void>;
}

/** Prices of one exchange and pair are passed on at most this often. */
const priceEveryMs = 1_000;

interface Settings {
  readonly database: Database;
  readonly log: Log;
  /** Called for everything that is told about a bot, whether somebody looks on or not. */
  readonly onNews?: (news: LiveSignal) => void;
}

export async function openEventHub({ database, log, onNews: onAnyNews }: Settings): Promise<EventHub> {
  const watchers = new Map<string, Set<Watcher>>();
  const lastPrice = new Map<string, number>();

  const all = (): Watcher[] => [...watchers.values()].flatMap((ones) => [...ones]);
  const read = <T>(payload: string, handle: (signal: T) => void): void => {
    try {
      handle(JSON.parse(payload) as T);
    } catch (error) {
      log.warn({ error: String(error) }, 'signal.unreadable');
    }
  };

  const onNews = (news: LiveSignal): void => {
    onAnyNews?.(news);
    for (const watcher of watchers.get(news.userId) ?? []) if (watcher.organizationId === news.organizationId) watcher.onNews(news);
  };

  const onPrice = (price: PriceSignal): void => {
    const key = `${price.exchangeId} ${price.pair}`;
    const now = performance.now();
    if (now - (lastPrice.get(key) ?? Number.NEGATIVE_INFINITY) < priceEveryMs) return;
    lastPrice.set(key, now);
    for (const watcher of all()) if (watcher.wantsPrice(price)) watcher.onPrice({ type: 'price', ...price });
  };

  const onGap = (): void => {
    for (const watcher of all()) watcher.onGap();
  };

  const stops = await Promise.all([
    database.listen(channels.botNews, (payload) => read<LiveSignal>(payload, onNews), onGap),
    database.listen(channels.prices, (payload) => read<PriceSignal>(payload, onPrice)),
  ]);

  return {
    watch(watcher) {
      const ones = watchers.get(watcher.userId) ?? new Set();
      watchers.set(watcher.userId, ones.add(watcher));
      return () => {
        ones.delete(watcher);
        if (ones.size === 0) watchers.delete(watcher.userId);
      };
    },
    countOf: (userId) => watchers.get(userId)?.size ?? 0,
    async close() {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}
