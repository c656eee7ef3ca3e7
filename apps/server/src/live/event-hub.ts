import { type AccountSignal, channels, type LiveSignal, type PriceSignal } from '@tenbin/bots';
import type { LiveEvent } from '@tenbin/contract';
import type { BotSummary, Database } from '@tenbin/db';
import type { Log } from '@tenbin/telemetry';
import type { Clock } from '../clock.ts';

/** Somebody who looks on. */
export interface Watcher {
  /** Whose bots they see; null: all users', all organizations'. */
  readonly userId: string | null;
  readonly organizationId: string | null;
  /** Whether prices of this exchange and pair are theirs to see. */
  readonly wantsPrice: (price: PriceSignal) => boolean;
  /** Something of one of their bots changed. */
  readonly onNews: (news: LiveSignal) => void;
  /** Their own profile, plan or payments changed. */
  readonly onAccount?: () => void;
  /** May be left out when the reader is slow. */
  readonly onPrice: (price: Extract<LiveEvent, { type: 'price' }>) => void;
  /** The database was out of reach: what happened meanwhile was not seen. */
  readonly onGap: () => void;
}

/**
 * Hands what workers tell to those whose it is. One subscription at the database, however many look on.
 *
 * What is told comes after what it tells of was stored, and is lost where a process ends in between. So the hub looks
 * itself, every {@link pollMs}, which of the bots that somebody watches have changed since it last did, and tells that
 * once more: a reader who heard it already reads the same again.
 */
export interface EventHub {
  watch(watcher: Watcher): () => void;
  close(): Promise<void>;
}

/** Prices of one exchange and pair are passed on at most this often. */
const priceEveryMs = 1_000;
const pollMs = 30_000;

interface Settings {
  readonly database: Database;
  readonly clock: Pick<Clock, 'elapsedMs' | 'every'>;
  readonly log: Log;
}

export async function openEventHub({ database, clock, log }: Settings): Promise<EventHub> {
  const watchers = new Map<string, Set<Watcher>>();
  const lastPrice = new Map<string, number>();

  const all = (): Watcher[] => [...watchers.values()].flatMap((ones) => [...ones]);
  const read = <T>(payload: string, handle: (signal: T) => void): void => {
    try {
      handle(JSON.parse(payload) as T);
    } catch (error) {
      log.warn({ err: error }, 'signal.parse_failed');
    }
  };

  const onNews = (news: LiveSignal): void => {
    const { organizationId, userId } = news;
    // The platform's own bots are no organization's to see.
    const keys = userId === null ? [] : [keyOf({ organizationId, userId }), keyOf({ organizationId, userId: null })];
    for (const key of [...keys, keyOfAll]) for (const watcher of watchers.get(key) ?? []) watcher.onNews(news);
  };

  const onAccount = (account: AccountSignal): void => {
    for (const watcher of watchers.get(keyOf(account)) ?? []) watcher.onAccount?.();
  };

  const onPrice = (price: PriceSignal): void => {
    const key = `${price.exchangeId} ${price.pair}`;
    const now = clock.elapsedMs();
    if (now - (lastPrice.get(key) ?? Number.NEGATIVE_INFINITY) < priceEveryMs) return;
    lastPrice.set(key, now);
    for (const watcher of all()) if (watcher.wantsPrice(price)) watcher.onPrice({ type: 'price', ...price });
  };

  const onGap = (): void => {
    for (const watcher of all()) watcher.onGap();
  };

  /** By bot: when it had changed last, as of the last look. */
  let seen = new Map<string, number>();
  let polling: Promise<void> | null = null;
  async function poll(): Promise<void> {
    const bots = watchers.size === 0 ? [] : await database.platform.botChanges.listOf(watchedBy(all()));
    const before = seen;
    seen = new Map(bots.map(({ botId, updatedAt }) => [botId, updatedAt.getTime()]));
    for (const bot of bots) if (before.get(bot.botId) !== bot.updatedAt.getTime()) onNews(everythingOf(bot));
  }
  const stopPolling = clock.every(pollMs, () => {
    polling ??= poll()
      .catch((error: unknown) => log.warn({ err: error }, 'events.read_failed'))
      .finally(() => {
        polling = null;
      });
  });

  const stops = await Promise.all([
    database.listen(channels.botNews, (payload) => read<LiveSignal>(payload, onNews), onGap),
    database.listen(channels.accountNews, (payload) => read<AccountSignal>(payload, onAccount)),
    database.listen(channels.prices, (payload) => read<PriceSignal>(payload, onPrice)),
  ]);

  return {
    watch(watcher) {
      const key = keyOf(watcher);
      const ones = watchers.get(key) ?? new Set();
      watchers.set(key, ones.add(watcher));
      return () => {
        ones.delete(watcher);
        if (ones.size === 0) watchers.delete(key);
      };
    },
    async close() {
      stopPolling();
      await Promise.all(stops.map((stop) => stop()));
      await polling;
    },
  };
}

const keyOf = ({ organizationId, userId }: Pick<Watcher, 'organizationId' | 'userId'>): string =>
  `${organizationId ?? '*'} ${userId ?? '*'}`;
const keyOfAll = keyOf({ organizationId: null, userId: null });

function watchedBy(watchers: readonly Watcher[]) {
  const of = (ids: readonly (string | null)[]): string[] => [...new Set(ids)].filter((id) => id !== null);
  return {
    userIds: of(watchers.map(({ userId }) => userId)),
    organizationIds: of(watchers.map(({ organizationId, userId }) => (userId === null ? organizationId : null))),
    all: watchers.some(({ organizationId }) => organizationId === null),
  };
}

const everythingOf = ({ organizationId, userId, botId }: BotSummary): LiveSignal => ({
  organizationId,
  userId,
  botId,
  changed: ['bot', 'orders', 'timeline', 'record'],
});
